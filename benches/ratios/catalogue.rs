//! Measures whole catalogues: time, products per second, peak memory, and growth of the time.

use std::{fmt::Write as _, hint::black_box, time::Instant};

use measure::{in_own_process, peak_memory};
use renewal_rules::{Options, check_catalogue, check_catalogue_lines, fix_catalogue};

use crate::plain;

/// Rows of the table: a check of a JSON array, a check of newline-delimited JSON, and the reference, which deserialises
/// the array without a check.
const FORMATS: [&str; 3] = ["array", "lines", "plain"];

pub fn print() {
    println!("\nChecks of catalogues; `plain` only deserialises the array");
    println!(
        "{:<10} {:<6} {:>12} {:>14} {:>10} {:>10} {:>8} {:>7}",
        "products", "format", "time", "products/s", "peak", "input", "ratio", "growth"
    );
    let mut last: [Option<(f64, f64)>; FORMATS.len()] = [None; FORMATS.len()];
    for products in [1_000, 10_000, 100_000, 1_000_000] {
        let rounds = if products < 100_000 { 9 } else { 3 };
        // Runs the formats in turn, each in a process of its own, and keeps the best run, as in the other tables.
        let mut best = [[f64::INFINITY; 3]; FORMATS.len()];
        for _ in 0..rounds {
            for (format, best) in FORMATS.into_iter().zip(&mut best) {
                let figures = in_own_process(&["catalogue-of", &products.to_string(), format]);
                for (best, figure) in best.iter_mut().zip(figures) {
                    *best = best.min(figure);
                }
            }
        }
        for (index, (format, [seconds, input, peak])) in FORMATS.into_iter().zip(best).enumerate() {
            let count = f64::from(products);
            let growth = last[index]
                .map_or(String::new(), |(less, time)| format!("{:.2}", (seconds / time).ln() / (count / less).ln()));
            println!(
                "{products:<10} {format:<6} {:>9.1} ms {:>14.0} {peak:>7.0} MB {input:>7.0} MB {:>8.2} {growth:>7}",
                seconds * 1e3,
                count / seconds,
                seconds / best[FORMATS.len() - 1][0],
            );
            last[index] = Some((count, seconds));
        }
    }
    print_fixes();
}

/// Measures applying all safe fixes of a catalogue in which every other product has one.
fn print_fixes() {
    println!("\nCatalogues in which every other product has a safe fix: all fixes applied");
    println!("{:<10} {:>12} {:>7}", "products", "time", "growth");
    let mut last: Option<(f64, f64)> = None;
    for products in [2_000, 8_000, 32_000] {
        let of_one = |_| in_own_process(&["fixes-of", &products.to_string()])[0];
        let seconds = (0..5).map(of_one).fold(f64::INFINITY, f64::min);
        let count = f64::from(products);
        let growth =
            last.map_or(String::new(), |(less, time)| format!("{:.2}", (seconds / time).ln() / (count / less).ln()));
        println!("{products:<10} {:>9.1} ms {growth:>7}", seconds * 1e3);
        last = Some((count, seconds));
    }
}

/// Fixes a catalogue and prints the seconds.
pub fn measure_fixes(products: usize) {
    let product = |index: usize| {
        let (id, renewal) = (index + 1, index + 2);
        if index.is_multiple_of(2) {
            format!(
                r#"{{"id":{id},"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[{renewal}],"renew_ar":{{"enable":true}}}}}}"#
            )
        } else {
            format!(r#"{{"id":{id},"licence_term":"P1M"}}"#)
        }
    };
    let products_of: Vec<String> = (0..products).map(product).collect();
    let text = format!("[{}]", products_of.join(","));
    let start = Instant::now();
    let fixed = fix_catalogue(&text, &Options::default());
    assert_eq!(fixed.applied, products / 2);
    println!("{}", start.elapsed().as_secs_f64());
}

/// Checks a catalogue and prints the seconds, the megabytes of the input and the peak memory.
pub fn measure(products: u32, format: &str) {
    let text = catalogue(products, format);
    let start = Instant::now();
    if format == "plain" {
        let read: Vec<plain::Product> = serde_json::from_slice(text.as_bytes()).unwrap();
        black_box(read);
    } else {
        let report = if format == "array" {
            check_catalogue(&text, &Options::default())
        } else {
            check_catalogue_lines(text.as_bytes(), &Options::default())
        };
        assert!(report.diagnostics.is_empty(), "the catalogue has no problems");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{seconds} {} {}", text.len() as f64 / 1e6, peak_memory().unwrap_or(f64::NAN));
}

/// Generates a catalogue in which initiators and renewals alternate, as in a real catalogue.
fn catalogue(products: u32, format: &str) -> String {
    let (open, between, close) = if format == "lines" { ("", "\n", "") } else { ("[", ",", "]") };
    let mut text = String::from(open);
    for number in 0..products {
        let id = number + 1;
        if number > 0 {
            text.push_str(between);
        }
        let settings = if number % 2 == 1 {
            format!(r#","renew_settings":{{"product_id_for_renew":[{0},{0}],"renew_ar":{{"enable":true}}}}"#, id - 1)
        } else {
            String::new()
        };
        write!(
            text,
            r#"{{"id":{id},"name":"Example {id}","licence_term":"P1M"{settings},"variants":[{{"vendor_code":"V1","sku":"S{id}","price":{{"common":{{"currency":"USD","price":"9.90"}}}}}}]}}"#
        )
        .unwrap();
    }
    text.push_str(close);
    text
}
