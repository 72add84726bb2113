//! Tests witnesses: the timelines of each witness can be reproduced, and each code that costs a renewal has a witness.

use std::fmt::Write as _;

use proptest::prelude::*;
use renewal_rules::{Code, Options, Severity, check, check_catalogue};
use renewal_rules_oracle::cases::Dice;
use renewal_rules_oracle::choices::Choices;
use renewal_rules_oracle::make;
use renewal_rules_oracle::witness::replay;
use renewal_rules_preview::timeline::{StopReason, TimelineError, TimelineOptions, timeline_at};
use renewal_rules_preview::{Sentences, Witness, can_have_witness, example_witness, witness, witnesses};

use super::{products, russian, timeline::date};

fn purchase() -> TimelineOptions {
    TimelineOptions::new(date("2026-01-31"))
}

/// Returns the witnesses of the diagnostics with this code.
fn witnesses_of(products: &str, code: Code, options: &TimelineOptions) -> Result<Vec<Witness>, TimelineError> {
    witnesses(products, |diagnostic| diagnostic.code == code, options)
}

/// Records the codes whose examples have a witness, with the loss of the buyer.
#[test]
fn examples_of_rules_have_witnesses() {
    let mut text = String::new();
    for code in Code::ALL {
        let Some(witness) = example_witness(*code, &purchase()) else { continue };
        writeln!(text, "{code}\n  {}\n  {}", witness.describe(&Sentences::english()), witness.describe(&russian()))
            .unwrap();
    }
    insta::assert_snapshot!(text);
}

/// Another diagnostic may prevent the renewal as well, and is then fixed too.
#[test]
fn fix_of_one_error_includes_others() {
    let trial = products("101 P14D 0.00 [102,102]");
    let found = witnesses_of(&trial, Code::TrialArNotEnabled, &purchase()).unwrap();
    replay(&found[0]).unwrap();
    assert_eq!(found[0].also.iter().map(|also| also.code).collect::<Vec<_>>(), [Code::TrialArNotRequired]);
    assert_eq!(found[0].assumed.iter().map(|id| id.get()).collect::<Vec<_>>(), [102]);
}

#[test]
fn buyer_of_initiator_loses_by_its_renewal() {
    let all = products("7 P1M; 101 P1M 9.90 [102,103,103] ar; 102 P1M 4.90; 103 P5D 2.90");
    let found = witnesses_of(&all, Code::TermBelowMinimum, &purchase()).unwrap();
    assert_eq!(found[0].path, "/3/licence_term");
    replay(&found[0]).unwrap();
    assert_eq!(found[0].before.stop.as_ref().map(|stop| stop.reason), Some(StopReason::TermBelowMinimum));
    assert!(found[0].assumed.is_empty());
    let unknown = products("101 P1M 9.90 [102,103,103] ar; 102 P1M 4.90");
    let found = witnesses_of(&unknown, Code::ChainUnknownProduct, &purchase()).unwrap();
    assert_eq!(found[0].instead.product_id.map(|id| id.get()), Some(103));
    replay(&found[0]).unwrap();
}

#[test]
fn payment_method_selects_the_buyer() {
    let email = products("101 P5D 9.90 [101,101] email");
    let found = witnesses_of(&email, Code::TermBelowMinimum, &purchase()).unwrap();
    assert_eq!(found[0].options.payment.map(|payment| payment.as_str()), Some("offline"));
    let online = purchase().with_payment(renewal_rules::Payment::Online);
    assert_eq!(witnesses_of(&email, Code::TermBelowMinimum, &online), Ok(vec![]));
}

#[test]
fn no_witness_if_another_kind_renews() {
    let product = products("101 P5D 9.90 [101,101] ar pmr");
    assert_eq!(witnesses_of(&product, Code::TermBelowMinimum, &purchase()), Ok(vec![]));
}

/// Products with a witness for codes whose examples have none.
const LOSSES: [(Code, &str, &str); 8] = [
    (Code::DuplicateKey, "", r#"{"id":101,"licence_term":"P5D","licence_term":"P1M",#}"#),
    (Code::TypeMismatch, "", r#"{"id":101,"licence_term":5,#}"#),
    (
        Code::IdRange,
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[0,0],"renew_ar":{"enable":true}}}"#,
    ),
    (Code::TermFormat, "", r#"{"id":101,"licence_term":"1M",#}"#),
    (
        Code::ArRequiredWithoutAr,
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"required":true}}}"#,
    ),
    (
        Code::EmailInChain,
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_email":true}}"#,
    ),
    (
        Code::TrialMixedPrices,
        "",
        r#"{"id":101,"licence_term":"P1M","variants":[{"price":{"common":{"price":"0.00"}}},{"price":{"common":{"price":"9.90"}}}],#}"#,
    ),
    (Code::RenewSettingsMissing, r#"{"operation":"create","role":"initiator"}"#, r#"{"id":101,"licence_term":"P1M"}"#),
];

