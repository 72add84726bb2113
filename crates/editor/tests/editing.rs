//! Tests the summary sentence, the table of kinds per buyer and the free trial of an editor.

use proptest::prelude::*;
use renewal_rules::catalogue::TimelineError;
use renewal_rules::{
    Configuration, Consent, EffectiveKind, Outcome, Payment, Rejection, RenewalKind, Severity, TermUnit, Undecided,
    apply_patch,
};
use renewal_rules_editor::{free_trial, outline, term};
use renewal_rules_preview::timeline::timeline_at;
use renewal_rules_preview::timeline::{MAX_RENEWALS, Note, TimelineOptions};
use renewal_rules_preview::{Answer, Picture, WORDS_RUSSIAN, Words, WordsError, answer};

const KINDS: &str = r#""renew_ar":{"enable":true},"renew_pmr":true,"renew_email":true"#;

fn options() -> TimelineOptions {
    TimelineOptions::new("2026-01-31".parse().unwrap())
}

fn product(id: u64, term: &str, price: &str, settings: &str) -> String {
    let settings = if settings.is_empty() { String::new() } else { format!(r#","renew_settings":{{{settings}}}"#) };
    format!(
        r#"{{"id":{id},"licence_term":"{term}"{settings},"variants":[{{"vendor_code":"V","sku":"S{id}",
            "price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}]}}"#
    )
}

fn set_up(products: &[String]) -> String {
    format!("[{}]", products.join(","))
}

fn chain(ids: &str, kinds: &str) -> String {
    format!(r#""product_id_for_renew":[{ids}],{kinds}"#)
}

fn said(text: &str) -> Answer {
    answer(text, 0, &options(), &Words::english()).unwrap()
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn sentence_describes_each_configuration() {
    let required = r#""renew_ar":{"enable":true,"required":true}"#;
    let pmr = r#""renew_pmr":true"#;
    let later = || product(102, "P3M", "4.90", "");
    let last = || product(103, "P1M", "9.90", "");
    let cases = [
        (
            product(101, "P12M", "9.90", &chain("101,101", KINDS)),
            "A buyer who consents to auto renewal is charged 9.90 USD automatically every year. One who \
             declines or cannot consent gets a pre-filled order to pay.",
        ),
        (
            product(101, "P30D", "9.90", &chain("101,101", pmr)),
            "Every buyer gets a pre-filled order to pay 9.90 USD every 30 days.",
        ),
        (
            set_up(&[product(101, "P14D", "0.00", &chain("102,103,103", required)), later(), last()]),
            "A buyer uses it free of charge for 14 days, then is charged automatically: 4.90 USD for 3 \
             months, then 9.90 USD every month. One who cannot consent to auto renewal is offered no \
             renewal.",
        ),
        (
            set_up(&[product(101, "P1M", "1.00", &chain("102,103,103", pmr)), later(), last()]),
            "Every buyer pays 1.00 USD for 1 month, then gets a pre-filled order to pay each time: 4.90 \
             USD for 3 months, then 9.90 USD every month.",
        ),
        (
            set_up(&[product(101, "P14D", "0.00", &chain("102,102", required)), product(102, "P5D", "9.90", "")]),
            "A buyer uses it free of charge for 14 days, then is charged 9.90 USD automatically once. Product 102 has a term of 5 days, \
             but AR renewal needs at least 6 days: its period is not renewed. One who \
             cannot consent to auto renewal is offered no renewal.",
        ),
        (
            set_up(&[
                product(101, "P1M", "1.00", &chain("102,103,103", pmr)),
                later(),
                product(103, "P0D", "9.90", ""),
            ]),
            "Every buyer pays 1.00 USD for 1 month, then gets a pre-filled order to pay each time: 4.90 \
             USD for 3 months, then 9.90 USD once. Product 103 has a term of zero, which is unlimited and never renewed.",
        ),
        (
            set_up(&[
                product(101, "P1M", "1.00", &chain("102,103,104,104", pmr)),
                product(102, "P1M", "9.90", ""),
                product(103, "P1M", "9.90", ""),
            ]),
            "Every buyer pays 1.00 USD for 1 month, then gets a pre-filled order to pay 9.90 USD every \
             month. Product 104, which comes next in the chain, is not among the products.",
        ),
        (
            // Email needs 4 days online and 11 offline.
            product(101, "P7D", "9.90", &chain("101,101", r#""renew_ar":{"enable":true},"renew_email":true"#)),
            "A buyer who consents to auto renewal is charged 9.90 USD automatically every 7 days. With \
             online payment, one who declines or cannot consent gets a message with a link to renew. \
             With offline payment, one who declines or cannot consent is offered no renewal.",
        ),
        (
            // Buyers who pay offline are offered nothing, whatever their consent.
            product(101, "P5D", "9.90", &chain("101,101", r#""renew_email":true"#)),
            "A buyer who pays online gets a message with a link to renew for 9.90 USD every 5 days. One \
             who pays offline is offered no renewal.",
        ),
        (
            // A renewal term too short for one payment method ends the renewals of that method only.
            set_up(&[
                product(101, "P1M", "9.90", &chain("102,102", r#""renew_email":true"#)),
                product(102, "P5D", "4.90", ""),
            ]),
            "A buyer who pays online pays 9.90 USD for 1 month, then gets a message with a link to renew \
             for 4.90 USD every 5 days. One who pays offline pays 9.90 USD for 1 month, then gets a \
             message with a link to renew for 4.90 USD once. Product 102 has a term of 5 days, \
             but Email renewal needs at least 11 days: its period is not renewed.",
        ),
        (
            // AR needs six days; PMR has no known minimum.
            set_up(&[product(101, "P1M", "9.90", &chain("102,102", KINDS)), product(102, "P5D", "9.90", "")]),
            "A buyer who consents to auto renewal pays 9.90 USD for 1 month, then is charged 9.90 USD \
             automatically once. Product 102 has a term of 5 days, \
             but AR renewal needs at least 6 days: its period is not renewed. One who declines or cannot consent pays 9.90 USD for 1 month, then gets a \
             pre-filled order to pay 9.90 USD every 5 days.",
        ),
        (
            set_up(&[product(101, "P12M", "50.00", &chain("102,102", required)), product(102, "P1M", "5.00", "")]),
            "A buyer pays 50.00 USD for 12 months, then is charged 5.00 USD automatically every month. \
             One who cannot consent to auto renewal is offered no renewal.",
        ),
        (
            set_up(&[
                product(101, "P1M", "4.90", &chain("102,103,104,104", required)),
                product(102, "P1M", "4.90", ""),
                product(103, "P1M", "4.90", ""),
                product(104, "P1M", "9.90", ""),
            ]),
            "A buyer pays 4.90 USD for 1 month, then is charged automatically: 2 times 4.90 USD for 1 \
             month, then 9.90 USD every month. One who cannot consent to auto renewal is offered no \
             renewal.",
        ),
        (
            set_up(&[product(101, "P1M", "1.00", &chain("205,205", pmr))]),
            "Every buyer pays 1.00 USD for 1 month, then gets a pre-filled order to pay a price that is \
             not stated after each term. Product 205, which comes next in the chain, is not among the products.",
        ),
        (
            product(101, "P1M", "1.00", &chain("101,101", r#""renew_pmr":false"#)),
            "Nothing renews: no renewal kind applies.",
        ),
        (product(101, "P1M", "1.00", ""), "Nothing renews yet: there are no renewal settings."),
        (product(101, "P1M", "1.00", &chain("102,103", pmr)), "Nothing renews yet: the list of renewals is not valid."),
    ];
    for (text, sentence) in cases {
        assert_eq!(said(&text).sentence, sentence, "{text}");
    }
}

/// Openings of a sentence and the buyers that each selects, by payment and by consent.
const WHO: &[(&str, &[Payment], &[Consent])] = {
    use Consent::{Declined, Given, Unavailable};
    use Payment::{Offline, Online};
    &[
        ("Every buyer ", Payment::ALL, Consent::ALL),
        ("A buyer who pays online ", &[Online], Consent::ALL),
        ("One who pays offline ", &[Offline], Consent::ALL),
        ("A buyer who consents to auto renewal ", Payment::ALL, &[Given]),
        ("With online payment, one who declines or cannot consent ", &[Online], &[Declined, Unavailable]),
        ("With offline payment, one who declines or cannot consent ", &[Offline], &[Declined, Unavailable]),
        ("One who declines or cannot consent ", Payment::ALL, &[Declined, Unavailable]),
        ("With online payment, one who cannot consent to auto renewal ", &[Online], &[Unavailable]),
        ("With offline payment, one who cannot consent to auto renewal ", &[Offline], &[Unavailable]),
        ("One who cannot consent to auto renewal ", Payment::ALL, &[Unavailable]),
        ("A buyer ", Payment::ALL, &[Given, Declined]),
    ]
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_sentence_is_true_of_every_buyer(
        terms in prop::array::uniform3(prop::sample::select(vec!["P5D", "P8D", "P12D", "P1M"])),
        prices in prop::array::uniform3(prop::sample::select(vec!["0.00", "1.00", "9.90"])),
        chained in prop::sample::select(vec!["101,101", "102,102", "102,103,103", "102,104,104"]),
        [ar, required, pmr, email] in any::<[bool; 4]>(),
        pmr_minimums in prop::array::uniform2(prop::option::of(4..15_u32)),
    ) {
        let kinds = format!(
            r#""renew_ar":{{"enable":{ar},"required":{required}}},"renew_pmr":{pmr},"renew_email":{email}"#
        );
        let text = set_up(&[
            product(101, terms[0], prices[0], &chain(chained, &kinds)),
            product(102, terms[1], prices[1], ""),
            product(103, terms[2], prices[2], ""),
        ]);
        let mut options = options().with_renewals(3);
        [options.limits.pmr_online_min_days, options.limits.pmr_offline_min_days] = pmr_minimums;
        let answer = answer(&text, 0, &options, &Words::english()).unwrap();
        let sentence = &answer.sentence;
        if answer.cells.iter().all(|cell| cell.kind.is_none()) {
            prop_assert!(sentence.starts_with("Nothing renews"), "{}", sentence);
            return Ok(());
        }
        // Returns the statement about each group; the groups cover all buyers and do not overlap.
        let sentences: Vec<&str> = sentence.split_inclusive(". ").collect();
        let mut said: Vec<(&[Payment], &[Consent], String)> = Vec::new();
        for one in sentences {
            match WHO.iter().find(|(who, ..)| one.starts_with(who)) {
                Some((who, payments, consents)) => {
                    said.push((payments, consents, one[who.len()..].into()));
                }
                None => said.last_mut().unwrap().2.push_str(one),
            }
        }
        for cell in &answer.cells {
            let of_cell = said.iter().enumerate().filter(|(_, (payments, consents, _))| {
                payments.contains(&cell.payment) && consents.contains(&cell.consent)
            });
            let of_cell: Vec<_> = of_cell.collect();
            prop_assert_eq!(of_cell.len(), 1, "{}", sentence);
            let (at, (_, _, phrase)) = of_cell[0];
            let says = match cell.kind {
                None => "is offered no renewal",
                Some(EffectiveKind::Ar | EffectiveKind::ArTrial) => "is charged",
                Some(EffectiveKind::Pmr) => "gets a pre-filled order to pay",
                Some(EffectiveKind::Email) => "gets a message with a link to renew",
            };
            prop_assert!(phrase.contains(says), "{:?}: {}", cell, sentence);
            let mut options = options.clone();
            (options.payment, options.consent) = (Some(cell.payment), cell.consent);
            let timeline = timeline_at(&text, 0, &options).unwrap();
            let is_last = |text: &str| text.contains("Product ");
            let ends = cell.kind.is_some() && timeline.stop.is_some();
            let until_end = said[at..].iter().map(|(_, _, phrase)| phrase);
            let is_told = until_end.take_while(|one| !one.contains("no renewal")).any(|one| is_last(one));
            prop_assert!(if ends { is_told } else { !is_last(phrase) }, "{}", sentence);
            // If the price does not change, the sentence says only that.
            let is_whole = |phrase: &&String| phrase.contains("USD");
            let mut before = said[..=at].iter().rev().map(|(_, _, phrase)| phrase);
            let told = before.find(is_whole).unwrap_or(phrase);
            if cell.kind.is_some() {
                for period in &timeline.periods[1..] {
                    let price = period.price.as_ref().unwrap();
                    prop_assert!(told.contains(&format!("{price} USD")), "{}", sentence);
                }
                let first = &timeline.periods[0];
                if let Some(next) = timeline.periods.get(1)
                    && (&first.price, first.licence_term) != (&next.price, next.licence_term)
                {
                    let term = first.licence_term.unwrap().count();
                    let free = format!("free of charge for {term}");
                    let paid = format!("pays {} USD for {term}", first.price.as_ref().unwrap());
                    prop_assert!(told.contains(if answer.trial { &free } else { &paid }), "{}", sentence);
                }
            }
        }
    }
}

#[test]
fn cell_explains_how_its_kind_was_chosen() {
    let answer = said(&product(101, "P1M", "9.90", &chain("101,101", KINDS)));
    assert_eq!(answer.cells.len(), 6);
    assert_eq!(answer.configuration_name, "The product renews itself");
    let ladder = &answer.cells[1].ladder;
    assert_eq!(answer.cells[1].name, "Pre-filled order to pay");
    assert_eq!(ladder[0].outcome, Outcome::Rejected);
    assert_eq!(ladder[0].says, "It does not apply: the buyer declined auto renewal.");
    assert_eq!(ladder[1].assumed, ["limits.pmrOnlineMinDays"]);
    assert_eq!(ladder[2].says, "Not looked at: a kind before it applies.");
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn sentences_can_be_russian() {
    let words = Words::from_json(WORDS_RUSSIAN).unwrap();
    let text = product(101, "P3M", "9.90", &chain("101,101", KINDS));
    assert_eq!(
        answer(&text, 0, &options(), &words).unwrap().sentence,
        "Покупатель, который согласен на автопродление, автоматически платит 9.90 USD раз в 3 месяца. \
         Тот, кто отказался или не может согласиться, получает готовый заказ на оплату."
    );
    let other_placeholders = WORDS_RUSSIAN.replacen("{phrase}", "", 1);
    assert_eq!(Words::from_json(&other_placeholders), Err(WordsError::Sentence("sentence-all".into())));
    let misspelt = WORDS_RUSSIAN.replacen("\"step\"", "\"stepp\"", 1);
    assert_eq!(Words::from_json(&misspelt), Err(WordsError::Sentence("stepp".into())));
    assert_eq!(Words::from_json("["), Err(WordsError::NotATable));
}

#[test]
fn untranslated_sentence_stays_english() {
    assert_eq!(Words::from_json("{}"), Ok(Words::english()));
    let words = Words::from_json(r#"{"kind-none":"Продления нет","kind-ar":" "}"#).unwrap();
    assert_eq!(words.text("kind-none"), "Продления нет");
    assert_eq!(words.text("kind-ar"), Words::english().text("kind-ar"));
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn every_enum_value_has_a_sentence() {
    fn has<T: Copy + Into<&'static str>>(group: &str, all: &[T]) {
        for word in all {
            let word: &str = (*word).into();
            assert_ne!(Words::english().text(&format!("{group}{word}")), "", "{group}{word}");
        }
    }
    has("kind-", EffectiveKind::ALL);
    has("name-", RenewalKind::ALL);
    has("reason-", Rejection::ALL);
    has("undecided-", Undecided::ALL);
    has("", Configuration::ALL);
    has("compare-", Severity::ALL);
    has("compare-", Payment::ALL);
    has("compare-", Consent::ALL);
}

#[test]
fn the_outline_reads_a_chain_that_is_wrong() {
    let text = r#"[{"id":101,"name":"A","renew_settings":{"product_id_for_renew":[102,"x",102,101,103]}},5]"#;
    let products = outline(text).unwrap();
    let ids: Vec<u64> = products[0].renewals.iter().map(|id| id.get()).collect();
    assert_eq!(ids, [102, 103]);
    assert_eq!((products[1].path.as_str(), products[1].initiates), ("/1", false));
    let decimal = r#"{"id":101,"renew_settings":{"product_id_for_renew":[102.0,1.02e2,103]}}"#;
    let ids = outline(decimal).unwrap().remove(0).renewals;
    assert_eq!(ids.iter().map(|id| id.get()).collect::<Vec<_>>(), [102, 103]);
    assert_eq!(outline("{}").unwrap()[0].path, "");
    assert_eq!(answer(text, 7, &options(), &Words::english()), Err(TimelineError::NoProducts));
}

#[test]
fn free_trial_is_built_from_any_product() {
    for (before, after) in [
        ("{}", r#"{"renew_settings":{"renew_ar":{"enable":true,"required":true}}}"#),
        (
            r#"{"renew_settings":{"renew_ar":5},"variants":[{"price":1},2,{}]}"#,
            r#"{"renew_settings":{"renew_ar":{"enable":true,"required":true}},"variants":[{"price":{"common":{"price":"0.00"}}},2,{"price":{"common":{"price":"0.00"}}}]}"#,
        ),
    ] {
        let made = apply_patch(before, &free_trial(before).unwrap()).unwrap();
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&made), value(after));
    }
    // Fields that the editor does not understand are preserved.
    for product in ["[]", "{", r#"{"renew_settings":[102,102]}"#, r#"{"renew_settings":null}"#] {
        assert_eq!(free_trial(product), None, "{product}");
    }
}

#[test]
fn repeating_price_is_named_however_late() {
    let ids: Vec<String> = (102..142).map(|id| id.to_string()).collect();
    let settings = chain(&[&ids[..], &["141".into()]].concat().join(","), KINDS);
    let mut products = vec![product(101, "P1M", "9.90", &settings)];
    products.extend((102..141).map(|id| product(id, "P1M", "9.90", "")));
    products.push(product(141, "P1M", "99.90", ""));
    let sentence = said(&set_up(&products)).sentence;
    assert!(sentence.contains("then 99.90 USD every month"), "{sentence}");
}

#[test]
fn a_timeline_follows_a_limited_number_of_renewals() {
    let text = product(101, "P1M", "9.90", &chain("101,101", KINDS));
    let most = options().with_renewals(MAX_RENEWALS);
    assert_eq!(timeline_at(&text, 0, &most).unwrap().periods.len(), 1001);
    let error = timeline_at(&text, 0, &options().with_renewals(MAX_RENEWALS + 1)).unwrap_err();
    assert_eq!(error, TimelineError::TooManyRenewals(MAX_RENEWALS + 1));
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn a_picture_marks_today_and_has_no_small_text() {
    let text = product(101, "P1M", "9.90", &chain("101,101", KINDS));
    let timeline = timeline_at(&text, 0, &options()).unwrap();
    let mut how = Picture::default();
    how.today = "2026-02-10".parse().ok();
    let svg = timeline.to_svg(&how);
    assert!(svg.contains(">today<") && svg.contains("class=\"tick\"") && svg.contains("class=\"order\""));
    assert!(svg.contains("9.90 USD, charged"));
    let sizes = svg.split("font-size=\"").skip(1);
    assert!(sizes.map(|rest| rest.split('"').next().unwrap().parse::<u32>().unwrap()).all(|size| size >= 12));
    how.today = "2031-01-01".parse().ok();
    assert!(!timeline.to_svg(&how).contains(">today<"));
    how.words = Words::from_json(WORDS_RUSSIAN).unwrap();
    assert!(timeline.to_svg(&how).contains("списание"));
}

#[test]
fn a_term_is_written_as_it_is_typed() {
    assert_eq!(term("6", TermUnit::Days), "P6D");
    assert_eq!(term("1,5", TermUnit::Months), "P1,5M");
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn options_errors_are_translated() {
    let russian = Words::from_json(WORDS_RUSSIAN).unwrap();
    for (options, english, said) in [
        ("[", "the options must be an object", "параметры должны быть объектом"),
        (
            r#"{"limits":{"x":1}}"#,
            "there is no option `limits.x`; the options are `arMinDays`, `emailOnlineMinDays`, \
             `emailOfflineMinDays`, `pmrOnlineMinDays`, `pmrOfflineMinDays`",
            "параметра `limits.x` нет; есть параметры `arMinDays`, `emailOnlineMinDays`, \
             `emailOfflineMinDays`, `pmrOnlineMinDays`, `pmrOfflineMinDays`",
        ),
        (
            r#"{"limits":{"arMinDays":"x"}}"#,
            "the option `limits.arMinDays` must be a whole number from 0 to 4294967295",
            "параметр `limits.arMinDays` должен быть целым числом от 0 до 4294967295",
        ),
        (
            r#"{"limits":5}"#,
            "the option `limits` must be an object of minimum terms",
            "параметр `limits` должен быть объектом с минимальными сроками",
        ),
        (
            r#"{"rules":{"patch-emty":"off"}}"#,
            "the option `rules` names `patch-emty`, but there is no such code; did you mean `patch-empty`?",
            "в параметре `rules` указан код `patch-emty`, но такого кода нет; возможно, это `patch-empty`?",
        ),
        (
            r#"{"rules":{"Patch_Empty":"off"}}"#,
            "the option `rules` names `Patch_Empty`, but there is no such code; did you mean `patch-empty`?",
            "в параметре `rules` указан код `Patch_Empty`, но такого кода нет; возможно, это `patch-empty`?",
        ),
        (
            r#"{"rules":{"x":"off"}}"#,
            "the option `rules` names `x`, but there is no such code",
            "в параметре `rules` указан код `x`, но такого кода нет",
        ),
        (
            r#"{"rules":{"patch-empty":"no"}}"#,
            "the option `rules.patch-empty` must be one of `off`, `info`, `warning`, `error`",
            "параметр `rules.patch-empty` должен быть одним из слов `off`, `info`, `warning`, `error`",
        ),
        (
            r#"{"rules":{"json-syntax":"off"}}"#,
            "the option `rules.json-syntax` must be left out: what is not JSON cannot be checked",
            "параметр `rules.json-syntax` должен быть убран: то, что не JSON, проверить нельзя",
        ),
        (
            r#"{"rules":1}"#,
            "the option `rules` must be an object that gives codes the level `off`, `info`, \
             `warning` or `error`",
            "параметр `rules` должен быть объектом, который даёт кодам уровень `off`, `info`, \
             `warning` или `error`",
        ),
        (
            r#"{"trial":1}"#,
            "the option `trial` must be true or false",
            "параметр `trial` должен быть значением true или false",
        ),
        (
            r#"{"productId":0}"#,
            "the option `productId` must be a whole number from 1 to 9007199254740991",
            "параметр `productId` должен быть целым числом от 1 до 9007199254740991",
        ),
        (
            r#"{"current":1}"#,
            "the option `current` must be the product as it is, an object",
            "параметр `current` должен быть объектом — продуктом, каков он сейчас",
        ),
    ] {
        let error = renewal_rules::Options::from_json(options).unwrap_err();
        assert_eq!(error.to_string(), english);
        assert_eq!(Words::english().options_error(&error), english);
        assert_eq!(russian.options_error(&error), said);
    }
    for (options, said) in [
        (r#"{"purchaseDate":""}"#, "параметр `purchaseDate` должен быть датой вида 2026-01-31"),
        (r#"{"renewals":1001}"#, "параметр `renewals` должен быть целым числом от 0 до 1000"),
    ] {
        let error = TimelineOptions::from_json(options).unwrap_err();
        assert_eq!(russian.options_error(&error), said);
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn notes_are_translated() {
    let russian = Words::from_json(WORDS_RUSSIAN).unwrap();
    for note in Note::ALL {
        assert_eq!(Words::english().note(*note), note.message());
        assert_ne!(russian.note(*note), note.message());
    }
}
