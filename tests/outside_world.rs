//! What the sources must not do: touch what is outside of the library, or be unsafe outside of its C face.

use std::fs;
use std::path::{Path, PathBuf};

/// The sources, each with the code that is in the library: what stands before its tests, without comments.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => sources(&path),
            false if path.extension().is_some_and(|extension| extension == "rs") => {
                let text = fs::read_to_string(&path).unwrap();
                let library = text.split("\n#[cfg(test)]\n").next().unwrap();
                vec![(path, library.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n"))]
            }
            false => vec![],
        })
        .collect()
}

fn all() -> Vec<(PathBuf, String)> {
    let all = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(all.len() > 100, "{} sources", all.len());
    all
}

#[test]
fn nothing_outside_is_touched() {
    let outside = [
        "std::fs",
        "std::env",
        "std::net",
        "std::os",
        "std::process",
        "std::time",
        "Instant",
        "SystemTime",
        "spawn(",
        "stdin",
        "stdout",
        "stderr",
        "print!",
        "println!",
        "dbg!",
        "File::",
        "Command::new",
    ];
    for (path, text) in all() {
        for word in outside {
            assert!(!text.contains(word), "{} has {word}", path.display());
        }
    }
}

#[test]
fn unsafe_code_is_in_the_c_face_alone() {
    let (face, rest): (Vec<_>, Vec<_>) = all().into_iter().partition(|(path, _)| path.components().any(|part| part.as_os_str() == "ffi"));
    let is_unsafe = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe");
    assert!(face.iter().any(|(_, text)| is_unsafe(text)));
    for (path, text) in rest {
        assert!(!is_unsafe(&text), "{} is unsafe", path.display());
        let is_the_face_itself = path.ends_with("src/lib.rs");
        assert_eq!(text.contains("allow(unsafe_code"), is_the_face_itself, "{}", path.display());
    }
}
