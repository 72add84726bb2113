//! Creates the stub of a new rule.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};

use crate::tools::Tree;

const CODES: &str = "src/report/code.rs";
const CHANGELOG: &str = "CHANGELOG.md";
/// Beginning of the function that runs all checks of a subject.
const CHECK: &str = "pub(super) fn check<'a>(";

/// A rule to be created.
struct NewRule {
    /// Kebab-case name, such as `trial-too-long`.
    code: String,
    /// File in `src/rules` without its extension, such as `trial`.
    subject: String,
}

/// Creates the rule's stub in the source files and prints what to do next.
pub(crate) fn create(tree: &Tree, code: &str, subject: Option<&str>) -> Result<()> {
    let read = |file: &str| fs::read_to_string(tree.root.join(file)).with_context(|| format!("reading {file}"));
    validate(code)?;
    let codes = read(CODES)?;
    let subject = subject.map_or_else(|| subject_of(code, &codes), |subject| Ok(subject.to_owned()))?;
    let rule = NewRule { code: code.to_owned(), subject };
    let file = format!("src/rules/{}.rs", rule.subject);
    // Change all texts before writing any, so that a missing anchor leaves every file unchanged.
    let files = [
        (CODES, rule.add_to_codes(&codes)?),
        (&*file, rule.add_to_rules(&read(&file)?)?),
        (CHANGELOG, rule.add_to_changelog(&read(CHANGELOG)?)?),
    ];
    for (name, text) in files {
        fs::write(tree.root.join(name), text)?;
        println!("changed {name}");
    }
    println!("{}", rule.next_steps(&file));
    Ok(())
}

/// Checks that a code is kebab-case.
fn validate(code: &str) -> Result<()> {
    let is_kebab_case = code.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && code.split('-').all(|word| word.starts_with(|first: char| first.is_ascii_lowercase()));
    ensure!(
        is_kebab_case && code.contains('-'),
        "invalid code `{code}`: expected lowercase words joined by hyphens, such as `chain-empty`"
    );
    Ok(())
}

/// Iterates over the rows of the list of codes in `src/report/code.rs`: line number, code, and subject (the file in
/// `src/rules` with the code's rule).
fn rows(codes: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    codes.lines().enumerate().filter_map(|(at, line)| {
        let (_, rest) = line.strip_prefix("            ")?.split_once(" \"")?;
        let (code, subject) = rest.strip_suffix(',')?.split_once("\" ")?;
        Some((at, code, subject))
    })
}

/// Lists the subjects of the codes, each once, in the order of the list of codes.
fn subjects(codes: &str) -> Vec<&str> {
    let mut subjects = Vec::new();
    for (_, _, subject) in rows(codes) {
        if !subjects.contains(&subject) {
            subjects.push(subject);
        }
    }
    subjects
}

/// Returns the subject of the first code that begins with the same word.
fn subject_of(code: &str, codes: &str) -> Result<String> {
    let first_word = |code: &str| code.split('-').next().unwrap_or_default().to_owned();
    let same = rows(codes).find(|(_, other, _)| first_word(other) == first_word(code));
    let (_, _, subject) = same
        .with_context(|| format!("missing option: --file SUBJECT [possible values: {}]", subjects(codes).join(", ")))?;
    Ok(subject.to_owned())
}

/// Inserts a line before the line with this index.
fn insert_line(text: &str, at: usize, line: &str) -> String {
    let lines = text.split_inclusive('\n');
    let (before, after): (Vec<_>, Vec<_>) = lines.enumerate().partition(|(index, _)| *index < at);
    let join = |lines: Vec<(usize, &str)>| lines.into_iter().map(|(_, line)| line).collect::<String>();
    format!("{}{line}\n{}", join(before), join(after))
}

