//! Tests that every fix, applied alone or with all others, removes its diagnostic and makes no unsafe change, and that
//! no fix is left after all fixes were applied.

use renewal_rules::{
    Options, PatchOp, apply_patch, check, check_catalogue_lines, fix_all, fix_catalogue, fix_catalogue_lines,
};
use renewal_rules_oracle::cases::{Dice, catalogue_options, options, random_cases};
use renewal_rules_oracle::invariants::{catalogue_invariants, invariants};
use renewal_rules_oracle::{choices::Choices, levels::with_levels, make, promises::verdict};

/// Applies the patches of a report one by one; overlapping ones wait for the next round.
fn patched(text: &str, options: &Options) -> (String, usize) {
    let places = |op: &PatchOp| match op {
        PatchOp::Move { from, path } => vec![from.clone(), path.clone()],
        other => vec![other.path().to_owned()],
    };
    let (mut text, mut made) = (text.to_owned(), 0);
    for _ in 0..10 {
        let mut touched: Vec<String> = Vec::new();
        for fix in check(text.as_str(), options).diagnostics.iter().filter_map(|found| found.fix.as_ref()) {
            let places: Vec<String> = fix.iter().flat_map(places).collect();
            let is_around =
                |a: &str, b: &str| b.strip_prefix(a).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            let meets = |place: &String| touched.iter().any(|other| is_around(place, other) || is_around(other, place));
            if !places.iter().any(meets) {
                text = apply_patch(&text, fix).unwrap();
                made += 1;
                touched.extend(places);
            }
        }
    }
    (text, made)
}

#[test]
fn fixes_of_random_products_keep_their_promises() {
    for seed in random_cases(2_500) {
        let bytes = Dice(seed).bytes(400);
        let c = &mut Choices::new(&bytes);
        // The generator rarely makes an amount that a fix completes.
        let amount = c.pick(&[r#""0.00""#, r#"".0""#, r#""0.""#, r#"" 0.00""#, r#"".5""#]);
        let (text, stated) = (make::product(c).replace(r#""0.00""#, amount), make::options(c));
        let options = with_levels(c, &options(&stated));
        verdict(&stated, &text, &invariants(&text, &options));
        let fixed = fix_all(&text, &options);
        assert_eq!((fixed.text, fixed.applied), patched(&text, &options), "{stated} {text}");
    }
}

#[test]
fn fixes_of_random_catalogues_keep_their_promises() {
    for seed in random_cases(600) {
        let bytes = Dice(seed).bytes(800);
        let c = &mut Choices::new(&bytes);
        let (products, stated) = (make::catalogue(c), make::catalogue_options(c));
        let options = with_levels(c, &catalogue_options(&stated));
        let array = format!("[{}]", products.join(","));
        verdict(&stated, &array, &catalogue_invariants(&array, &options));
        // Newline-delimited JSON is fixed like an array.
        let lines: Vec<String> = products.iter().map(|product| product.replace(['\n', '\r'], " ")).collect();
        let of_array = fix_catalogue(format!("[{}]", lines.join(",")), &options);
        let of_lines = fix_catalogue_lines(lines.join("\n"), &options);
        assert_eq!(format!("[{}]", of_lines.text.replace('\n', ",")), of_array.text);
        assert_eq!(of_lines.applied, of_array.applied);
    }
}

#[test]
fn fixes_of_many_products_apply_together() {
    let pairs = 1_000;
    let mut products = Vec::new();
    for pair in 0..pairs {
        let (id, renewal) = (2 * pair + 1, 2 * pair + 2);
        products.push(format!(
            r#"{{"id":{id},"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[{renewal}],"renew_ar":{{"enable":true}}}}}}"#
        ));
        // The renewal has no term. The rules that report this have no fix, so the number of fixes stays the same.
        products.push(format!(r#"{{"id":{renewal}}}"#));
    }
    let options = Options::default();
    let fixed = fix_catalogue(format!("[{}]", products.join(",")), &options);
    assert_eq!(fixed.applied, pairs);
    assert_eq!(fix_catalogue(&fixed.text, &options).applied, 0);
    assert!(fixed.report.diagnostics.iter().all(|d| d.fix.is_none()));
    let lines = fix_catalogue_lines(products.join("\n"), &options);
    assert_eq!(lines.applied, pairs);
    let report = check_catalogue_lines(lines.text.as_bytes(), &options);
    assert_eq!(report, lines.report);
}

#[test]
fn overlapping_fixes_apply_in_rounds() {
    for (stated, text, expected) in [
        // Both `enable` and `required` are missing, and so is `renew_ar`, the object that should contain them.
        (
            r#"{"trial":true}"#,
            r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102]},"variants":[{"price":{"common":{"price":"0"}}}]}"#,
            r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"price":{"common":{"price":"0.00"}}}]}"#,
        ),
        // A rename never targets a member that another fix creates.
        (
            r#"{"trial":true}"#,
            r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renewAr":{"enable":false}},"variants":[{"price":{"common":{"price":"0.00"}}}]}"#,
            r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renewAr":{"enable":false},"renew_ar":{"enable":true,"required":true}},"variants":[{"price":{"common":{"price":"0.00"}}}]}"#,
        ),
        // Members of an object whose name has a typo are reported level by level.
        (
            "",
            r#"{"renewSettings":{"productIdForRenew":["102"],"renewAr":{"Enable":"false"}},"licenceTerm":"p5d"}"#,
            r#"{"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":false}},"licence_term":"P5D"}"#,
        ),
        (
            r#"{"operation":"create"}"#,
            r#"{"family_name":"F","name":"N","id":"5","variants":[]}"#,
            r#"{"family_name":"F","name":"N","variants":[]}"#,
        ),
    ] {
        let options = options(stated);
        let fixed = fix_all(text, &options);
        assert_eq!(fixed.text, expected, "{stated} {text}");
        assert_eq!(fix_all(&fixed.text, &options).applied, 0);
    }
}
