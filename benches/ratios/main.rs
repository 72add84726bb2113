//! Compares the cost of a check with plain deserialisation of the same bytes and with other crates that enforce the
//! same rules; measures catalogues, timelines, comparisons and plans, and how their cost grows.
//!
//! Run `cargo bench --package renewal-rules-benches --bench ratios`, or select tables with `-- check`, `-- values`,
//! `-- catalogue`, `-- timeline`, `-- compare`, `-- plan` or `-- patch`. Instruction counts need valgrind; without it only times are printed.
#![allow(missing_docs, unreachable_pub, clippy::cast_precision_loss, clippy::indexing_slicing, clippy::unwrap_used)]

mod borrowed;
mod catalogue;
mod check;
mod compare;
mod patch;
#[allow(clippy::trivially_copy_pass_by_ref, reason = "garde passes the fields by reference")]
mod plain;
mod plan;
mod rules;
mod timeline;
mod with_garde;
mod with_jsonschema;
mod with_validator;

use std::env;

use measure::Table;

const TABLES: [Table; 4] = [check::TABLE, check::VALUES, timeline::TABLE, plan::TABLE];

/// Tables that do not measure the time of a single call.
const OTHERS: [(&str, fn()); 3] =
    [("catalogue", catalogue::print), ("compare", compare::print), ("patch", patch::print)];

fn table(name: &str) -> &'static Table {
    TABLES.iter().find(|table| table.name == name).unwrap()
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["repeat", name, case, times] => {
            table(name).repeat(case.parse().unwrap(), times.parse().unwrap());
        }
        ["catalogue-of", products, format] => catalogue::measure(products.parse().unwrap(), format),
        ["fixes-of", products] => catalogue::measure_fixes(products.parse().unwrap()),
        _ => {
            // Skip arguments that cargo adds, such as `--bench`.
            let chosen: Vec<&str> = words.into_iter().filter(|word| !word.starts_with('-')).collect();
            for name in ["check", "values", "catalogue", "timeline", "compare", "plan", "patch"] {
                if !chosen.is_empty() && !chosen.contains(&name) {
                    continue;
                }
                if let Some((_, print)) = OTHERS.iter().find(|(other, _)| *other == name) {
                    print();
                } else {
                    table(name).print();
                    if name == "check" {
                        println!("{}", check::RULES);
                    }
                }
            }
        }
    }
}