/// Returns the constructor of `Finding` that the checks of a file call, such as `of`.
fn constructor(rules: &str) -> Option<&str> {
    let calls = rules.split("Finding::").skip(1).filter_map(|rest| Some(rest.split_once("(Code::")?.0));
    calls.into_iter().find(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'))
}

impl NewRule {
    /// Name of the rule's type, such as `TrialTooLong`.
    fn type_name(&self) -> String {
        let capitalized = |word: &str| {
            let (first, rest) = word.split_at_checked(1).unwrap_or((word, ""));
            first.to_ascii_uppercase() + rest
        };
        self.code.split('-').map(capitalized).collect()
    }

    /// Name of the function that reports the rule, such as `check_trial_too_long`.
    fn function(&self) -> String {
        format!("check_{}", self.code.replace('-', "_"))
    }

    /// Adds the code to the list of codes, after the others of its subject.
    fn add_to_codes(&self, codes: &str) -> Result<String> {
        let Self { code, subject } = self;
        ensure!(rows(codes).count() > 0, "{CODES}: found no list of rows such as `ChainEmpty \"chain-empty\" chain,`");
        ensure!(rows(codes).all(|(_, other, _)| other != code), "the code `{code}` already exists in {CODES}");
        let of_subject = rows(codes).filter(|(_, _, other)| other == subject);
        let (last, ..) = of_subject
            .last()
            .with_context(|| format!("unknown subject `{subject}`: expected one of {}", subjects(codes).join(", ")))?;
        let row = format!("            {} \"{code}\" {subject},", self.type_name());
        Ok(insert_line(codes, last + 1, &row))
    }

    /// Adds the rule's definition to the file of its subject, and a check if the file has a function for all checks.
    fn add_to_rules(&self, rules: &str) -> Result<String> {
        let file = format!("src/rules/{}.rs", self.subject);
        for needed in ["rule::rule", "fields_of"] {
            ensure!(rules.contains(needed), "{file}: found no import of `{needed}`, which the stub needs");
        }
        let Some(check) = rules.lines().position(|line| line.starts_with(CHECK)) else {
            // The file has no function for all checks: its rules are reported while reading, or after all products.
            let test = rules.lines().position(|line| line.starts_with("#[cfg(test)]"));
            let end = test.unwrap_or_else(|| rules.lines().count());
            return Ok(insert_line(rules, end, &format!("\n{}", self.definition(rules))));
        };
        let signature = rules.lines().nth(check).unwrap_or_default();
        let params = signature.strip_prefix(CHECK).and_then(|rest| rest.strip_suffix(") {"));
        let params = params.with_context(|| format!("{file}: expected `{CHECK}…) {{` on one line"))?;
        let names: Vec<&str> = params.split(", ").filter_map(|param| Some(param.split_once(':')?.0)).collect();
        let call = format!("    {}({});", self.function(), names.join(", "));
        let with_call = insert_line(rules, check + 1, &call);
        let doc = rules.lines().take(check).collect::<Vec<_>>();
        let comments = doc.iter().rev().take_while(|line| line.starts_with("///") || line.starts_with("#[")).count();
        let end = with_call.lines().skip(check).position(|line| line == "}");
        let end = check + end.with_context(|| format!("{file}: found no end of `check`"))?;
        let constructor = constructor(rules).with_context(|| format!("{file}: found no `Finding::…(Code::…`"))?;
        let with_check = insert_line(&with_call, end + 1, &format!("\n{}", self.check(params, &names, constructor)));
        Ok(insert_line(&with_check, check - comments, &format!("{}\n", self.definition(rules))))
    }

    /// Returns the rule's definition, with TODOs. It has lists of cases if the other rules of the file have them.
    fn definition(&self, rules: &str) -> String {
        let name = self.type_name();
        let cases = if rules.contains("\n    pass: [") { "    pass: [],\n    fail: [],\n" } else { "" };
        format!(
            r##"rule! {{
    {name} {{}}
    section: "TODO",
    title: "TODO: the problem in a few words",
    explanation: "TODO: why it is a problem, and how to fix it.",
    reads: fields_of![Settings],
    templates: {{
        "todo" => "TODO: what is wrong with the value, why it matters, and what to do.",
    }},
    bad: r#"{{"id":101}}"#,
    good: r#"{{"id":101}}"#,
{cases}}}"##
        )
    }

    /// Returns the function that reports the rule, with a TODO.
    fn check(&self, params: &str, names: &[&str], constructor: &str) -> String {
        let (name, function) = (self.type_name(), self.function());
        let [facts, findings] = [0, 1].map(|index| names.get(index).copied().unwrap_or("_"));
        let kind = params.split(", ").next().and_then(|param| param.split_once(": ")).map_or("_", |(_, kind)| kind);
        format!(
            "fn {function}<'a>({params}) {{\n    \
                 // TODO: the condition.\n    \
                 let is_violated = |_: {kind}| false;\n    \
                 if is_violated({facts}) {{\n        \
                     {findings}.push(Finding::{constructor}(Code::{name}, Field::Settings));\n    \
                 }}\n\
             }}"
        )
    }

    /// Adds a line to the section of unreleased changes.
    fn add_to_changelog(&self, changelog: &str) -> Result<String> {
        let lines: Vec<&str> = changelog.lines().collect();
        let start = lines.iter().position(|line| *line == "## [Unreleased]");
        let start = start.with_context(|| format!("{CHANGELOG}: found no section `## [Unreleased]`"))? + 1;
        let is_end = |line: &&str| line.starts_with("## ") || line.starts_with('[');
        let section = lines.iter().skip(start).take_while(|line| !is_end(line));
        let last = section.enumerate().filter(|(_, line)| !line.is_empty()).last();
        let at = start + last.map_or(0, |(index, _)| index + 1);
        Ok(insert_line(changelog, at, &format!("- New rule `{}`: TODO.", self.code)))
    }

    fn next_steps(&self, file: &str) -> String {
        let (code, function) = (&self.code, self.function());
        format!(
            "\nNext:\n\
             1. Replace each TODO in {file}, and add cases; see `src/rules/rule.rs` for all parts of `rule!`.\n\
             2. Write the condition in `{function}`. If {file} has no `check`, report the rule where the others of \
             the file are reported.\n\
             3. Replace the TODO in {CHANGELOG}.\n\
             4. Run `cargo xtask generate`, then `cargo test` with INSTA_UPDATE=always; failures name what is left.\n\
             5. Optional: add translations for `{code}` to `src/messages/ru.json` and `src/messages/rules.ru.json`."
        )
    }
}

