//! The order of the core's rooms, which `src/lib.rs` lists from the bottom up: each names those before it alone.

use std::fs;
use std::path::Path;

/// The files of a folder and of those in it.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let of_entry = |path: std::path::PathBuf| match path.is_dir() {
        true => sources(&path),
        false if path.extension().is_some_and(|ending| ending == "rs") => {
            vec![(path.display().to_string(), fs::read_to_string(&path).unwrap())]
        }
        false => Vec::new(),
    };
    entries.flat_map(of_entry).collect()
}

/// The first names of the paths from the crate's root.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let after = code.flat_map(|line| line.split("crate::").skip(1));
    after.flat_map(|rest| {
        let (names, is_list) = rest.strip_prefix('{').map_or((rest, false), |list| (list, true));
        let parts = names.split([',', '}']).take(if is_list { usize::MAX } else { 1 });
        parts.filter_map(|part| part.trim().split(|letter: char| !letter.is_alphanumeric() && letter != '_').next())
    })
}

#[test]
fn a_room_names_those_below_it_alone() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let text = fs::read_to_string(source.join("lib.rs")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | `"));
    let rooms: Vec<&str> = rows.filter_map(|row| Some(row.split_once("/`")?.0)).collect();
    assert_eq!(rooms.len(), 9);
    let mut wrong = Vec::new();
    for (floor, room) in rooms.iter().enumerate() {
        for (file, text) in sources(&source.join(room)) {
            let above = named(&text).filter(|name| rooms.iter().skip(floor + 1).any(|above| above == name));
            wrong.extend(above.map(|name| format!("{file} names {name}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
