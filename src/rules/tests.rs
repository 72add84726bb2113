//! Tests each rule with its example and the cases in its source file. One snapshot per rule contains its diagnostics.

#![allow(clippy::expect_used, clippy::format_push_string, clippy::unwrap_used, reason = "a test may panic")]

use alloc::string::String;
use alloc::vec::Vec;

use renewal_rules::{Code, Diagnostic, Options, apply_patch, check, check_catalogue};

use super::Rule;

/// Cases of a rule. Options may precede an input, as in `{"operation":"create"} > {"id":101}`; without them, those of
/// the rule's example apply.
pub(crate) struct Cases {
    /// Inputs for which the rule reports nothing.
    pub(crate) pass: &'static [&'static str],
    /// Inputs, each with the only diagnostic that the rule reports, as `E code /path`.
    pub(crate) fail: &'static [(&'static str, &'static str)],
    /// Inputs, each with its text after the rule's fix.
    pub(crate) fix: &'static [(&'static str, &'static str)],
}

/// Returns the input of a case, and the diagnostics that the rule reports for it.
fn run<'a>(rule: &Rule, case: &'a str) -> (&'a str, Vec<Diagnostic>) {
    let example = rule.example();
    let (options, input) = case.split_once(" > ").unwrap_or((example.options, case));
    let options = Options::from_json(options).expect(case);
    let mut diagnostics = if example.catalogue {
        check_catalogue(input, &options).diagnostics
    } else {
        check(input, &options).diagnostics
    };
    diagnostics.retain(|found| found.code == rule.code);
    (input, diagnostics)
}

fn line(found: &Diagnostic) -> String {
    let severity = found.severity.as_str().chars().next().unwrap().to_ascii_uppercase();
    format!("{severity} {} {}", found.code, found.path).trim_end().into()
}

/// Formats a case with the lines, messages and fixes of its diagnostics.
fn shown(rule: &Rule, case: &str) -> String {
    let mut text = format!("\n{case}\n");
    for found in run(rule, case).1 {
        text += &format!("  {}\n  {}\n", line(&found), found.message);
        if let Some(fix) = &found.fix {
            text += &format!("  fix: {}\n", serde_json::to_string(fix).unwrap());
        }
    }
    text
}

#[test]
fn rules_agree_with_the_cases_in_their_files() {
    for rule in Code::ALL.iter().map(|code| code.rule()) {
        let (code, example, cases) = (rule.code, rule.example(), rule.code.cases());
        for case in cases.pass.iter().chain([&example.good]) {
            assert_eq!(run(rule, case).1, [], "{code}: {case}");
        }
        let severities: Vec<&str> = rule.severities.iter().map(|severity| severity.as_str()).collect();
        let mut report = format!("{} (section {})\n{}", severities.join(", "), rule.section, shown(rule, example.bad));
        for (case, expected) in cases.fail {
            let lines: Vec<String> = run(rule, case).1.iter().map(line).collect();
            assert_eq!(lines, [*expected], "{code}: {case}");
            report += &shown(rule, case);
        }
        for (case, expected) in cases.fix {
            let (input, found) = run(rule, case);
            let fix = found.first().and_then(|found| found.fix.as_ref()).expect(case);
            assert_eq!(apply_patch(input, fix).as_deref(), Ok(*expected), "{code}: {case}");
            report += &shown(rule, case);
        }
        insta::with_settings!({
            snapshot_path => "../../tests/snapshots/rules",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(code.as_str(), report);
        });
    }
}
