//! Measures the peak memory of a check whose input is nearly all wrong, and of a patch with a long path; also the time
//! for the maximal number of diagnostics.
//!
//! Run it with `cargo bench --package renewal-rules-benches --bench memory`.

#![allow(missing_docs, clippy::cast_precision_loss, clippy::unwrap_used)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::{hint::black_box, sync::atomic::AtomicUsize, sync::atomic::Ordering::Relaxed, time::Instant};

use renewal_rules::{JsonText, Options, PatchOp, apply_patch, check, check_catalogue, check_catalogue_lines};

/// Allocator that counts allocated bytes. If a block grows, counts only its growth, because large blocks are remapped,
/// not copied.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grow(bytes: usize) {
    let now = NOW.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(now, Relaxed);
}

#[expect(unsafe_code, reason = "an allocator is unsafe to implement; this one only counts")]
// SAFETY: forwards the call unchanged to the system allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match size.checked_sub(layout.size()) {
            Some(more) => grow(more),
            None => _ = NOW.fetch_sub(layout.size() - size, Relaxed),
        }
        // SAFETY: as above.
        unsafe { System.realloc(block, layout, size) }
    }
}

/// Function that runs a check and returns the total number of diagnostics.
type Check = fn(&str, &Options) -> usize;

fn product(text: &str, options: &Options) -> usize {
    let report = check(text, options);
    report.diagnostics.len() + report.omitted.unwrap_or_default()
}

fn catalogue(text: &str, options: &Options) -> usize {
    let report = check_catalogue(text, options);
    report.diagnostics.len() + report.omitted.unwrap_or_default()
}

fn lines(text: &str, options: &Options) -> usize {
    let report = check_catalogue_lines(text.as_bytes(), options);
    report.diagnostics.len() + report.omitted.unwrap_or_default()
}

