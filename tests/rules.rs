//! Runs the tables in `tests/rules`, one file per subject.

use std::collections::BTreeSet;
use std::fs;

use renewal_rules_oracle::table;

macro_rules! tables {
    ($( $name:ident )*) => {
        $(
            #[test]
            fn $name() {
                table::run(concat!("tests/rules/", stringify!($name), ".txt"));
            }
        )*

        #[test]
        fn every_table_is_run() {
            let files = fs::read_dir("tests/rules").unwrap().map(|file| file.unwrap().file_name());
            let files: BTreeSet<String> = files.map(|name| name.into_string().unwrap()).collect();
            assert_eq!(files, BTreeSet::from([$( concat!(stringify!($name), ".txt").to_owned() ),*]));
        }
    };
}

tables! { catalogue chain decision dependents fixes formats messages names reading related terms trial update }
