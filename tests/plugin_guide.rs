//! docs/plugins.md shows parts of the example, to the letter, so that what it shows is what is tested.

use std::fs;
use std::path::{Path, PathBuf};

fn tree(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The texts of all files of a folder and of those in it; what the Makefile says of commands is theirs too.
fn texts(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => texts(&path),
            false => vec![fs::read_to_string(path).unwrap().replace("\n#   ", "\n")],
        })
        .collect()
}

/// What stands between the fences, with its line breaks.
fn blocks(markdown: &str) -> Vec<&str> {
    markdown.split("\n```").skip(1).step_by(2).map(|block| block.split_once('\n').unwrap().1).collect()
}

#[test]
fn the_guide_shows_parts_of_the_example() {
    let (guide, example) = (fs::read_to_string(tree("docs/plugins.md")).unwrap(), texts(&tree("examples/host-and-plugin")));
    let blocks = blocks(&guide);
    assert!(blocks.len() > 10, "{} blocks", blocks.len());
    for block in blocks {
        let lines = format!("\n{block}\n");
        assert!(example.iter().any(|text| format!("\n{text}").contains(&lines)), "is not in the example:\n{block}");
    }
}
