//! Measures comparing two versions of many initiators that share one large renewal: time and growth.

use std::{fmt::Write as _, hint::black_box, time::Instant};

use renewal_rules_preview::compare::{CompareOptions, compare};

/// Cases: the title; `true` for many locales, `false` for many variants of the shared renewal; and a text in the old
/// version, with its replacement in the new version.
const CASES: [(&str, bool, [&str; 2]); 5] = [
    ("variants, nothing changes", false, ["", ""]),
    ("variants, one price changes", false, ["9.90", "8.90"]),
    ("variants, the kind changes", false, [r#""enable":true"#, r#""enable":false"#]),
    ("locales, nothing changes", true, ["", ""]),
    ("locales, one comment changes", true, ["Ends.", "Stops."]),
];

pub fn print() {
    println!("\nComparisons of n initiators that share a renewal with n variants or locales");
    println!("{:<44} {:>10} {:>10} {:>7}", "", "text", "time", "growth");
    for (name, has_locales, [from, to]) in CASES {
        let mut last: Option<(f64, f64)> = None;
        for count in [1_000, 4_000, 16_000] {
            let old = catalogue(count, has_locales);
            let new = old.replacen(from, to, if from.starts_with('"') { usize::MAX } else { 1 });
            let time = |_| {
                let start = Instant::now();
                let comparison = compare(black_box(&old), black_box(&new), &CompareOptions::default());
                black_box(comparison.unwrap());
                start.elapsed().as_secs_f64()
            };
            let seconds = (0..3).map(time).fold(f64::INFINITY, f64::min);
            let size = f64::from(count);
            let growth =
                last.map_or(String::new(), |(less, time)| format!("{:.2}", (seconds / time).ln() / (size / less).ln()));
            println!("{name:<44} {:>7.0} KB {:>7.1} ms {growth:>7}", old.len() as f64 / 1e3, seconds * 1e3);
            last = Some((size, seconds));
        }
    }
}

fn catalogue(count: u32, has_locales: bool) -> String {
    let mut text = String::from(r#"[{"id":1,"licence_term":"P1M","localization_values":{"#);
    for locale in 0..if has_locales { count } else { 0 } {
        let comma = if locale == 0 { "" } else { "," };
        let comment = if locale == 0 { "Ends." } else { "Over." };
        write!(text, r#"{comma}"l{locale}":{{"comment_for_product_for_AR":"{comment}"}}"#).unwrap();
    }
    text.push_str(r#"},"variants":["#);
    for variant in 0..if has_locales { 1 } else { count } {
        let comma = if variant == 0 { "" } else { "," };
        let price = if variant == 0 { "9.90" } else { "5.00" };
        write!(
            text,
            r#"{comma}{{"vendor_code":"V","sku":"S{variant}","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}"#
        )
        .unwrap();
    }
    text.push_str("]}");
    for id in 2..count + 2 {
        write!(
            text,
            r#",{{"id":{id},"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[1,1],"renew_ar":{{"enable":true}},"renew_pmr":true}}}}"#
        )
        .unwrap();
    }
    text.push(']');
    text
}
