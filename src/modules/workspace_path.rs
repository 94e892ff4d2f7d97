//! The workspace's path as it is shown: without the name of a user or a host (semantics 9.10). A home directory becomes `~`, and
//! of anything else only the last component is shown, under `./`. Where in doubt, less is shown.

use crate::error::Result;
use crate::text::{try_push, try_push_str, try_string};

/// No path of a real system is longer.
const MAX_BYTES: usize = 4096;

/// What homes stand in, whatever stands before it: /home, /var/home, /Users, C:\Users, /mnt/c/Users, /afs/cell/user; /home2, too.
const HOMES: [&str; 5] = ["home", "homes", "user", "users", "documents and settings"];

/// What is named by a user or a host without being a home: what it holds is shown, it is not.
const MOUNTS: [&str; 2] = ["media", "net"];

/// The path to show; `.` where nothing of it may be.
pub(super) fn shown(path: &str) -> Result<String> {
    if path.len() > MAX_BYTES {
        return try_string(".");
    }
    let mut parts = Parts::of(path)?;
    let Some(below) = parts.home()? else { return parts.last() };
    let mut shown = try_string("~")?;
    for part in &parts.stack[below..] {
        try_push_str(&mut shown, "/")?;
        try_push_str(&mut shown, if parts.names_someone(part) { "_" } else { part })?;
    }
    Ok(shown)
}

/// A path taken apart.
struct Parts<'p> {
    /// Its components, without `.`, and with `..` undone where that is possible.
    stack: Vec<&'p str>,
    /// Names of users and hosts that occur in it, which may occur again.
    names: Vec<&'p str>,
    /// Whether the first component stands in a directory that is not known: after a `..` that leads out of the path.
    adrift: bool,
    /// Whether the first component is a share of a host.
    shared: bool,
}

