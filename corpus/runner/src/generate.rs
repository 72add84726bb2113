//! Selects the cases: each covers a feature that no earlier case covers.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use renewal_rules::{Code, Options};
use renewal_rules_corpus_runner::{CHECKS, Case, check_group, run};
use renewal_rules_oracle::rules::agree;
use serde_json::Value;

use crate::features::{features, fix_features};
use crate::mutations::{changes, distance, text_changes};
use crate::sources::{self, Input, fixing};

/// Number of seeds for random inputs.
const SEEDS: u64 = 8_000;
/// Maximum number of cases in a group: the first number applies while combinations are added, the second while random
/// inputs are added afterwards.
const MAX_CASES: [usize; 2] = [240, 520];
/// Maximum number of near misses of a code.
const NEAR_MISSES: usize = 12;
/// Maximum number of cases that are tried as the source of a near miss of a code.
const ATTEMPTS: usize = 60;
/// Maximum length of the input and the options of a random case together, in bytes.
const LONGEST: usize = 420;

/// Generates all cases of the corpus.
pub(crate) fn generate(root: &Path) -> Vec<Case> {
    let mut corpus = Corpus::default();
    for input in sources::rules(root).into_iter().chain(sources::tables(root)).chain(sources::theorems()) {
        corpus.add(input, None);
    }
    corpus.add_near_misses();
    for input in sources::small() {
        corpus.add_if_new(input, MAX_CASES[0]);
    }
    (0..SEEDS).flat_map(sources::random).for_each(|input| corpus.add_if_new(input, MAX_CASES[1]));
    corpus.add_near_misses();
    corpus.cases
}

/// Runs the call of an input and returns the input with its result, group and features; `None` if the call fails.
fn evaluate(input: Input, missed: Option<&str>) -> Option<Found> {
    let options: Value = serde_json::from_str(&input.options).ok()?;
    let result = run(input.call, &input.options, &input.text, "").ok()?;
    let mut features = features(&input, &options, &result);
    if input.call.starts_with("fix") {
        let check = input.call.replacen("fix", "check", 1);
        let report = |text: &str| run(&check, &input.options, text, "").unwrap_or_default();
        let after = report(result["text"].as_str()?);
        features = fix_features(&report(&input.text), &after, &result["applied"]);
    }
    let group = group(&input, &options, &result, missed);
    let result = if group == "reading" { run(input.call, &input.options, &input.text, group).ok()? } else { result };
    Some(Found { input, options, result, group, features })
}

/// Removes options, members and elements, as long as the input covers all `new` features.
fn shrink(mut found: Found, new: &[String]) -> Found {
    for _ in 0..40 {
        let size = |input: &Input| input.text.len() + input.options.len();
        let mut smaller = without_options(&found.input, &found.options);
        if let Ok(value) = serde_json::from_str::<Value>(&found.input.text) {
            let texts = changes(&value).into_iter().map(|value| value.to_string());
            smaller.extend(texts.map(|text| Input { text, ..found.input.clone() }));
        }
        smaller.retain(|input| size(input) + 3 < size(&found.input));
        smaller.sort_by_cached_key(|input| (size(input), input.clone()));
        let next = smaller.into_iter().take(100).find_map(|input| {
            let next = evaluate(input, None)?;
            new.iter().all(|feature| next.features.contains(feature)).then_some(next)
        });
        let Some(next) = next else { break };
        found = next;
    }
    found
}

/// Returns the group of a case: the last group whose rules the case needs.
fn group(input: &Input, options: &Value, result: &Value, missed: Option<&str>) -> &'static str {
    match input.call {
        "check" => {}
        "checkCatalogue" | "checkCatalogueLines" => return "catalogue",
        "effectiveKind" => return "decision",
        "checkSetup" => return "setup",
        "timeline" => return "timeline",
        _ => return "fix",
    }
    let codes = result["diagnostics"].as_array().into_iter().flatten().filter_map(|found| found["code"].as_str());
    let of_codes = codes.chain(missed).map(|code| check_group(code).expect("CHECKS lists each file of rules"));
    let position = |name: &str| CHECKS.iter().position(|(group, _)| *group == name);
    let of_option = |is_set: bool, name| if is_set { position(name) } else { None };
    let has_role = options.get("role").is_some() || options["operation"] == "create";
    let others = [
        of_option(options["operation"] == "update", "update"),
        of_option(has_role, "role"),
        of_option(options.get("trial").is_some() || result["trial"] == true, "trial"),
    ];
    CHECKS[of_codes.chain(others.into_iter().flatten()).max().unwrap_or(0)].0
}

#[derive(Default)]
struct Corpus {
    cases: Vec<Case>,
    counts: BTreeMap<String, usize>,
    inputs: HashSet<Input>,
    covered: HashSet<String>,
    /// By code: the ids of the cases that were tried as the source of a near miss, and the number of near misses.
    missed: BTreeMap<String, (BTreeSet<String>, usize)>,
}