/// Templates of products that repeat one mistake: the text in `<>` is repeated, with `@` replaced by the index of the
/// repetition.
const PRODUCTS: &[(&str, &str)] = &[
    ("chain of `0`", r#"{"renew_settings":{"product_id_for_renew":[<0,>0]}}"#),
    ("chain of texts", r#"{"renew_settings":{"product_id_for_renew":[<"1",>0]}}"#),
    ("chain of one repeated id", r#"{"renew_settings":{"product_id_for_renew":[<1,>1]}}"#),
    ("chain of pairs of ids", r#"{"renew_settings":{"product_id_for_renew":[<@,@,>1]}}"#),
    ("variants of `0`", r#"{"variants":[<0,>0]}"#),
    ("variants of `{}`", r#"{"variants":[<{},>{}]}"#),
    ("variants with `price` alone", r#"{"variants":[<{"price":0},>{}]}"#),
    (
        "amounts of a trial that are not zero",
        r#"{"licence_term":"P1M","variants":[<{"price":{"common":{"currency":"","price":"1"}}},>{}]}"#,
    ),
    ("one repeated locale", r#"{"localization_values":{<"":0,>"":0}}"#),
    ("locales", r#"{"localization_values":{<"@":0,>"":0}}"#),
    ("one repeated field", r#"{<"id":0,>"id":0}"#),
    ("variants with fields out of order", r#"{"variants":[<{"sku":0,"vendor_code":0},>0]}"#),
    ("locales with escapes", r#"{"localization_values":{<"\ud800@":0,>"":0}}"#),
    ("unknown names in renew_settings", r#"{"renew_settings":{<"@":0,>"":0}}"#),
    ("one repeated name in renew_settings", r#"{"renew_settings":{<"":0,>"":0}}"#),
    ("names like `id`", r#"{<"I-D@":0,>"id":0}"#),
    ("names like `variants`", r#"{<"VARIANTS":0,"varian_ts":0,>"id":0}"#),
    ("value of an unknown field", r#"{"x":[<0,>0]}"#),
];

/// Like [`PRODUCTS`], for catalogues as JSON arrays.
const CATALOGUES: &[(&str, &str)] = &[
    ("catalogue of `0`", "[<0,>0]"),
    (r#"catalogue of `{"id":0}`"#, r#"[<{"id":0},>0]"#),
    ("catalogue of one repeated id", r#"[<{"id":1},>0]"#),
];

/// Like [`PRODUCTS`], for newline-delimited catalogues.
const LINES: &[(&str, &str)] =
    &[("lines of `0`", "<0\n>"), ("lines of `x`", "<x\n>"), ("lines of one repeated id", "<{\"id\":1}\n>")];

/// Templates of nested texts, of which a patch changes the innermost value: title, number of levels, text before and
/// after the content of a level, and path segment of a level. The text in `<>` is repeated as in [`PRODUCTS`].
const DEEP: &[(&str, usize, &str, &str, &str)] = &[
    ("arrays in arrays", 1_000_000, "[", "]", "/0"),
    ("objects in objects", 1_000_000, r#"{"a":"#, "}", "/a"),
    ("arrays with 41 elements in arrays", 50_000, "[<0,>", "]", "/40"),
    ("objects with 41 members in objects", 50_000, r#"{<"@":0,>"a":"#, "}", "/a"),
];

fn print_patches() {
    println!("\nPatches of deeply nested texts: time and memory, without the text and the patch, by number of levels");
    for (name, levels, open, close, token) in DEEP {
        let (before, rest) = open.split_once('<').unwrap_or((open, ""));
        let (part, after) = rest.split_once('>').unwrap_or_default();
        let parts: String = (0..40).map(|nth| part.replace('@', &nth.to_string())).collect();
        let open = [before, &parts, after].concat();
        let text = [&open.repeat(*levels), "1", &close.repeat(*levels)].concat();
        let path = token.repeat(*levels);
        let input = (text.len() + path.len()) as f64;
        let value = JsonText::from("x");
        let replace = PatchOp::Replace { path, value };
        let before = NOW.load(Relaxed);
        PEAK.store(before, Relaxed);
        let start = Instant::now();
        let after = apply_patch(black_box(&text), &[replace]).unwrap();
        let time = start.elapsed().as_secs_f64();
        let peak = (PEAK.load(Relaxed) - before) as f64;
        assert_eq!(after.len(), text.len() + 2);
        println!("{name:<38} {levels:>11} {:>7.0} ms {:>7.1} MB {:>7.1}", time * 1e3, peak / 1e6, peak / input);
    }
}

fn text(kind: &str, size: usize) -> String {
    let (before, rest) = kind.split_once('<').unwrap();
    let (part, after) = rest.split_once('>').unwrap();
    let mut text = String::with_capacity(size + 100);
    text.push_str(before);
    let mut number = 0;
    while text.len() < size {
        text.push_str(&part.replace('@', &number.to_string()));
        number += 1;
    }
    text + after
}

fn main() {
    println!("Checks of texts of 2 MB with at most 10 diagnostics: time and memory, without the text");
    println!("{:<38} {:>11} {:>10} {:>10} {:>7}", "", "diagnostics", "time", "peak", "ratio");
    let mut options = Options::default();
    options.max_diagnostics = Some(10);
    let all: [(_, Check); 3] = [(PRODUCTS, product), (CATALOGUES, catalogue), (LINES, lines)];
    for (kinds, check) in all {
        for (name, kind) in kinds {
            let text = text(kind, 2_000_000);
            let before = NOW.load(Relaxed);
            PEAK.store(before, Relaxed);
            let start = Instant::now();
            let count = check(black_box(&text), &options);
            let time = start.elapsed().as_secs_f64();
            let peak = (PEAK.load(Relaxed) - before) as f64;
            println!(
                "{name:<38} {count:>11} {:>7.0} ms {:>7.1} MB {:>7.1}",
                time * 1e3,
                peak / 1e6,
                peak / text.len() as f64
            );
        }
    }
    print_patches();
    println!("\nAll diagnostics of a text");
    let text = text(r#"{"variants":[<{},>{}]}"#, 1_500_000);
    let start = Instant::now();
    let count = product(black_box(&text), &Options::default());
    println!("{count} in {:.1} s", start.elapsed().as_secs_f64());
}
