//! What the header must say of every function: of each pointer whose it is and what NULL means, of what it gives where it lives, and
//! from which threads it may be called.

/// A word of these says whose a pointer's target is, or for how long it is looked at.
const OWNER: [&str; 10] =
    ["borrowed", "the caller's", "owned", "copied", "stored", "taken", "under way", "not looked at", "only its address", "by address only"];

/// What the header says of one function.
struct Documented<'h> {
    name: &'h str,
    result: String,
    parameters: Vec<String>,
    comment: String,
}

fn functions(header: &str) -> Vec<Documented<'_>> {
    let declarations = header.split("\nWATTLE_API\n").skip(1).zip(header.split("\nWATTLE_API\n"));
    let documented = declarations.map(|(after, before)| {
        let (head, rest) = after.split_once('(').unwrap();
        let (result, name) = head.split_at(head.rfind("wattle_").unwrap());
        let parameters =
            rest.split_once(");").unwrap().0.split(',').map(|parameter| parameter.split_whitespace().collect::<Vec<_>>().join(" "));
        let comment = before.rsplit_once("/**").unwrap().1.replace("\n * ", "\n");
        Documented { name, result: result.trim().to_owned(), parameters: parameters.collect(), comment }
    });
    documented.collect()
}

impl Documented<'_> {
    /// What is said of a parameter: from its name in backquotes to the next paragraph's.
    fn of(&self, parameter: &str) -> Option<String> {
        let quoted = format!("`{parameter}`");
        let mut lines = self.comment.lines().skip_while(|line| {
            let named = line.split_once(':').map_or("", |(names, _)| names);
            !(line.starts_with('`') && named.contains(&quoted))
        });
        let first = lines.next()?;
        let rest = lines
            .take_while(|line| !line.starts_with('`') && !["Returns:", "Errors:", "Threads:"].iter().any(|word| line.starts_with(word)));
        Some(std::iter::once(first).chain(rest).collect::<Vec<_>>().join(" "))
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let name = self.name;
        for parameter in self.parameters.iter().filter(|parameter| parameter.contains('*')) {
            let parameter = parameter.rsplit([' ', '*']).next().unwrap();
            match self.of(parameter) {
                None => faults.push(format!("{name} says nothing of `{parameter}`")),
                Some(said) if said.contains("as in ") => {}
                Some(said) => {
                    if !OWNER.iter().any(|word| said.contains(word)) {
                        faults.push(format!("{name} does not say whose `{parameter}` is"));
                    }
                    if !said.contains("NULL") {
                        faults.push(format!("{name} does not say what a NULL `{parameter}` is"));
                    }
                }
            }
        }
        let gives_pointer = self.result.contains('*') || self.result == "wattle_str";
        if gives_pointer && !(self.comment.contains("Returns:") && self.comment.contains("valid")) {
            faults.push(format!("{name} does not say how long what it gives is valid"));
        }
        for word in ["Threads: ", "Errors: "] {
            // What only returns says there when it fails.
            let elsewhere = word == "Errors: " && self.comment.contains("Returns: ");
            if !elsewhere && !self.comment.contains(word) {
                faults.push(format!("{name} has no {word:?}"));
            }
        }
        faults
    }
}

#[test]
fn every_function_says_whose_how_long_and_from_where() {
    let header = crate::header().replace("\nWATTLE_API ", "\nWATTLE_API\n");
    let functions = functions(header.split("/* ==== The table").next().unwrap());
    assert_eq!(functions.len(), wattle::ffi::FUNCTIONS.len() + 1, "those of the table, and what gives it");
    let faults: Vec<_> = functions.iter().flat_map(Documented::faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
