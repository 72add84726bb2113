//! Tests the summary of a product: its sentence, the table of kinds, and their translation.

use std::fmt::Write as _;

use proptest::prelude::*;
use renewal_rules::catalogue::TimelineError;
use renewal_rules::{
    Configuration, Consent, EffectiveKind, Outcome, Payment, Rejection, RenewalKind, Severity, Undecided,
};
use renewal_rules_preview::timeline::{Note, Timeline, TimelineOptions, timeline_at};
use renewal_rules_preview::{SENTENCES_RUSSIAN, Sentences, SentencesError, Summary, summarize};

use super::{products, russian};

fn options() -> TimelineOptions {
    TimelineOptions::new("2026-01-31".parse().unwrap())
}

fn summary_of(text: &str) -> Summary {
    summarize(text, 0, &options(), &Sentences::english()).unwrap()
}

/// Products with different sentences.
const CASES: &[&str] = &[
    "101 P12M 9.90 [101,101] ar pmr email",
    "101 P30D 9.90 [101,101] pmr",
    "101 P14D 0.00 [102,103,103] ar!; 102 P3M 4.90; 103 P1M 9.90",
    "101 P1M 1.00 [102,103,103] pmr; 102 P3M 4.90; 103 P1M 9.90",
    "101 P14D 0.00 [102,102] ar!; 102 P5D 9.90",
    "101 P1M 1.00 [102,103,103] pmr; 102 P3M 4.90; 103 P0D 9.90",
    "101 P1M 1.00 [102,103,104,104] pmr; 102 P1M 9.90; 103 P1M 9.90",
    // The minimum term of Email is 4 days with online payment, and 11 days with offline payment.
    "101 P7D 9.90 [101,101] ar email",
    // No renewal kind applies to buyers who pay offline, whatever their consent.
    "101 P5D 9.90 [101,101] email",
    // A renewal term too short for one payment method ends the renewals of that method only.
    "101 P1M 9.90 [102,102] email; 102 P5D 4.90",
    // The renewal's term of 5 days is too short for AR, but not for PMR, which has no minimum by default.
    "101 P1M 9.90 [102,102] ar pmr email; 102 P5D 9.90",
    "101 P12M 50.00 [102,102] ar!; 102 P1M 5.00",
    "101 P1M 4.90 [102,103,104,104] ar!; 102 P1M 4.90; 103 P1M 4.90; 104 P1M 9.90",
    "101 P1M 1.00 [205,205] pmr",
    "101 P1M 1.00 [101,101]",
    "101 P1M 1.00",
    "101 P1M 1.00 [102,103] pmr",
];

#[test]
fn sentence_describes_each_configuration() {
    let mut text = String::new();
    for case in CASES {
        let _ = writeln!(text, "{case}\n  {}", summary_of(&products(case)).sentence);
    }
    insta::assert_snapshot!("sentences", text);
}

/// Beginnings of a sentence, with the buyers that each is about: their payment methods and consents.
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

/// Splits a sentence into the statements about groups of buyers; the groups cover all buyers and do not overlap.
fn statements(sentence: &str) -> Vec<(&'static [Payment], &'static [Consent], String)> {
    let mut said: Vec<(&[Payment], &[Consent], String)> = Vec::new();
    for one in sentence.split_inclusive(". ") {
        match WHO.iter().find(|(who, ..)| one.starts_with(who)) {
            Some((who, payments, consents)) => said.push((payments, consents, one[who.len()..].into())),
            None => said.last_mut().unwrap().2.push_str(one),
        }
    }
    said
}

