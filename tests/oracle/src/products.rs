use renewal_rules::check;
use renewal_rules_preview::{compare, timeline};

use super::promises::{self, verdict};
use super::{cases, choices::Choices, decision, invariants, levels, make, rules};

pub fn run(data: &[u8]) {
    let mut c = Choices::new(data);
    let text = make::product(&mut c);
    let stated = make::options(&mut c);
    let options = cases::options(&stated);
    verdict(&stated, &text, &invariants::invariants(&text, &options));
    let report = check(&text, &options);
    rules::agree(&text, &options, &report);
    promises::patches(&text, &report.diagnostics);
    promises::limited(&text, &options, c.below(6));
    levels::graded(&mut c, &text, &options);
    promises::readable(&text, &options);
    decision::decided(&text, &options);
    promises::rendered_product(c.below(10), &text, &options);

    let nth = usize::from(c.number());
    let value = c.pick(&[
        "true",
        "false",
        "\"0.00\"",
        "\"P1D\"",
        "102",
        "null",
        "[102,102]",
        "{}",
        "\"9.90\"",
        "\"\"",
        "[]",
        "[101,101]",
    ]);
    let value = serde_json::from_str(value).expect("the constant is valid JSON");
    promises::told_by_fields(&text, &options, nth, &value);

    let purchase = make::purchase_options(&mut c, false);
    let purchase = timeline::TimelineOptions::from_json(&purchase).expect("the options are valid");
    promises::followed(&text, &purchase);
    promises::alone(&text, &purchase);

    // Generate another version of the product: one byte differs, so all choices before this byte are the same.
    let at = usize::from(c.number()) % data.len().max(1);
    let mut changed = data.to_vec();
    if let Some(byte) = changed.get_mut(at) {
        *byte = byte.wrapping_add(1);
    }
    let other = make::product(&mut Choices::new(&changed));
    promises::updated(&text, &other);
    let versions = compare::CompareOptions::from_json(&make::purchase_options(&mut c, true));
    promises::compared(&text, &other, &versions.expect("the options are valid"));
}