impl<'p> Parts<'p> {
    fn of(path: &'p str) -> Result<Parts<'p>> {
        let mut parts = Parts { stack: Vec::new(), names: Vec::new(), adrift: false, shared: false };
        let separator = |c: char| c == '/' || c == '\\';
        // scheme://user@host/path, and \\host\share\path, also as \\?\UNC\host\share\path and \\?\C:\path.
        let (mut rest, mut has_host) = match path.split_once("://") {
            Some((scheme, rest)) if !scheme.contains(separator) => (rest, true),
            _ => match path.strip_prefix(separator).and_then(|rest| rest.strip_prefix(separator)) {
                Some(rest) => (rest, true),
                None => (path, false),
            },
        };
        for device in ["?", "."] {
            if let Some(inner) = rest.strip_prefix(device).and_then(|inner| inner.strip_prefix(separator)).filter(|_| has_host) {
                let (head, tail) = inner.split_once(separator).unwrap_or((inner, ""));
                has_host = head.eq_ignore_ascii_case("unc");
                rest = if has_host { tail } else { inner };
                break;
            }
        }
        for part in rest.split(separator) {
            if std::mem::take(&mut has_host) {
                // //home/somebody is no host's share but a path with a slash too many.
                parts.shared = !is_home_of_homes(part);
                if parts.shared {
                    parts.learn(part)?;
                    continue;
                }
            }
            parts.push(part)?;
        }
        Ok(parts)
    }

    fn push(&mut self, part: &'p str) -> Result<()> {
        match part {
            "" | "." => Ok(()),
            ".." => {
                if let Some(gone) = self.stack.pop() {
                    // /home/somebody/../other: who was left may be named again.
                    return self.learn(gone);
                }
                self.adrift = true;
                Ok(())
            }
            _ => try_push(&mut self.stack, part),
        }
    }

    /// Notes names, which a user@host:port or a host:path may have several of.
    fn learn(&mut self, names: &'p str) -> Result<()> {
        for name in names.split(['@', ':']).filter(|name| !name.is_empty()) {
            try_push(&mut self.names, name)?;
        }
        Ok(())
    }

    /// Where in the stack begins what is below a home, if the path is in one. The last home counts: what is in a home may hold
    /// a copy of others.
    fn home(&mut self) -> Result<Option<usize>> {
        let mut below = None;
        for at in 0..self.stack.len() {
            let part = self.stack[at];
            let named = at > 0 && (is_home_of_homes(self.stack[at - 1]) || at == 1 && self.stack[0] == "u");
            if named {
                self.learn(part)?;
            }
            // /home/s/somebody, /home/DOMAIN/somebody, /home/corp.example/somebody: the home is one further down.
            let next = self.stack.get(at + 1).filter(|next| named && is_group(part, next)).copied();
            if let Some(next) = next {
                self.learn(next)?;
                below = Some(at + 2);
                continue;
            }
            let whole = at == 0 && (part == "root" || part.starts_with('~')) || at == 1 && part == "root" && self.stack[0] == "var";
            if whole {
                self.learn(part.trim_start_matches('~'))?;
            }
            if at > 0 && is_one_of(&MOUNTS, self.stack[at - 1]) {
                self.learn(part)?;
            }
            if named || whole {
                below = Some(at + 1);
            }
        }
        Ok(below)
    }

    /// The last component, under `./`.
    fn last(&self) -> Result<String> {
        let Some(last) = self.stack.last() else { return try_string(".") };
        let alone = self.stack.len() == 1;
        // A drive is no directory, and of host:path the path is left.
        let last = last.rsplit(':').next().unwrap_or_default();
        // A hidden share is named by its user; user@host may stand alone.
        let someone = self.names_someone(last)
            || alone && (self.adrift || self.shared && last.ends_with('$'))
            || last.find('@').is_some_and(|at| at > 0)
            || ["host=", "user=", "server="].iter().any(|key| last.contains(key));
        if last.is_empty() || someone {
            return try_string(".");
        }
        let mut shown = try_string("./")?;
        try_push_str(&mut shown, last)?;
        Ok(shown)
    }

    /// Whether a component is, or holds, a name that the path has told.
    fn names_someone(&self, part: &str) -> bool {
        // A name of one or two letters is in every other word.
        const TELLING: usize = 3;
        self.names.iter().any(|name| match name.len() {
            len if len > part.len() => false,
            len if len < TELLING => part.eq_ignore_ascii_case(name),
            len => part.as_bytes().windows(len).any(|window| window.eq_ignore_ascii_case(name.as_bytes())),
        })
    }
}

/// Whether homes stand in it.
fn is_home_of_homes(part: &str) -> bool {
    is_one_of(&HOMES, part.trim_end_matches(|c: char| c.is_ascii_digit()))
}

/// Whether what stands among homes is a group of homes and not a home: an initial, or a domain.
fn is_group(part: &str, home: &str) -> bool {
    let mut letters = part.chars().filter(|c| c.is_alphabetic());
    match part.chars().count() {
        1 => home.to_lowercase().starts_with(&part.to_lowercase()),
        _ => part.find('.').is_some_and(|at| at > 0) || letters.clone().next().is_some() && letters.all(char::is_uppercase),
    }
}

fn is_one_of(known: &[&str], part: &str) -> bool {
    known.iter().any(|name| part.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shows_no_more_than_it_may() {
        for (path, expected) in [
            ("", "."),
            ("/", "."),
            (".", "."),
            ("~", "~"),
            ("~/", "~"),
            ("~/x/y", "~/x/y"),
            ("~somebody/x", "~/x"),
            ("/home/somebody", "~"),
            ("/home/somebody/x", "~/x"),
            ("/home/somebody/x//y/", "~/x/y"),
            ("/home/somebody/./a/../x", "~/x"),
            ("/home/somebody/../other/x", "~/x"),
            ("/home/somebody/somebody-site", "~/_"),
            ("/home/somebody/backup/home/other/x", "~/x"),
            ("/home/s/somebody/x", "~/x"),
            ("/nfs/home/S/somebody", "~"),
            ("/home/s/x", "~/x"),
            ("/home/CORP/somebody/x", "~/x"),
            ("/home/corp.example/somebody/x", "~/x"),
            ("/home/CORP", "~"),
            ("/home2/somebody/x", "~/x"),
            ("/u/somebody/x", "~/x"),
            ("/afs/example.org/user/s/somebody/x", "~/x"),
            ("/net/host", "."),
            ("/net/host/export/x", "./x"),
            ("/run/user/1000/gvfs/sftp:host=h,user=somebody", "~/gvfs/sftp:host=h,user=somebody"),
            ("/home", "./home"),
            ("/root", "~"),
            ("/root/x", "~/x"),
            ("/var/root/x", "~/x"),
            ("/var/home/somebody/x", "~/x"),
            ("/Users/somebody/Documents/x", "~/Documents/x"),
            ("C:\\Users\\somebody\\x", "~/x"),
            ("C:\\Users\\somebody", "~"),
            ("C:\\", "."),
            ("C:", "."),
            ("C:x", "./x"),
            ("D:\\work\\x", "./x"),
            ("/mnt/c/Users/somebody/x", "~/x"),
            ("\\\\?\\C:\\Users\\somebody\\x", "~/x"),
            ("\\\\host\\share\\x", "./x"),
            ("\\\\host\\share", "./share"),
            ("\\\\host\\somebody$", "."),
            ("\\\\host", "."),
            ("\\\\host\\share\\host-data", "."),
            ("\\\\?\\UNC\\host\\share\\x", "./x"),
            ("\\\\?\\UNC\\host", "."),
            ("\\\\host\\Users\\somebody\\x", "~/x"),
            ("//home/somebody/x", "~/x"),
            ("ssh://somebody@host:22/srv/x", "./x"),
            ("ssh://somebody@host", "."),
            ("somebody@host:/srv/x", "./x"),
            ("somebody@host:x", "./x"),
            ("somebody@host", "."),
            ("host:", "."),
            ("/media/somebody", "."),
            ("/run/media/somebody/stick", "./stick"),
            ("../somebody", "."),
            ("../somebody/x", "./x"),
            ("x", "./x"),
            ("a/b/x", "./x"),
            ("/srv/project", "./project"),
            ("/srv/@scope", "./@scope"),
        ] {
            assert_eq!(shown(path).unwrap(), expected, "{path}");
        }
        assert_eq!(shown(&"x/".repeat(3000)).unwrap(), ".");
    }

    /// Paths of real systems around a user's and a host's name.
    fn path(form: usize, user: &str, host: &str, rest: &str) -> String {
        match form {
            0 => format!("/home/{user}/{rest}"),
            1 => format!("/Users/{user}/{rest}"),
            2 => format!("C:\\Users\\{user}\\{}", rest.replace('/', "\\")),
            3 => format!("\\\\{host}\\share\\{}", rest.replace('/', "\\")),
            4 => format!("\\\\{host}\\Users\\{user}\\{rest}"),
            5 => format!("~{user}/{rest}"),
            6 => format!("/mnt/c/users/{user}/{rest}"),
            7 => format!("{user}@{host}:/srv/{rest}"),
            8 => format!("ssh://{user}@{host}:2222/home/{user}/{rest}"),
            9 => format!("/media/{user}/{rest}"),
            10 => format!("/home/{user}/{rest}/{}", user.to_uppercase()),
            11 => format!("/home/{user}/old/home/{host}/{rest}/{user}.d"),
            12 => format!("C:\\Documents and Settings\\{user}"),
            13 => format!("/home/{user}"),
            14 => format!("\\\\?\\UNC\\{host}\\{user}$"),
            _ => format!("/net/{host}/home/{user}/../{user}/{rest}"),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        #[test]
        fn no_user_and_no_host_is_ever_shown(
            form in 0usize..16, user in "u[b-t]{2,12}", host in "v[b-t]{2,12}", rest in "[w-z]{1,8}(/[w-z]{1,8}){0,3}",
        ) {
            let path = path(form, &user, &host, &rest);
            let shown = shown(&path).unwrap();
            let lower = shown.to_lowercase();
            prop_assert!(!lower.contains(&user) && !lower.contains(&host), "{} is shown as {}", path, shown);
            prop_assert!(shown == "~" || shown == "." || shown.starts_with("~/") || shown.starts_with("./"));
        }

        #[test]
        fn any_text_is_a_path(path in any::<String>()) {
            let shown = shown(&path).unwrap();
            prop_assert!(shown == "~" || shown == "." || shown.starts_with("~/") || shown.starts_with("./"));
        }
    }
}