/// Reads the arguments of `cargo xtask new-rule`.
pub(crate) fn run(tree: &Tree, mut parser: lexopt::Parser) -> Result<()> {
    use lexopt::prelude::*;

    let (mut code, mut subject) = (None, None);
    while let Some(argument) = parser.next()? {
        match argument {
            Value(value) if code.is_none() => code = Some(value.string()?),
            Long("file") => subject = Some(parser.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let Some(code) = code else { bail!("missing argument: CODE, such as `cargo xtask new-rule trial-too-long`") };
    // Accept the file's name or path as well as the bare subject.
    let subject = subject.map(PathBuf::from);
    let subject = subject.as_deref().and_then(|file| file.file_stem()).map(|stem| stem.to_string_lossy().into_owned());
    create(tree, &code, subject.as_deref())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    const CODE_ROWS: &str = "make! {\n            ChainEmpty \"chain-empty\" chain,\n            TermZero \"term-zero\" \
                             terms,\n            ChainShort \"chain-short\" chain,\n        }\n";
    const RULES: &str = "use super::rule::rule;\nuse crate::schema::fields_of;\n\n/// Runs all.\npub(super) fn \
                         check<'a>(facts: &Facts<'a>, findings: &mut Collector<'a>) {\n    push(Finding::of(Code::ChainEmpty));\n}\n";

    fn rule(code: &str, subject: &str) -> NewRule {
        NewRule { code: code.into(), subject: subject.into() }
    }

    fn error(result: Result<String>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn row_is_added_after_others_of_its_subject() {
        let codes = rule("chain-too-long", "chain").add_to_codes(CODE_ROWS).unwrap();
        let after = codes.split_once("chain-short\" chain,\n").unwrap().1;
        assert!(after.starts_with("            ChainTooLong \"chain-too-long\" chain,\n"), "{codes}");
        assert_eq!(codes.lines().count(), CODE_ROWS.lines().count() + 1);
    }

    #[test]
    fn invalid_and_existing_codes_are_refused() {
        for code in ["chain", "Chain-empty", "chain--x", "-chain", "chain-", "chain_x-y", "chain-1x", ""] {
            let error = validate(code).unwrap_err().to_string();
            assert!(error.starts_with(&format!("invalid code `{code}`")), "{error}");
        }
        validate("chain-too-long2").unwrap();
        let error = error(rule("chain-empty", "chain").add_to_codes(CODE_ROWS));
        assert_eq!(error, "the code `chain-empty` already exists in src/report/code.rs");
    }

    #[test]
    fn subject_is_validated_and_inferred() {
        let error = error(rule("price-odd", "prices").add_to_codes(CODE_ROWS));
        assert_eq!(error, "unknown subject `prices`: expected one of chain, terms");
        assert_eq!(subject_of("term-odd", CODE_ROWS).unwrap(), "terms");
        let error = subject_of("price-odd", CODE_ROWS).unwrap_err().to_string();
        assert_eq!(error, "missing option: --file SUBJECT [possible values: chain, terms]");
    }

    #[test]
    fn missing_anchors_are_named() {
        let rule = rule("chain-odd", "chain");
        assert!(error(rule.add_to_codes("")).contains("found no list of rows"));
        assert!(error(rule.add_to_rules("")).contains("found no import of `rule::rule`"));
        assert!(error(rule.add_to_changelog("# Changelog\n")).contains("found no section `## [Unreleased]`"));
        assert!(error(rule.add_to_rules(&RULES.replace(") {", ")\n{"))).contains("on one line"));
        assert!(error(rule.add_to_rules(&RULES.replace("\n}\n", "\n"))).contains("found no end"));
        assert!(error(rule.add_to_rules(&RULES.replace("Code::", ""))).contains("found no `Finding::"));
    }

    #[test]
    fn check_is_defined_and_called() {
        let rules = rule("chain-odd", "chain").add_to_rules(RULES).unwrap();
        let expected = "{\n    check_chain_odd(facts, findings);\n    push(Finding::of(Code::ChainEmpty));\n}\n\n\
                        fn check_chain_odd<'a>(facts: \
                        &Facts<'a>, findings: &mut Collector<'a>) {\n";
        assert!(rules.contains(expected), "{rules}");
        assert!(rules.contains("\n\nrule! {\n    ChainOdd {}\n"), "{rules}");
        assert!(rules.contains("good: r#\"{\"id\":101}\"#,\n}\n\n/// Runs all.\npub(super) fn check"), "{rules}");
        assert!(rules.contains("findings.push(Finding::of(Code::ChainOdd, Field::Settings));"), "{rules}");
    }

    #[test]
    fn stub_follows_the_other_rules() {
        let rules = format!("rule! {{\n    pass: [],\n}}\n{}", RULES.replace("::of(", "::new("));
        let with_rule = rule("chain-odd", "chain").add_to_rules(&rules).unwrap();
        assert!(with_rule.contains("findings.push(Finding::new(Code::ChainOdd, Field::Settings));"), "{with_rule}");
        assert!(with_rule.contains("    pass: [],\n    fail: [],\n}\n\n/// Runs all."), "{with_rule}");
    }

    #[test]
    fn rule_without_checks_is_added_at_the_end() {
        let rules = RULES.replace(CHECK, "fn other(");
        let with_rule = rule("chain-odd", "chain").add_to_rules(&rules).unwrap();
        assert!(with_rule.strip_prefix(&*rules).unwrap().starts_with("\nrule! {\n"), "{with_rule}");
    }

    #[test]
    fn changelog_line_ends_the_unreleased_section() {
        let changelog = "# Changelog\n\n## [Unreleased]\n\n- A.\n\n## [0.1.0]\n\n- B.\n";
        let changed = rule("chain-odd", "chain").add_to_changelog(changelog).unwrap();
        assert!(changed.contains("- A.\n- New rule `chain-odd`: TODO.\n\n## [0.1.0]\n"), "{changed}");
    }

    /// Fails if the sources are changed so that the stub no longer fits them.
    #[test]
    fn sources_have_the_anchors() {
        let tree = Tree::of_this_project().unwrap();
        let read = |file: &str| fs::read_to_string(tree.root.join(file)).unwrap();
        let codes = read(CODES);
        for subject in ["reading", "chain", "terms", "kinds", "trial", "role", "update"] {
            let rule = rule("made-for-a-test", subject);
            rule.add_to_codes(&codes).unwrap();
            let rules = read(&format!("src/rules/{subject}.rs"));
            assert!(
                rule.add_to_rules(&rules).unwrap().contains("check_made_for_a_test(facts, findings);"),
                "{subject}"
            );
        }
        rule("made-for-a-test", "chain").add_to_changelog(&read(CHANGELOG)).unwrap();
    }
}
