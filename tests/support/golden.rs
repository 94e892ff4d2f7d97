//! Texts of the library, byte for byte.

use std::path::Path;

/// Compares with a file of `tests/golden`, or writes that anew.
pub fn check(file: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    if std::env::var_os("WATTLE_BLESS").is_some() {
        std::fs::write(&path, actual).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(actual, golden, "{file} says something else");
}
