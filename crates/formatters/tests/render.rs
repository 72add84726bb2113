//! Tests all output formats through the public API.

use renewal_rules::{
    Code, Diagnostic, Options, Severity, check, check_catalogue, check_catalogue_lines, effective_kind,
};
use renewal_rules_formatters::{
    CheckedFile, Format, Renderer, Style, Tally, reference_page, render, rule_list, rule_page,
};
use renewal_rules_oracle::promises;
use serde_json::{Value, json};

fn rendered(name: &str, text: &str, format: Format, style: Style) -> String {
    let options = Options::default();
    let report = check(text, &options);
    let decision = effective_kind(text, &options);
    render([CheckedFile::product(name, &report).with_text(text).with_decision(&decision)], format, style)
}

fn stylish(text: &str) -> String {
    rendered("a.json", text, Format::Stylish, Style::default())
}

/// Documents crafted to break the format or the terminal that displays them.
const HOSTILE: &[&str] = &[
    "{\"licence_term\":\"\u{1b}[2J\",\"name\":\"\u{202e}\"}",
    "{\"licence_term\":\"\\u001b[31m\\u0007\\n::error::x\"}",
    "{\"renew_settings\":{\"\u{9b}31m\\n\u{2066}]]>&<\":1}}",
    "{\"localization_values\":{\"\\u0000\\r\\n%0A,:\":{}}}",
    "{\"renew_settings\":{\"product_id_for_renew\":[1]}}\u{7}\u{1b}]0;x\u{7}",
    "\u{1b}[2J",
    "\u{feff}{}",
    "{\"id\":\"\\ud800\",\"variants\":[{\"sku\":\"\u{ffff}\u{e0041}\"}]}",
    "",
];

#[test]
fn control_characters_are_sanitized() {
    let names = ["a.json", "\u{1b}[2J\n::error::\r%,:<&>\"'\u{202e}.json", "", "../ü 製.json"];
    let options = Options::default();
    for &text in HOSTILE {
        let (report, decision) = (check(text, &options), effective_kind(text, &options));
        for name in names {
            let checked = CheckedFile::product(name, &report).with_text(text);
            for plain in 0..Format::ALL.len() {
                promises::rendered(plain, &[checked.with_decision(&decision)]);
            }
            let shown = rendered(name, text, Format::Github, Style::default());
            for line in shown.lines().filter(|line| line.starts_with("::")) {
                let file = line.split_once(" file=").unwrap().1;
                assert!(!file.split(',').next().unwrap().contains(':'), "{line}");
            }
        }
    }
}

