//! What a check costs, as ratios to a plain deserialisation of the same bytes in the same run, in
//! time and, where valgrind is there, in instructions, which do not vary. Then catalogues: products a
//! second, peak memory, and how the time grows.
//!
//! `cargo bench --bench ratios`, or with `-- check` or `-- catalogue` for one of the two tables.
#![allow(
    missing_docs,
    clippy::cast_precision_loss,
    clippy::indexing_slicing,
    clippy::type_complexity,
    clippy::unwrap_used
)]

use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    hint::black_box,
    process::Command,
    time::{Duration, Instant},
};

use renewal_rules::{Options, check, check_catalogue, check_catalogue_lines};
use serde::Deserialize;

const PRODUCT: &str = include_str!("product.json");

/// The product as a program without these rules would read it: owned text, the types that it needs.
#[derive(Deserialize)]
#[expect(dead_code, reason = "what is measured is reading them")]
struct Plain {
    id: Option<u64>,
    family_name: Option<String>,
    name: Option<String>,
    license_type: Option<String>,
    licence_term: Option<String>,
    renew_settings: Option<PlainSettings>,
    localization_values: Option<BTreeMap<String, PlainComments>>,
    variants: Option<Vec<PlainVariant>>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "what is measured is reading them")]
struct PlainSettings {
    product_id_for_renew: Vec<u64>,
    renew_ar: Option<PlainAr>,
    renew_pmr: Option<bool>,
    renew_email: Option<bool>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "what is measured is reading them")]
struct PlainAr {
    enable: Option<bool>,
    required: Option<bool>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "what is measured is reading them")]
struct PlainComments {
    #[serde(rename = "comment_for_product_for_AR")]
    auto: Option<String>,
    #[serde(rename = "comment_for_product_for_MR")]
    manual: Option<String>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "what is measured is reading them")]
struct PlainVariant {
    vendor_code: String,
    sku: String,
    sku_ar: Option<String>,
    price: PlainPrice,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "what is measured is reading them")]
struct PlainPrice {
    common: PlainCommon,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "what is measured is reading them")]
struct PlainCommon {
    currency: String,
    price: String,
}

/// The cases: a name, the bytes, and what is done with them.
fn cases() -> Vec<(&'static str, Vec<u8>, fn(&[u8]))> {
    let check_bytes = |bytes: &[u8]| {
        black_box(check(black_box(bytes), &options()));
    };
    let clean = PRODUCT.replace(r#""renew_pmr":true"#, r#""renew_pmr":false"#);
    let faulty = PRODUCT
        .replace("\"P1M\"", "\"p1m\"")
        .replace("\"0.00\"", "0")
        .replace("renew_email", "renew_emial")
        .replace("102,103,103", "102,103");
    vec![
        ("plain deserialisation", PRODUCT.into(), |bytes| {
            black_box(serde_json::from_slice::<Plain>(black_box(bytes)).unwrap());
        }),
        ("serde_json::Value", PRODUCT.into(), |bytes| {
            black_box(serde_json::from_slice::<serde_json::Value>(black_box(bytes)).unwrap());
        }),
        ("check, nothing to report", clean.into(), check_bytes),
        ("check, its one warning", PRODUCT.into(), check_bytes),
        ("check, several faults", faulty.into(), check_bytes),
    ]
}

fn options() -> Options {
    let mut options = Options::default();
    options.limits.pmr_min_days = Some(3);
    options
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["count", case, times, ..] => count(case.parse().unwrap(), times.parse().unwrap()),
        ["catalogue-of", products, form, ..] => catalogue_of(products.parse().unwrap(), form),
        _ => {
            let wanted = |name| {
                !words.iter().any(|w| *w == "check" || *w == "catalogue") || words.contains(&name)
            };
            if wanted("check") {
                compare_checks();
            }
            if wanted("catalogue") {
                compare_catalogues();
            }
        }
    }
}