/// Checks that exactly the codes for which `can_have_witness` holds have a witness: in their example or in [`LOSSES`].
#[test]
fn each_costly_code_has_a_witness() {
    let settings = r#""renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}"#;
    let has_loss = |code: Code| {
        LOSSES.iter().filter(|(other, ..)| *other == code).any(|(_, options, product)| {
            let (product, options) = (product.replace('#', settings), Options::from_json(options).unwrap());
            let report = check(&*product, &options);
            let mut found = report.diagnostics.iter().filter(|diagnostic| diagnostic.code == code);
            found.any(|diagnostic| witness(&*product, diagnostic, &purchase()).unwrap().is_some())
        })
    };
    for code in Code::ALL {
        let is_found = example_witness(*code, &purchase()).is_some() || has_loss(*code);
        assert_eq!(is_found, can_have_witness(*code), "{code}");
    }
}

/// Checks every diagnostic of products, and returns how many have a witness.
fn replay_all(text: &str, is_catalogue: bool, options: &TimelineOptions) -> usize {
    let set = Options::default().with_limits(options.limits).with_trial(options.trial).with_payment(options.payment);
    let diagnostics =
        if is_catalogue { check_catalogue(text, &set).diagnostics } else { check(text, &set).diagnostics };
    let mut count = 0;
    for diagnostic in &diagnostics {
        let Ok(Some(found)) = witness(text, diagnostic, options) else { continue };
        assert_eq!((found.code, &found.path), (diagnostic.code, &diagnostic.path));
        replay(&found).unwrap();
        assert!(!found.describe(&Sentences::english()).contains('{'), "{found:#?}");
        count += 1;
    }
    count
}

#[test]
fn witness_of_random_products_replays() {
    let mut count = 0;
    for seed in renewal_rules_oracle::cases::random_cases(500) {
        let data = Dice(seed).bytes(400);
        let mut choices = Choices::new(&data);
        let set = make::purchase_options(&mut choices, false);
        let options = TimelineOptions::from_json(&set).unwrap_or_else(|_| purchase());
        count += replay_all(&make::product(&mut choices), false, &options);
        let all = make::catalogue(&mut choices);
        count += replay_all(&format!("[{}]", all.join(",")), true, &options);
    }
    assert!(count > 250, "{count} witnesses");
}

/// Products with combinations of term, price, chain and kinds.
fn product() -> impl Strategy<Value = String> {
    let term = prop::sample::select(vec!["P1M", "P6D", "P5D", "P3D", "P0D", "-", "1M"]);
    let price = prop::sample::select(vec!["9.90", "0.00", "-", "A=0.00|B=1.00"]);
    let chain = prop::sample::select(vec![
        "[101,101]",
        "[102,102]",
        "[102,103,103]",
        "[]",
        "[102]",
        "[102,103]",
        "[101,102,102]",
        "[102,103,102,102]",
        "",
    ]);
    let kinds = prop::sample::subsequence(vec!["ar", "pmr", "email"], 0..=3);
    let mandatory = prop::bool::ANY;
    (term, price, chain, kinds, mandatory).prop_map(|(term, price, chain, kinds, mandatory)| {
        let kinds = kinds.join(" ");
        let kinds = if mandatory { kinds.replacen("ar", "ar!", 1) } else { kinds };
        products(&format!("101 {term} {price} {chain} {kinds}"))
    })
}

proptest! {
    /// If the purchase of a product is never renewed although it has renewal settings, some diagnostic has a witness.
    #[test]
    fn every_lost_renewal_has_a_witness(product in product()) {
        let report = check(&product, &Options::default());
        let found = replay_all(&product, false, &purchase());
        let timeline = timeline_at(&product, 0, &purchase()).unwrap();
        let is_configured = product.contains("renew_settings");
        let reported = report.diagnostics.iter().any(|diagnostic| diagnostic.severity != Severity::Info);
        if is_configured && timeline.decision.kind.is_none() && reported {
            prop_assert!(found > 0, "{product} {report:#?}");
        }
    }
}