/// An input whose call was run, with the result, the group and the features.
struct Found {
    input: Input,
    options: Value,
    result: Value,
    group: &'static str,
    features: BTreeSet<String>,
}

impl Corpus {
    /// Adds a case unless it exists. The oracle, a second implementation of the rules, must agree.
    fn add(&mut self, input: Input, near_miss: Option<(String, String)>) {
        if let Some(found) = evaluate(input, near_miss.as_ref().map(|(code, _)| code.as_str())) {
            self.push(found, near_miss);
        }
    }

    fn push(&mut self, found: Found, near_miss: Option<(String, String)>) {
        let Found { input, options, result, group, features } = found;
        if !self.inputs.insert(input.clone()) {
            return;
        }
        if input.call == "check" && options.get("rules").is_none() && options.get("maxDiagnostics").is_none() {
            let options = Options::from_json(&input.options).unwrap();
            agree(&input.text, &options, &renewal_rules::check(input.text.as_str(), &options));
        }
        let count = self.counts.entry(group.into()).or_default();
        *count += 1;
        let id = format!("{group}-{count}");
        self.covered.extend(features);
        let call = input.call.into();
        let case = Case { id, group: group.into(), call, options, input: input.text, expected: result, near_miss };
        self.cases.push(case);
    }

    /// Adds an input if it covers a new feature, unless its group is full. First removes the parts that the new
    /// features do not need.
    fn add_if_new(&mut self, input: Input, most: usize) {
        let mut inputs = vec![input];
        inputs.extend(fixing(inputs[0].call).map(|call| Input { call, ..inputs[0].clone() }));
        for input in inputs {
            let Some(found) = evaluate(input, None) else { continue };
            let new = found.features.iter().filter(|feature| !self.covered.contains(*feature));
            let new: Vec<String> = new.cloned().collect();
            let is_full = self.counts.get(found.group).is_some_and(|count| *count >= most);
            if new.is_empty() || is_full {
                continue;
            }
            let found = shrink(found, &new);
            if found.input.text.len() + found.input.options.len() <= LONGEST {
                self.push(found, None);
            }
        }
    }

    /// Adds near misses of each code: a near miss is a case with the smallest change after which the code is not
    /// reported.
    fn add_near_misses(&mut self) {
        for code in Code::KEYWORDS {
            let mut hits: Vec<usize> = (0..self.cases.len()).filter(|index| self.is_hit(*index, code)).collect();
            hits.sort_by_key(|index| self.cases[*index].input.len());
            for index in hits {
                let (tried, made) = self.missed.entry((*code).into()).or_default();
                let id = self.cases[index].id.clone();
                if *made >= NEAR_MISSES || tried.len() >= ATTEMPTS || !tried.insert(id.clone()) {
                    continue;
                }
                if let Some(input) = self.near_miss(index, code) {
                    self.missed.entry((*code).into()).or_default().1 += 1;
                    self.add(input, Some(((*code).into(), id)));
                }
            }
        }
    }

    fn is_hit(&self, index: usize, code: &str) -> bool {
        let case = &self.cases[index];
        case.near_miss.is_none() && case.call.starts_with("check") && case.codes().any(|(other, _)| other == code)
    }

    fn near_miss(&self, index: usize, code: &str) -> Option<Input> {
        let case = &self.cases[index];
        let call = sources::call(&case.call)?;
        let options = case.options.to_string();
        let texts: Vec<String> = match serde_json::from_str::<Value>(&case.input) {
            Ok(value) if value.to_string().len() == case.input.len() => {
                changes(&value).iter().map(Value::to_string).collect()
            }
            _ => text_changes(&case.input),
        };
        let with_text = |text| Input { call, options: options.clone(), text };
        let mut inputs: Vec<Input> = texts.into_iter().map(with_text).collect();
        inputs.extend(without_options(&with_text(case.input.clone()), &case.options));
        let size = |input: &Input| distance(&input.text, &case.input) + distance(&input.options, &options);
        inputs.sort_by_cached_key(|input| (size(input), input.clone()));
        inputs.into_iter().find(|input| {
            let result = run(call, &input.options, &input.text, "").unwrap_or_default();
            let found = result["diagnostics"].as_array();
            let is_missed = found.is_some_and(|found| found.iter().all(|found| found["code"] != code));
            is_missed && !self.inputs.contains(input)
        })
    }
}

/// Returns for each option the input without this option.
fn without_options(input: &Input, options: &Value) -> Vec<Input> {
    let members = options.as_object().into_iter().flat_map(|members| members.keys().map(move |name| (members, name)));
    let without = members.map(|(members, name)| {
        let mut members = members.clone();
        members.remove(name);
        Input { options: Value::from(members).to_string(), ..input.clone() }
    });
    without.collect()
}
