//! Runs the fuzz targets on their corpus, on inputs that failed once, and on random bytes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::{fs, io};

use renewal_rules_oracle::cases::{Dice, random_cases};

/// Returns the files of a directory, or none if it does not exist.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
        entries => entries.unwrap(),
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn replay(name: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let corpus = files(&root.join("corpus").join(name));
    assert!(!corpus.is_empty(), "`fuzz/corpus/{name}` has no files");
    let (_, run) = renewal_rules_oracle::TARGETS.into_iter().find(|(target, _)| *target == name).unwrap();
    let saved = files(&root.join("past").join(name)).into_iter().chain(corpus);
    let saved = saved.map(|file| (file.display().to_string(), fs::read(file).unwrap()));
    let random = random_cases(128).map(|seed| (format!("random bytes from seed {seed}"), Dice(seed).bytes(600)));
    let failed: Vec<String> = saved
        .chain(random)
        .filter(|(_, data)| catch_unwind(AssertUnwindSafe(|| run(data))).is_err())
        .map(|(name, _)| name)
        .collect();
    assert!(failed.is_empty(), "failing inputs: {failed:#?}");
}

/// One test per target, so that they run in parallel.
macro_rules! replays {
    ($($name:ident),*) => {
        $(
            #[test]
            fn $name() {
                replay(stringify!($name));
            }
        )*

        #[test]
        fn every_target_is_replayed() {
            let named = [$(stringify!($name)),*];
            assert_eq!(renewal_rules_oracle::TARGETS.map(|(name, _)| name), named);
        }
    };
}

replays!(document, readers, products, catalogues, plan);
