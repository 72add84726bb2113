//! Runs the corpus for other implementations against the crates of this workspace.

use std::collections::BTreeMap;

use renewal_rules::Code;
use renewal_rules_corpus_runner::{Case, cases, statistics};
use renewal_rules_oracle::cases::verdict;

#[test]
fn results_are_those_of_the_corpus() {
    let failures: Vec<String> = cases().iter().filter_map(Case::difference).collect();
    verdict(&failures);
}

#[test]
fn corpus_has_the_counted_cases() {
    let cases = cases();
    let lines: usize = renewal_rules_corpus::GROUPS.iter().map(|group| group.cases.lines().count()).sum();
    assert_eq!(cases.len(), lines, "a line is not a case");
    let committed = include_str!("../corpus/statistics.txt");
    assert_eq!(statistics(&cases), committed, "`cargo xtask corpus` writes `corpus/statistics.txt`");
}

#[test]
fn each_code_has_three_hits_and_near_misses() {
    let cases = cases();
    let by_id: BTreeMap<&str, &Case> = cases.iter().map(|case| (case.id.as_str(), case)).collect();
    assert_eq!(by_id.len(), cases.len(), "two cases have one id");
    let has = |case: &Case, code: &str| case.codes().any(|(other, _)| other == code);
    for code in Code::KEYWORDS {
        let near = cases.iter().filter_map(|case| Some((case, case.near_miss.as_ref()?)));
        let near: Vec<_> = near.filter(|(_, (missed, _))| missed == code).collect();
        for (case, (_, of)) in &near {
            assert!(!has(case, code) && has(by_id[of.as_str()], code), "{}", case.id);
        }
        let hits = cases.iter().filter(|case| has(case, code)).count();
        assert!(hits >= 3 && near.len() >= 3, "{code}: {hits} hits, {} near misses", near.len());
    }
}