fn compare_checks() {
    const ROUNDS: usize = 60;
    const CALLS: u32 = 2_000;
    let cases = cases();
    let mut best = vec![Duration::MAX; cases.len()];
    // In turn, so that whatever else the machine does falls on all of them; the best round is the
    // one that was disturbed least.
    for _ in 0..ROUNDS {
        for ((_, bytes, work), best) in cases.iter().zip(&mut best) {
            let start = Instant::now();
            for _ in 0..CALLS {
                work(bytes);
            }
            *best = (*best).min(start.elapsed() / CALLS);
        }
    }
    let instructions: Vec<Option<u64>> = (0..cases.len()).map(instructions).collect();
    println!(
        "{:<26} {:>9} {:>7} {:>13} {:>7}",
        "", "time", "ratio", "instructions", "ratio"
    );
    for (index, (name, ..)) in cases.iter().enumerate() {
        let mut line = format!(
            "{name:<26} {:>6} ns {:>7.2}",
            best[index].as_nanos(),
            best[index].as_secs_f64() / best[0].as_secs_f64()
        );
        if let (Some(count), Some(plain)) = (instructions[index], instructions[0]) {
            write!(line, " {count:>13} {:>7.2}", count as f64 / plain as f64).unwrap();
        }
        println!("{line}");
    }
}

fn count(case: usize, times: usize) {
    let cases = cases();
    let (_, bytes, work) = &cases[case];
    for _ in 0..times {
        work(bytes);
    }
}

/// The instructions of one call, by valgrind: the difference of two runs, so that starting up does
/// not count. `None` where valgrind is not installed.
fn instructions(case: usize) -> Option<u64> {
    let run = |times: &str| {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(env::current_exe().ok()?)
            .args(["count", &case.to_string(), times])
            .output()
            .ok()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let total = text.split("Collected : ").nth(1)?;
        total.split_whitespace().next()?.parse::<u64>().ok()
    };
    Some(run("2000")?.checked_sub(run("1000")?)? / 1000)
}

fn compare_catalogues() {
    println!(
        "\n{:<10} {:<6} {:>12} {:>14} {:>10}",
        "products", "form", "time", "products/s", "peak"
    );
    for form in ["array", "lines"] {
        let mut last: Option<(f64, f64)> = None;
        for products in [1_000, 10_000, 100_000, 1_000_000] {
            let output = Command::new(env::current_exe().unwrap())
                .args(["catalogue-of", &products.to_string(), form])
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let mut figures = text
                .split_whitespace()
                .map(|word| word.parse::<f64>().unwrap());
            let (seconds, input, peak) = (
                figures.next().unwrap(),
                figures.next().unwrap(),
                figures.next().unwrap(),
            );
            let growth = last.map_or(String::new(), |(count, time): (f64, f64)| {
                format!(
                    "  grows with exponent {:.2}",
                    (seconds / time).ln() / (f64::from(products) / count).ln()
                )
            });
            println!(
                "{products:<10} {form:<6} {:>9.1} ms {:>14.0} {:>6.0} MB, {input:.0} MB of it the input{growth}",
                seconds * 1e3,
                f64::from(products) / seconds,
                peak,
            );
            last = Some((f64::from(products), seconds));
        }
    }
}

/// Initiators and renewals in turn, as a real catalogue has them.
fn catalogue_of(products: u64, form: &str) {
    let mut text = String::from(if form == "array" { "[" } else { "" });
    for number in 0..products {
        let id = number + 1;
        if number > 0 {
            text.push_str(if form == "array" { "," } else { "\n" });
        }
        let settings = if number % 2 == 1 {
            format!(
                r#","renew_settings":{{"product_id_for_renew":[{0},{0}],"renew_ar":{{"enable":true}}}}"#,
                id - 1
            )
        } else {
            String::new()
        };
        write!(
            text,
            r#"{{"id":{id},"name":"Example {id}","licence_term":"P1M"{settings},"variants":[{{"vendor_code":"V1","sku":"S{id}","price":{{"common":{{"currency":"USD","price":"9.90"}}}}}}]}}"#
        )
        .unwrap();
    }
    if form == "array" {
        text.push(']');
    }
    let start = Instant::now();
    let report = if form == "array" {
        check_catalogue(&text, &Options::default())
    } else {
        check_catalogue_lines(text.as_bytes(), &Options::default())
    };
    let seconds = start.elapsed().as_secs_f64();
    assert!(report.diagnostics.is_empty(), "the catalogue is clean");
    println!(
        "{seconds} {} {}",
        text.len() as f64 / 1e6,
        peak_memory().unwrap_or(f64::NAN)
    );
}

/// The most memory that this process ever had, in megabytes.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1e3)
}
