//! The headers that releases were made with, in `abi/headers/`. That of a version that CHANGELOG.md calls unreleased is
//! include/wattle.h, and `make header` writes both; once it is released, its file is in SHA256SUMS and never changes, nor does
//! include/wattle.h before the version moves on. bindings-tests/frozen compiles programs with each.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use sha2::{Digest, Sha256};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The versions that CHANGELOG.md has, the newest first, and whether each is released.
fn versions(changelog: &str) -> Vec<(&str, bool)> {
    let headings = changelog.lines().filter_map(|line| line.strip_prefix("## ")?.split_once(", "));
    headings.map(|(version, when)| (version, when != "unreleased")).collect()
}

fn name(version: &str) -> String {
    format!("wattle-{version}.h")
}

/// A line of SHA256SUMS.
fn sum(version: &str, header: &str) -> String {
    let mut line = String::new();
    Sha256::digest(header).iter().for_each(|byte| write!(line, "{byte:02x}").unwrap());
    format!("{line}  {}\n", name(version))
}

/// What is wrong with the frozen headers, beside a header of today that is only stale.
fn fault(changelog: &str, header: &str, files: &BTreeMap<String, String>, sums: &str) -> Option<String> {
    let versions = versions(changelog);
    if versions.first().map(|newest| newest.0) != Some(VERSION) {
        return Some(format!("CHANGELOG.md does not begin with {VERSION}, the version of Cargo.toml"));
    }
    if let Some((version, _)) = versions.iter().skip(1).find(|(_, released)| !released) {
        return Some(format!("{version} is called unreleased, and there is a newer version"));
    }
    if let Some(unknown) = files.keys().find(|file| !versions.iter().any(|(version, _)| name(version) == **file)) {
        return Some(format!("abi/headers/{unknown} is the header of no version that CHANGELOG.md has"));
    }
    for (version, _) in versions.iter().filter(|(_, released)| *released) {
        let file = name(version);
        match files.get(&file) {
            None => return Some(format!("abi/headers/{file} is gone: programs of that release are tested with it")),
            Some(frozen) if !sums.contains(&sum(version, frozen)) => {
                return Some(format!(
                    "abi/headers/{file} is not what SHA256SUMS says: {version} is released, and its header never changes"
                ));
            }
            Some(frozen) if *version == VERSION && frozen != header => {
                return Some(format!(
                    "include/wattle.h is not what {version} was released with: begin the next version in Cargo.toml and CHANGELOG.md"
                ));
            }
            Some(_) => {}
        }
    }
    None
}

#[test]
fn released_headers_are_frozen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("abi/headers");
    let (changelog, header) = (std::fs::read_to_string(root.join("CHANGELOG.md")).unwrap(), crate::header());
    let newest = versions(&changelog)[0];
    let sums_file = folder.join("SHA256SUMS");
    if newest == (VERSION, false) {
        crate::check_or_bless(&format!("abi/headers/{}", name(VERSION)), &header);
    }
    let mut sums = std::fs::read_to_string(&sums_file).unwrap();
    // The day of the release: the sum is added, and none is ever changed.
    if std::env::var_os("WATTLE_BLESS").is_some() && newest.1 && !sums.contains(&name(VERSION)) {
        sums.push_str(&sum(VERSION, &header));
        std::fs::write(&sums_file, &sums).unwrap();
    }
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).filter(|path| *path != sums_file);
    let files = files.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(path).unwrap()));
    assert_eq!(fault(&changelog, &header, &files.collect(), &sums), None);
}

#[test]
fn a_frozen_header_is_not_thawed() {
    let released = format!("# Changelog\n\n## {VERSION}, 2030-01-01\n");
    let going_on = format!("## {VERSION}, unreleased\n\n## 0.0.9, 2029-01-01\n");
    let old = BTreeMap::from([(name("0.0.9"), "old".to_owned())]);
    let this = BTreeMap::from([(name(VERSION), "this".to_owned())]);
    let (old_sum, this_sum) = (sum("0.0.9", "old"), sum(VERSION, "this"));
    let both: BTreeMap<_, _> = old.clone().into_iter().chain(this.clone()).collect();
    assert_eq!(fault(&released, "this", &this, &this_sum), None);
    assert_eq!(fault(&going_on, "this", &both, &old_sum), None);
    let refused = |changelog: &str, header: &str, files: &BTreeMap<_, _>, sums: &str, why: &str| {
        let fault = fault(changelog, header, files, sums).unwrap();
        assert!(fault.contains(why), "{fault}");
    };
    refused(&released, "another", &this, &this_sum, "begin the next version");
    refused(&released, "this", &this, "", "never changes");
    refused(&going_on, "this", &both, &sum("0.0.9", "older"), "never changes");
    refused(&going_on, "this", &this, &old_sum, "is gone");
    refused(&released, "this", &both, &this_sum, "of no version");
    refused("## 0.0.9, 2029-01-01\n", "old", &old, &old_sum, "does not begin with");
    refused(&going_on.replace("2029-01-01", "unreleased"), "this", &both, &old_sum, "there is a newer");
}
