//! Runs the corpus for other implementations against the crates of this workspace.

use std::collections::{BTreeMap, BTreeSet};

use renewal_rules::{Code, Outcome, Rejection, Undecided};
use renewal_rules_corpus_runner::{CHECKS, Case, cases, check_group, statistics};
use renewal_rules_oracle::cases::verdict;
use renewal_rules_preview::timeline::{Note, Paid, StopReason};

#[test]
fn results_match_the_corpus() {
    let failures: Vec<String> = cases().iter().filter_map(Case::difference).collect();
    verdict(&failures);
}

#[test]
fn corpus_has_the_counted_cases() {
    let cases = cases();
    let lines: usize = renewal_rules_corpus::GROUPS.iter().map(|group| group.cases.lines().count()).sum();
    assert_eq!(cases.len(), lines, "each line of the corpus is a case");
    let committed = include_str!("../corpus/statistics.txt");
    assert_eq!(statistics(&cases), committed, "`corpus/statistics.txt` is stale: run `cargo xtask corpus`");
}

/// Message templates of `json-syntax` that the corpus does not cover: for values that only JavaScript has, and for
/// bytes that are not UTF-8.
const NOT_OF_TEXT: [&str; 4] = ["no-form", "not-json", "other", "misuse"];

#[test]
fn corpus_covers_each_template_and_outcome() {
    let cases = cases();
    let templates: BTreeSet<(&str, &str)> = cases.iter().flat_map(Case::codes).collect();
    let rules = Code::ALL.iter().map(|code| code.rule());
    let all = rules.flat_map(|rule| rule.templates.iter().map(|template| (rule.code.as_str(), template.id)));
    let is_of_text = |(code, id): &(&str, &str)| *code != "json-syntax" || !NOT_OF_TEXT.contains(id);
    let missing: Vec<_> = all.filter(|found| is_of_text(found) && !templates.contains(found)).collect();
    assert!(missing.is_empty(), "templates without a case: {missing:?}");
    let expected: String = cases.iter().map(|case| case.expected.to_string()).collect();
    let outcomes = [Rejection::KEYWORDS, Undecided::KEYWORDS, Outcome::KEYWORDS, StopReason::KEYWORDS, Paid::KEYWORDS];
    for outcome in outcomes.concat() {
        assert!(expected.contains(&format!("\"{outcome}\"")), "no case has `{outcome}`");
    }
    for note in Note::ALL {
        assert!(expected.contains(&format!("{{\"code\":\"{}\"}}", note.as_str())), "no case has `{}`", note.as_str());
    }
}

#[test]
fn each_code_has_three_hits_and_near_misses() {
    let cases = cases();
    let by_id: BTreeMap<&str, &Case> = cases.iter().map(|case| (case.id.as_str(), case)).collect();
    assert_eq!(by_id.len(), cases.len(), "ids of cases are unique");
    let has = |case: &Case, code: &str| case.codes().any(|(other, _)| other == code);
    for code in Code::KEYWORDS {
        let near = cases.iter().filter_map(|case| Some((case, case.near_miss.as_ref()?)));
        let near: Vec<_> = near.filter(|(_, (missed, _))| missed == code).collect();
        for (case, (_, of)) in &near {
            assert!(!has(case, code) && has(by_id[of.as_str()], code), "{}", case.id);
        }
        let hits = cases.iter().filter(|case| has(case, code)).count();
        assert!(
            hits >= 3 && near.len() >= 3,
            "expected three hits and three near misses of {code}, found {hits} and {}",
            near.len()
        );
    }
}

/// Groups of cases that other implementations can support in any order. Each has the calls that it tests.
const CALLS: [(&str, &[&str]); 4] = [
    ("decision", &["effectiveKind"]),
    ("setup", &["checkSetup"]),
    ("fix", &["fix", "fixCatalogue", "fixCatalogueLines"]),
    ("timeline", &["timeline"]),
];

#[test]
fn corpus_cases_need_no_later_group() {
    let names: Vec<&str> = renewal_rules_corpus::GROUPS.iter().map(|group| group.name).collect();
    assert_eq!(names, CHECKS.iter().chain(&CALLS).map(|(name, _)| *name).collect::<Vec<_>>());
    let position = |wanted: &str| CHECKS.iter().position(|(name, _)| *name == wanted).unwrap();
    let cases = cases();
    for case in &cases {
        if let Some((_, calls)) = CALLS.iter().find(|(name, _)| *name == case.group) {
            assert!(calls.contains(&case.call.as_str()), "{}", case.id);
            continue;
        }
        let (own, options) = (position(&case.group), &case.options);
        assert_eq!(case.call.starts_with("checkCatalogue"), case.group == "catalogue", "{}", case.id);
        let is_trial = case.expected["trial"] == true || !options["trial"].is_null();
        let has_role = options["operation"] == "create" || !options["role"].is_null();
        let needs = [(is_trial, "trial"), (has_role, "role"), (options["operation"] == "update", "update")];
        let needed = needs.iter().filter(|(is_needed, _)| *is_needed).map(|(_, name)| position(name));
        let needed = needed.chain(case.codes().map(|(code, _)| check_group(code).unwrap())).max();
        assert!(needed <= Some(own), "{} needs the rules of {:?}", case.id, needed.map(|nth| CHECKS[nth].0));
    }
    for (group, _) in CHECKS.iter().chain(&CALLS) {
        let count = cases.iter().filter(|case| case.group == *group).count();
        assert!(count > 100, "{group} has {count} cases");
    }
}