#[test]
fn long_line_is_cropped_around_the_location() {
    let long = "x".repeat(100_000);
    let text = format!(r#"{{"a":"{long}","licence_term":"p6d","b":"{long}"}}"#);
    let shown = stylish(&text);
    assert!(shown.lines().all(|line| line.chars().count() < 160));
    assert!(shown.contains("xxxxxxxxxxxx\",\"licence_term\":\"p6d\",\"b\":\"xxx"), "{shown}");
    let text = format!(r#"{{"licence_term":"{long}"}}"#);
    assert!(stylish(&text).lines().all(|line| line.chars().count() < 200));
    // Zero-width characters do not count towards the width of an excerpt, but the excerpt omits most of them.
    let text = format!(r#"{{"a":"{}","licence_term":"p6d"}}"#, "\u{301}".repeat(100_000));
    assert!(stylish(&text).len() < 4000);
}

#[test]
fn many_diagnostics_on_one_line_are_rendered() {
    // Rendering would take hours if each location were searched from the start of its line.
    let items = vec!["0"; 20_000].join(",");
    let text = format!(r#"{{"renew_settings":{{"product_id_for_renew":[{items}]}}}}"#);
    let options = Options::default();
    let report = check(&text, &options);
    assert!(report.diagnostics.len() >= 20_000);
    for format in Format::ALL {
        let shown = render([CheckedFile::product("a.json", &report).with_text(&text)], *format, Style::default());
        // GitHub displays only a few annotations, so only those are printed.
        assert!(matches!(format, Format::Github | Format::Markdown) || shown.len() > 1_000_000);
    }
}

#[test]
fn colors_are_an_option() {
    let text = r#"{"licence_term":"p6d"}"#;
    for format in Format::ALL {
        assert!(!rendered("a", text, *format, Style::default()).contains('\u{1b}'));
    }
    let colored = rendered("a", text, Format::Stylish, Style::default().with_color(true));
    assert!(colored.contains("\u{1b}[1;31merror\u{1b}[0m"));
    assert_eq!(without_color(&colored), rendered("a", text, Format::Stylish, Style::default()));
}

fn without_color(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap().to_owned();
    first + &parts.map(|part| part.split_once('m').unwrap().1).collect::<String>()
}

#[test]
fn json_format_contains_the_reports() {
    let options = Options::default();
    let texts = [r#"{"id":1,"licence_term":"p6d"}"#, "{", "{}"];
    let reports: Vec<_> = texts.iter().map(|text| check(*text, &options)).collect();
    let files = texts.iter().zip(&reports).map(|(text, report)| CheckedFile::product(text, report).with_text(text));
    let shown: Value = serde_json::from_str(&render(files, Format::Json, Style::default())).unwrap();
    for ((text, report), entry) in texts.iter().zip(&reports).zip(shown.as_array().unwrap()) {
        assert_eq!(entry["file"], *text);
        assert_eq!(entry["report"], serde_json::to_value(report).unwrap());
        assert!(entry.get("output").is_none());
    }
    let catalogue = check_catalogue("[{}, 1]", &options);
    let checked = CheckedFile::catalogue("c", &catalogue).with_text("[{}, 1]");
    let shown: Value = serde_json::from_str(&render([checked], Format::Json, Style::default())).unwrap();
    assert_eq!(shown[0]["report"], serde_json::to_value(&catalogue).unwrap());
    let shown: Value =
        serde_json::from_str(&render([checked.with_fixes(1, false)], Format::Json, Style::default())).unwrap();
    assert_eq!(shown[0]["output"], "[{}, 1]");
}

#[test]
fn quiet_shows_errors_only_and_counts_everything() {
    let text = r#"{"name":"","licence_term":"p6d"}"#;
    let report = check(text, &Options::default());
    for format in Format::ALL {
        let mut renderer = Renderer::new(*format, Style::default().with_quiet(true));
        let shown =
            renderer.begin() + &renderer.file(&CheckedFile::product("a", &report).with_text(text)) + &renderer.end();
        // SARIF lists each rule, with the URL of its page.
        let listed = if *format == Format::Sarif { 2 } else { 0 };
        assert_eq!(shown.matches("empty-text").count(), listed, "{shown}");
        assert!(shown.contains("term-format"));
        assert_eq!((renderer.tally().errors, renderer.tally().warnings), (1, 1));
    }
    let clean = rendered("a", r#"{"name":""}"#, Format::Stylish, Style::default().with_quiet(true));
    assert_eq!(clean, "1 warning; only errors are shown\n");
}

#[test]
fn report_can_be_rendered_in_chunks() {
    let texts = [r#"{"licence_term":"p6d"}"#, "{}", "{", r#"{"name":""}"#];
    let reports = texts.map(|text| check(text, &Options::default()));
    for format in Format::ALL {
        for quiet in [false, true] {
            let style = Style::default().with_quiet(quiet);
            let checked = |at: usize| CheckedFile::product("a", &reports[at]).with_text(texts[at]);
            let mut shown = Renderer::new(*format, style).begin();
            let mut tally = Tally::default();
            for at in 0..texts.len() {
                let mut renderer = Renderer::resume(*format, style, tally.clone());
                shown += &renderer.file(&checked(at));
                tally = serde_json::from_value(serde_json::to_value(renderer.tally()).unwrap()).unwrap();
            }
            shown += &Renderer::resume(*format, style, tally).end();
            assert_eq!(shown, render((0..texts.len()).map(checked), *format, style));
            if matches!(format, Format::Json | Format::Sarif | Format::Gitlab) {
                serde_json::from_str::<Value>(&shown).unwrap();
            }
        }
    }
}

#[test]
fn results_of_sarif_are_the_diagnostics() {
    for code in Code::ALL {
        let example = code.rule().example();
        if example.catalogue {
            continue;
        }
        let options = Options::from_json(example.options).unwrap();
        // Insert a line break and wide characters before the diagnostics, because they affect the columns.
        let text = format!("\n  {}", example.bad.replacen('{', "{\"製🎁\":\n0,", 1));
        let report = check(&text, &options);
        let shown = render([CheckedFile::product("a", &report).with_text(&text)], Format::Sarif, Style::default());
        let shown: Value = serde_json::from_str(&shown).unwrap();
        let results = shown["runs"][0]["results"].as_array().unwrap();
        // Exclude diagnostics about unset limits: SARIF output contains them once for the whole run, not as results.
        let is_about_limits = |one: &&Diagnostic| one.message.contains("limits.");
        let diagnostics = report.diagnostics.iter().filter(|one| !is_about_limits(one));
        assert_eq!(results.len(), diagnostics.clone().count());
        for (result, diagnostic) in results.iter().zip(diagnostics) {
            assert_eq!(result["ruleId"], diagnostic.code.as_str());
            let rules = &shown["runs"][0]["tool"]["driver"]["rules"];
            let at = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[at]["id"], diagnostic.code.as_str());
        }
    }
}

#[test]
fn lone_carriage_return_ends_a_line() {
    let text = "{\r\"licence_term\":\"p6d\"\r}";
    assert!(stylish(text).contains("2 | \"licence_term\":\"p6d\"\n    |                ^^^^^"));
    let shown = rendered("a", text, Format::Sarif, Style::default());
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let result = &shown["runs"][0]["results"][0];
    let place = json!({"startLine": 2, "startColumn": 16, "endLine": 2, "endColumn": 21});
    let at = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(*at, place);
}

#[test]
fn inverted_location_is_rendered() {
    let text = "{\n\n\n\n}";
    let mut report = check(text, &Options::default());
    let mut found = check("{", &Options::default()).diagnostics.remove(0);
    let at = json!({"line": 5, "column": 1, "endLine": 3, "endColumn": 1});
    found.location = serde_json::from_value(at).unwrap();
    report.diagnostics.push(found);
    let checked = CheckedFile::product("a", &report).with_text(text);
    for format in [Format::Stylish, Format::Junit, Format::Sarif] {
        assert!(render([checked], format, Style::default()).contains("json-syntax"));
    }
}

#[test]
fn sarif_names_files_as_references() {
    let uri = |name: &str| {
        let shown = rendered(name, "{", Format::Sarif, Style::default());
        let shown: Value = serde_json::from_str(&shown).unwrap();
        let at = &shown["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
        (at["uri"].as_str().unwrap().to_owned(), at.get("uriBaseId").is_some())
    };
    assert_eq!(uri("products/a b#ü?%.json"), ("products/a%20b%23%C3%BC%3F%25.json".into(), true));
    assert_eq!(uri("c:x.json"), ("c%3Ax.json".into(), true));
    assert_eq!(uri("/tmp/a.json"), ("file:///tmp/a.json".into(), false));
    assert_eq!(uri("C:/tmp/a b.json"), ("file:///C:/tmp/a%20b.json".into(), false));
}

#[test]
fn suppressed_diagnostics_are_counted() {
    let text = r#"{"name":"","licence_term":"p6d","id":"x"}"#;
    let mut new = check(text, &Options::default());
    let (known, rest) = new.diagnostics.split_at(2);
    let (known, rest) = (known.to_vec(), rest.to_vec());
    new.diagnostics = rest;
    let shown = |format, style: Style| {
        let one = CheckedFile::product("a", &new).with_text(text);
        let files = [one.with_suppressed(&known), one.with_suppressed(&[]), one];
        render(files, format, style)
    };
    for quiet in [false, true] {
        let style = Style::default().with_quiet(quiet);
        let sarif: Value = serde_json::from_str(&shown(Format::Sarif, style)).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        let suppressions: Vec<_> = results.iter().map(|result| result.get("suppressions").cloned()).collect();
        let accepted = || Some(json!([{"kind": "external", "status": "accepted"}]));
        let errors = known.iter().filter(|one| one.severity == Severity::Error);
        let count = if quiet { errors.count() } else { known.len() };
        let mut expected = vec![accepted(); count];
        expected.extend([Some(json!([])), Some(json!([])), None]);
        assert_eq!(suppressions, expected);
    }
    let all: Value = serde_json::from_str(&shown(Format::Json, Style::default())).unwrap();
    let counts = all.as_array().unwrap().iter();
    let counts: Vec<_> = counts.map(|file| file["report"].get("suppressed")).collect();
    assert_eq!(counts, [Some(&json!(2)), Some(&json!(0)), None]);
    for format in [Format::Stylish, Format::Github, Format::Markdown] {
        assert!(shown(format, Style::default()).contains(" in 3 of 3 files; 2 suppressed"));
    }
    let message = json!(known[0].message).to_string();
    for format in Format::ALL {
        let is_shown = shown(*format, Style::default()).contains(message.trim_matches('"'));
        assert_eq!(is_shown, *format == Format::Sarif, "{format}");
    }
}

/// Returns the fingerprints of a report of which the first `known` diagnostics are suppressed.
fn fingerprints(format: Format, name: &str, text: &str, known: usize) -> Vec<String> {
    let mut report = check(text, &Options::default());
    let new = report.diagnostics.split_off(known);
    let known = core::mem::replace(&mut report.diagnostics, new);
    let checked = CheckedFile::product(name, &report).with_text(text).with_suppressed(&known);
    let shown: Value = serde_json::from_str(&render([checked], format, Style::default())).unwrap();
    let (results, pointer) = match format {
        Format::Sarif => (&shown["runs"][0]["results"], "/partialFingerprints/renewalRules~1v1"),
        _ => (&shown, "/fingerprint"),
    };
    results.as_array().unwrap().iter().map(|result| result.pointer(pointer).unwrap().to_string()).collect()
}

#[test]
fn fingerprint_is_stable() {
    let text = r#"{"licence_term":"P1D","renew_settings":{"product_id_for_renew":[2,2],"renew_ar":{"enable":true},"renew_email":true}}"#;
    for format in [Format::Gitlab, Format::Sarif] {
        let all = fingerprints(format, "a", text, 0);
        assert_eq!(all.len(), 2);
        assert_ne!(all[0], all[1], "two diagnostics with one code and one path have different fingerprints");
        assert_eq!(fingerprints(format, "a", &text.replace("P1D", "P2D").replace('{', "\n{"), 0), all);
        assert_ne!(fingerprints(format, "b", text, 0), all);
    }
    assert_eq!(fingerprints(Format::Gitlab, "a", text, 1), fingerprints(Format::Gitlab, "a", text, 0)[1..]);
}

#[test]
fn formats_escape_special_characters() {
    let text = "{\n  \"name\": \"\",\n  \"licence_term\": \"<1 & 50%>\"\n}";
    insta::assert_snapshot!("github", rendered("a,b:c%.json", text, Format::Github, Style::default()));
    insta::assert_snapshot!("junit", rendered("<a&b>.json", text, Format::Junit, Style::default()));
    insta::assert_snapshot!("gitlab", rendered("<a&b>.json", text, Format::Gitlab, Style::default()));
    insta::assert_snapshot!("checkstyle", rendered("<a&b>.json", text, Format::Checkstyle, Style::default()));
    let several = "{\n  \"renew_settings\": {\n}}";
    assert!(rendered("a", several, Format::Github, Style::default()).contains("file=a,line=2,endLine=3,title="));
}

#[test]
fn github_prints_errors_first_up_to_its_limit() {
    let text = r#"{"name":"","licence_term":"p6d"}"#;
    let report = check(text, &Options::default());
    let shown =
        render((0..12).map(|_| CheckedFile::product("a", &report).with_text(text)), Format::Github, Style::default());
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 21, "{shown}");
    assert!(lines[..10].iter().all(|line| line.starts_with("::error ")));
    assert!(lines[10..20].iter().all(|line| line.starts_with("::warning ")));
    assert_eq!(
        lines[20],
        "12 errors, 12 warnings in 12 of 12 files; 12 can be fixed; \
         4 problems without an annotation: GitHub shows 10 of each severity"
    );
}

#[test]
fn missing_limit_is_reported_once() {
    let text = r#"{"id":1,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[2,2],"renew_pmr":true}}"#;
    let (all, online) = (Options::default(), Options::from_json(r#"{"payment":"online"}"#).unwrap());
    let reports = [check(text, &all), check(text, &online), check("{}", &all)];
    assert_eq!(reports[0].diagnostics.len(), 1);
    for format in Format::ALL {
        let files = reports.iter().map(|report| CheckedFile::product("a", report).with_text(text));
        let shown = render(files, *format, Style::default());
        let once = "The minimum terms of PMR are not known, so they were not checked in 2 files. Ask \
                    Support for them and set them (`limits.pmrOnlineMinDays`, `limits.pmrOfflineMinDays`).";
        let is_data = matches!(format, Format::Json | Format::Junit | Format::Gitlab | Format::Checkstyle);
        let count = usize::from(!is_data);
        assert_eq!(shown.to_lowercase().matches(&once.to_lowercase()).count(), count, "{shown}");
        // The JSON data equals the report; SARIF lists each rule, with the URL of its page.
        let found = shown.matches("not-checked").count();
        let expected = match format {
            Format::Json | Format::Sarif => 2,
            _ => 0,
        };
        assert_eq!(found, expected, "{shown}");
        assert!(!shown.contains("1 info") && !shown.contains("hint"), "{shown}");
    }
}

#[test]
fn markdown_table_escapes_all_text() {
    let text = "{\n  \"name\": \"\",\n  \"licence_term\": \"<1 | `50%>\",\n  \"renew_settings\":{\"a|b\":1}\n}";
    let shown = rendered("a_b|c.json", text, Format::Markdown, Style::default());
    insta::assert_snapshot!("markdown", shown);
    let text = "[".to_owned() + &r#"{"id":0},"#.repeat(1200) + "{}]";
    let report = check_catalogue(&text, &Options::default());
    let many = CheckedFile::catalogue("many.json", &report);
    let shown = render([many, many], Format::Markdown, Style::default());
    assert_eq!(shown.lines().filter(|line| line.starts_with("| error")).count(), 500);
    assert!(shown.ends_with("\n1900 problems not in the table\n"), "{}", &shown[shown.len() - 200..]);
    assert_eq!(rendered("a", "{}", Format::Markdown, Style::default()), "**1 file checked, no problems**\n");
    for line in shown.lines().filter(|line| line.starts_with('|')) {
        assert_eq!(line.replace("\\|", "").matches('|').count(), 5, "{line}");
    }
}

#[test]
fn sarif_names_the_tool_and_links_to_its_rules() {
    let renderer = Renderer::new(Format::Sarif, Style::default());
    let sarif: Value = serde_json::from_str(&(renderer.begin() + &renderer.end())).unwrap();
    let tool = &sarif["runs"][0]["tool"]["driver"];
    assert_eq!(tool["name"], "renewal-rules");
    let rules = tool["rules"].as_array().unwrap();
    let urls: Vec<_> = rules.iter().map(|rule| rule["helpUri"].as_str().unwrap().to_owned()).collect();
    assert_eq!(urls, Code::ALL.iter().map(|code| code.url()).collect::<Vec<_>>());
}

#[test]
fn diagnostics_in_ndjson_are_located() {
    let text = "{\"id\":1}\n\n{\"id\":2,\"licence_term\":\"p6d\"}\n{\n";
    let report = check_catalogue_lines(text.as_bytes(), &Options::default());
    let checked = CheckedFile::catalogue("c.ndjson", &report).with_text(text);
    insta::assert_snapshot!("lines", render([checked], Format::Stylish, Style::default()));
}

#[test]
fn every_example_renders_in_every_format() {
    for code in Code::ALL {
        let example = code.rule().example();
        let json = if example.catalogue { "" } else { example.options };
        let options = Options::from_json(json).unwrap();
        for (text, is_bad) in [(example.bad, true), (example.good, false)] {
            let product = check(text, &options);
            let catalogue = check_catalogue(text, &options);
            let checked = if example.catalogue {
                CheckedFile::catalogue("a", &catalogue)
            } else {
                CheckedFile::product("a", &product)
            };
            for format in Format::ALL {
                let shown = render([checked.with_text(text)], *format, Style::default());
                if *code == Code::NotChecked && *format != Format::Json {
                    // Other formats report unset limits once, at the end, without the code `not-checked`.
                    continue;
                }
                let name = match format {
                    // SARIF output lists all rules by code, so look for the code in a result.
                    Format::Sarif => format!(r#""ruleId":"{code}""#),
                    _ => code.to_string(),
                };
                assert_eq!(shown.contains(&name), is_bad, "{code} {format:?} {shown}");
            }
        }
    }
}

#[test]
fn rule_docs_cover_every_code() {
    let (reference, list) = (reference_page(), rule_list(Style::default()));
    for code in Code::ALL {
        let page = rule_page(*code, Style::default());
        let rule = code.rule();
        assert!(page.contains(rule.title()) && page.contains(rule.example().bad), "{page}");
        assert!(page.contains("The message"), "{page}");
        assert!(reference.contains(&format!("\n## `{code}`\n")));
        assert!(list.lines().any(|line| line.starts_with(&format!("{code} "))));
        assert_eq!(without_color(&rule_page(*code, Style::default().with_color(true))), page);
    }
    insta::assert_snapshot!("page", rule_page(Code::ChainLastNotRepeated, Style::default()));
}