/// Returns the phrases about prices that the sentence for this timeline must contain.
fn price_phrases(timeline: &Timeline, is_trial: bool) -> Vec<String> {
    let of_renewals = timeline.periods[1..].iter().map(|period| format!("{} USD", period.price.as_ref().unwrap()));
    let mut phrases: Vec<String> = of_renewals.collect();
    let first = &timeline.periods[0];
    if let Some(next) = timeline.periods.get(1)
        && (&first.price, first.licence_term) != (&next.price, next.licence_term)
    {
        let term = first.licence_term.unwrap().count();
        let paid = || format!("pays {} USD for {term}", first.price.as_ref().unwrap());
        phrases.push(if is_trial { format!("free of charge for {term}") } else { paid() });
    }
    phrases
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn sentence_is_true_of_every_buyer(
        terms in prop::array::uniform3(prop::sample::select(vec!["P5D", "P8D", "P12D", "P1M"])),
        prices in prop::array::uniform3(prop::sample::select(vec!["0.00", "1.00", "9.90"])),
        chained in prop::sample::select(vec!["101,101", "102,102", "102,103,103", "102,104,104"]),
        [ar, required, pmr, email] in any::<[bool; 4]>(),
        pmr_minimums in prop::array::uniform2(prop::option::of(4..15_u32)),
    ) {
        let kinds = [(ar, if required { " ar!" } else { " ar" }), (pmr, " pmr"), (email, " email")];
        let kinds: String = kinds.iter().filter(|(is_on, _)| *is_on).map(|(_, kind)| *kind).collect();
        let text = products(&format!(
            "101 {} {} [{chained}]{kinds};102 {} {};103 {} {}",
            terms[0], prices[0], terms[1], prices[1], terms[2], prices[2],
        ));
        let mut options = options().with_renewals(3);
        [options.limits.pmr_online_min_days, options.limits.pmr_offline_min_days] = pmr_minimums;
        let summary = summarize(&text, 0, &options, &Sentences::english()).unwrap();
        let sentence = &summary.sentence;
        if summary.cells.iter().all(|cell| cell.kind.is_none()) {
            prop_assert!(sentence.starts_with("Nothing renews"), "{}", sentence);
            return Ok(());
        }
        let phrases = statements(sentence);
        for cell in &summary.cells {
            let of_cell = phrases.iter().enumerate().filter(|(_, (payments, consents, _))| {
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
            let until_end = phrases[at..].iter().map(|(_, _, phrase)| phrase);
            let is_described = until_end.take_while(|one| !one.contains("no renewal")).any(|one| is_last(one));
            prop_assert!(if ends { is_described } else { !is_last(phrase) }, "{}", sentence);
            // If the price does not change, the sentence says only that.
            let has_amount = |phrase: &&String| phrase.contains("USD");
            let mut before = phrases[..=at].iter().rev().map(|(_, _, phrase)| phrase);
            let with_amounts = before.find(has_amount).unwrap_or(phrase);
            if cell.kind.is_some() {
                for phrase in price_phrases(&timeline, summary.trial) {
                    prop_assert!(with_amounts.contains(&phrase), "no `{}`: {}", phrase, sentence);
                }
            }
        }
    }
}

#[test]
fn cell_explains_how_its_kind_was_chosen() {
    let summary = summary_of(&products("101 P1M 9.90 [101,101] ar pmr email"));
    assert_eq!(summary.cells.len(), 6);
    assert_eq!(summary.configuration_name, "The product renews itself");
    let ladder = &summary.cells[1].ladder;
    assert_eq!(summary.cells[1].name, "Pre-filled order to pay");
    assert_eq!(ladder[0].outcome, Outcome::Rejected);
    assert_eq!(ladder[0].says, "It does not apply: the buyer declined auto renewal.");
    assert_eq!(ladder[1].assumed, ["limits.pmrOnlineMinDays"]);
    assert_eq!(ladder[2].says, "Not looked at: a kind before it applies.");
    assert_eq!(summarize("[{},5]", 7, &options(), &Sentences::english()), Err(TimelineError::NoProducts));
}

#[test]
fn russian_sentences_are_complete() {
    let russian = russian();
    assert!(Sentences::names().all(|name| !russian.get(name).is_empty()));
    assert_eq!(
        summarize(products("101 P3M 9.90 [101,101] ar pmr email"), 0, &options(), &russian).unwrap().sentence,
        "Покупатель, который согласен на автопродление, автоматически платит 9.90 USD раз в 3 месяца. \
         Тот, кто отказался или не может согласиться, получает готовый заказ на оплату."
    );
    for (from, to, name) in [("{phrase}", "", "sentence-all"), ("\"step\"", "\"stepp\"", "stepp")] {
        let broken = SENTENCES_RUSSIAN.replacen(from, to, 1);
        assert_eq!(Sentences::from_json(&broken), Err(SentencesError::Sentence(name.into())));
    }
    assert_eq!(Sentences::from_json("["), Err(SentencesError::NotATable));
    for note in Note::ALL {
        assert_eq!(Sentences::english().note(*note), note.message());
        assert_ne!(russian.note(*note), note.message());
    }
}

#[test]
fn untranslated_sentence_stays_english() {
    assert_eq!(Sentences::from_json("{}"), Ok(Sentences::english()));
    let sentences = Sentences::from_json(r#"{"kind-none":"Продления нет","kind-ar":" "}"#).unwrap();
    assert_eq!(sentences.get("kind-none"), "Продления нет");
    assert_eq!(sentences.get("kind-ar"), Sentences::english().get("kind-ar"));
}

#[test]
fn every_enum_value_has_a_sentence() {
    fn has<T: Copy + Into<&'static str>>(group: &str, all: &[T]) {
        for value in all {
            let value: &str = (*value).into();
            assert_ne!(Sentences::english().get(&format!("{group}{value}")), "", "{group}{value}");
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
fn sentence_names_a_repeating_price_after_40_renewals() {
    let ids: Vec<String> = (102..142).map(|id| id.to_string()).collect();
    let renewals: Vec<_> = (102..141).map(|id| format!("{id} P1M 9.90")).collect();
    let notation = format!("101 P1M 9.90 [{},141] ar;{};141 P1M 99.90", ids.join(","), renewals.join(";"));
    let sentence = summary_of(&products(&notation)).sentence;
    assert!(sentence.contains("then 99.90 USD every month"), "{sentence}");
}
