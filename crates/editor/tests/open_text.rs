//! Tests an edited text: its report always equals that of checking the current text from scratch.

use proptest::prelude::*;
use renewal_rules::{
    Code, Diagnostic, Layout, Location, Options, check, check_catalogue, check_catalogue_lines, contents, fix_all,
    fix_catalogue, fix_catalogue_lines, split_index,
};
use renewal_rules_editor::OpenText;
use renewal_rules_oracle::cases::example_products;

/// Returns the products in the examples of all rules.
fn products() -> Vec<String> {
    example_products().iter().map(ToString::to_string).collect()
}

/// Returns `count` products, joined by `between`.
fn catalogue(count: usize, between: &str) -> String {
    let products = products();
    let all: Vec<_> = products.iter().cycle().take(count).cloned().collect();
    all.join(between)
}

fn expected(text: &str, is_lines: bool) -> Vec<Diagnostic> {
    let options = Options::default();
    match contents(text.as_bytes(), is_lines).layout {
        Layout::Product => check(text, &options).diagnostics,
        Layout::Array => check_catalogue(text, &options).diagnostics,
        Layout::Lines => check_catalogue_lines(text, &options).diagnostics,
    }
}

/// Returns the location of a substring.
fn place(text: &str, start: usize, end: usize) -> Location {
    let at = |end: usize| {
        let before: String = text.chars().take(end).collect();
        let line = before.rsplit('\n').next().unwrap();
        let lines = before.matches('\n').count() + 1;
        (lines, line.encode_utf16().count() + 1)
    };
    let ((line, column), (end_line, end_column)) = (at(start), at(end));
    Location { line, column, end_line, end_column }
}

fn edited(open: &mut OpenText, text: &mut String, (start, end): (usize, usize), new: &str) {
    let count = text.chars().count();
    let (start, end) = (start.min(count), end.clamp(start.min(count), count));
    open.edit(place(text, start, end), new);
    let characters: Vec<char> = text.chars().collect();
    *text = characters[..start].iter().collect::<String>() + new + &characters[end..].iter().collect::<String>();
}

#[test]
fn edit_is_visible_at_any_offset() {
    let array = format!("[\n  {}\n]\n", catalogue(900, ",\n  "));
    let line = format!("[{}]", catalogue(900, ","));
    let lines = catalogue(900, "\n");
    for (mut text, is_lines) in [(array, false), (line, false), (lines, true)] {
        let mut open = OpenText::new(&text, is_lines, &Options::default());
        assert!(text.len() > 3 << 15, "the text has several chunks");
        let original = expected(&text, is_lines);
        assert_eq!(open.diagnostics(), original);
        let count = text.chars().count();
        for at in [0, 2, count / 3, count / 2, count - 3, count] {
            for new in ["x", "\n", "\"", "{", "}", "[", "]", ",", "{\"id\":7},"] {
                edited(&mut open, &mut text, (at, at), new);
                assert_eq!(open.text(), text);
                assert_eq!(open.diagnostics(), expected(&text, is_lines), "{new} inserted at {at}");
                let end = at + new.chars().count();
                edited(&mut open, &mut text, (at, end), "");
                assert_eq!(open.diagnostics(), original, "{new} removed at {at}");
            }
        }
        let third = text.len() / 3;
        edited(&mut open, &mut text, (third, 2 * third), "");
        assert_eq!((open.text(), open.diagnostics()), (text.clone(), expected(&text, is_lines)));
    }
}

proptest! {
    #[test]
    fn edited_text_has_report_of_fresh_check(
        edits in prop::collection::vec((0..4000_usize, 0..30_usize, "[\\[\\]{}\",:\n1aü😀]{0,4}"), 1..12),
        is_lines: bool,
        form in 0..3,
    ) {
        let mut text = match form {
            0 => format!("[{}]", catalogue(12, ", ")),
            1 => catalogue(12, "\n"),
            _ => catalogue(1, ""),
        };
        let mut open = OpenText::new(&text, is_lines, &Options::default());
        for (start, length, new) in edits {
            edited(&mut open, &mut text, (start, start + length), &new);
            prop_assert_eq!(open.text(), text.clone());
            prop_assert_eq!(open.diagnostics(), expected(&text, is_lines));
        }
    }
}

/// Returns the text with something inserted at an offset.
fn typed(text: &str, (line, column): (usize, usize)) -> String {
    let mut open = OpenText::new(text, false, &Options::default());
    open.edit(Location { line, column, end_line: line, end_column: column }, "|");
    open.text()
}

#[test]
fn edits_use_lines_and_utf16_columns() {
    let text = format!("a\r\nb\rc\n{0}\n\r\n{0}\r", "ü😀x".repeat(9));
    let (mut line, mut column) = (1, 1);
    for (at, next) in text.char_indices() {
        let (before, after) = text.split_at(at);
        if before.ends_with('\n') || (before.ends_with('\r') && next != '\n') {
            (line, column) = (line + 1, 1);
        }
        if next != '\n' {
            assert_eq!(typed(&text, (line, column)), [before, "|", after].concat());
        }
        column += next.len_utf16();
    }
}

#[test]
fn position_past_line_end_is_clamped() {
    assert_eq!(typed("ab\ncd", (7, 9)), "ab\ncd|");
    assert_eq!(typed("ab\ncd", (1, 9)), "ab|\ncd");
    assert_eq!(typed("ab\ncd", (2, 2)), "ab\nc|d");
    assert_eq!(typed("", (1, 1)), "|");
}

#[test]
fn fix_is_the_smallest_edit() {
    let text = "[\n  { \"id\": 1, \"licence_term\": \"p1m\" },\n  {\"id\":2,\"licence_term\":\"p7d\"}\n]";
    let mut open = OpenText::new(text, false, &Options::default());
    let found = open.diagnostics();
    let edit = open.fix(found[1].fix.as_deref().unwrap()).unwrap();
    let at = edit.location;
    assert_eq!((at.line, at.column, at.end_column, &*edit.text), (3, 27, 30, "P7D"));
    let edits = open.fix_all(&[]);
    assert_eq!(edits.len(), 2);
    for edit in edits {
        open.edit(edit.location, &edit.text);
    }
    assert_eq!(open.text(), fix_catalogue(text, &Options::default()).text);
}

#[test]
fn all_fixes_equal_those_of_the_catalogue() {
    for (text, is_lines) in [
        (format!("[{}]", catalogue(200, ",\n")), false),
        (catalogue(200, "\n"), true),
        (String::from("{\"licence_term\": \"p1m\"}"), false),
    ] {
        let mut open = OpenText::new(&text, is_lines, &Options::default());
        // Apply the edits from the end of the text, so that no edit shifts the next one.
        for edit in open.fix_all(&[]).iter().rev() {
            open.edit(edit.location, &edit.text);
        }
        let options = Options::default();
        let fixed = match open.contents().layout {
            Layout::Product => fix_all(text, &options).text,
            Layout::Array => fix_catalogue(text, &options).text,
            Layout::Lines => fix_catalogue_lines(text, &options).text,
        };
        assert_eq!(open.text(), fixed);
    }
}

#[test]
fn fixes_of_a_catalogue_keep_the_space_around_a_product() {
    let other = OpenText::new(r#"{"id":9}"#, false, &Options::default());
    for space in ["", "\n", "\r\n", "\n\n  "] {
        for (term, edits) in [("P1M", 0), ("p1m", 1)] {
            let text = |term: &str| format!("{space}{{\"id\":2,\"licence_term\":\"{term}\"}}{space}");
            let mut open = OpenText::new(&text(term), false, &Options::default());
            let found = open.fix_all(&[&other]);
            assert_eq!(found.len(), edits);
            for edit in found {
                assert_eq!(edit.text, "P1M");
                open.edit(edit.location, &edit.text);
            }
            assert_eq!(open.text(), text("P1M"));
        }
    }
}

#[test]
fn fixes_never_reuse_an_id_of_another_text() {
    let open = |text: &str| OpenText::new(text, false, &Options::default());
    let others = [open(r#"[{"id":2}]"#), open(r#"{"id":"3"}"#), open("{\"id\":4}\n{\n"), open("[{\"id\":5},")];
    let others: Vec<_> = others.iter().collect();
    let texts = |text: &str, others: &[&OpenText]| {
        let edits = open(text).fix_all(others);
        edits.into_iter().map(|edit| edit.text).collect::<Vec<_>>()
    };
    for id in [r#""id":"2""#, r#""ID":2"#, r#""id":"3""#, r#""id":"4""#] {
        for text in [format!("{{{id}}}"), format!("[{{{id}}}]"), format!("{{{id}}}\n{{}}\n")] {
            assert_eq!(texts(&text, &[]).len(), 1, "{text}");
            assert!(texts(&text, &others).is_empty(), "{text}");
        }
    }
    // A fix that would reuse an id does not suppress other fixes of its product, and an invalid line does not shift the
    // index of later products.
    assert_eq!(texts("{\"id\":\"6\"}\n{}\nx\n{\"id\":\"2\",\"licence_term\":\"p1m\"}", &others), ["6", "P1M"]);
    assert!(texts(r#"[{"licence_term":"p1m"},"#, &others).is_empty());
}

#[test]
fn cursor_has_a_pointer_in_incomplete_json() {
    let cursor = |text: &str| {
        let column = text.find('|').unwrap() + 1;
        let open = OpenText::new(&text.replace('|', ""), false, &Options::default());
        let cursor = open.cursor(1, column);
        (cursor.product, cursor.pointer, cursor.is_name, cursor.token)
    };
    let at = |product: usize, pointer: &str, is_name: bool, word: &str| {
        (product, String::from(pointer), is_name, String::from(word))
    };
    assert_eq!(cursor(r#"{"id":1,"re|"#), at(0, "/", true, "\"re"));
    assert_eq!(cursor(r#"{"id":1,"re|"}"#), at(0, "/re", true, "\"re\""));
    assert_eq!(cursor(r#"[{},{"renew_settings":{|}}]"#), at(1, "/renew_settings/", true, ""));
    assert_eq!(cursor(r#"[{},{"a":[7, 12|]}]"#), at(1, "/a/1", false, "12"));
    assert_eq!(cursor(r#"[{},{"a":[7,|"#), at(1, "/a/1", false, ""));
    assert_eq!(cursor(r#"{"a":{"b":"c"},"d":t|}"#), at(0, "/d", false, "t"));
    let text = r#"{"a":1,"":2,"c":{"x":3},"d":4}"#;
    let open = OpenText::new(text, false, &Options::default());
    let cursor = open.cursor(1, 9);
    assert_eq!(cursor.names, ["a", "", "c", "d"]);
    assert!(cursor.has_value);
}

#[test]
fn split_catalogue_has_the_same_diagnostics() {
    let products = products();
    let array = format!("[{}]", products.join(","));
    let all = check_catalogue(array.as_str(), &Options::default()).diagnostics;
    for size in [1, 2, 7, products.len()] {
        let texts: Vec<_> = products
            .chunks(size)
            .enumerate()
            .map(|(number, chunk)| {
                let text = match number % 2 {
                    _ if size == 1 => chunk.join(""),
                    0 => format!("[{}]", chunk.join(", ")),
                    _ => chunk.join("\n"),
                };
                OpenText::new(&text, size > 1 && number % 2 == 1, &Options::default())
            })
            .collect();
        let found = OpenText::catalogue(&texts.iter().collect::<Vec<_>>());
        let mut before = 0;
        let mut seen = Vec::new();
        for (text, found) in texts.iter().zip(found) {
            for one in found {
                let index = if size == 1 { Some((0, &*one.path)) } else { split_index(&one.path) };
                let path = match index {
                    Some((index, within)) if one.code != Code::NotChecked => {
                        format!("/{}{within}", index + before)
                    }
                    _ => String::new(),
                };
                assert_eq!(one.location.is_none(), path.is_empty(), "{} {path}", one.code);
                seen.push((one.code, path, one.message));
            }
            before += text.products().count();
        }
        let all: Vec<_> = all.iter().map(|one| (one.code, one.path.clone(), one.message.clone())).collect();
        assert_eq!(seen, all, "{size}");
    }
}

#[test]
fn invalid_lines_are_reported_and_others_checked() {
    let found = |texts: &[&str]| {
        let texts: Vec<_> = texts.iter().map(|text| OpenText::new(text, false, &Options::default())).collect();
        let found = OpenText::catalogue(&texts.iter().collect::<Vec<_>>()).into_iter();
        let place = |one: renewal_rules::Diagnostic| (one.code, one.path, one.location.map(|at| (at.line, at.column)));
        found.map(|found| found.into_iter().map(place).collect()).collect::<Vec<Vec<_>>>()
    };
    let initiator = "\u{feff}{\"id\":1,\"licence_term\":\"P1M\",\n\"renew_settings\":{\"product_id_for_renew\":[2,2],\"renew_ar\":{\"enable\":true}}}";
    let unknown = (Code::ChainUnknownProduct, String::from("/renew_settings/product_id_for_renew/0"), Some((2, 43)));
    for broken in ["[{\"id\":2,\"licence_term\":\"P1M\"},", "{\"id\":2,\"licence_term\":P1M}"] {
        let found = found(&[initiator, broken]);
        assert_eq!(found[0], std::slice::from_ref(&unknown));
        assert_eq!(found[1].iter().map(|one| one.0).collect::<Vec<_>>(), [Code::JsonSyntax]);
    }
    // In newline-delimited JSON, an invalid line does not affect the diagnostics of other lines.
    let lines = "{\"id\":}\n{\"id\":2,\"licence_term\":\"P2D\"}\n{\"id\":3}";
    let found = found(&[initiator, lines]);
    let codes: Vec<_> = found[1].iter().map(|one| (one.0, one.1.as_str())).collect();
    assert_eq!(codes, [(Code::JsonSyntax, "/0"), (Code::TermBelowMinimum, "/1/licence_term")]);
}

#[test]
fn byte_order_mark_takes_no_column() {
    let products = r#"{"id":1,"licence_term":"p7d"}"#;
    for (text, is_lines) in [
        (format!("\u{feff}{products}"), false),
        (format!("\u{feff}[{products},\n{products}]"), false),
        (format!("\u{feff}{products}\n{products}"), true),
    ] {
        let mut open = OpenText::new(&text, is_lines, &Options::default());
        let found = open.diagnostics().into_iter().find(|one| one.code == Code::TermFormat).unwrap();
        let at = found.location.unwrap();
        let line = open.line(1);
        assert_eq!(line.chars().next(), text.chars().nth(1), "the line excludes the byte order mark");
        let word: String = line.chars().skip(at.column - 1).take(at.end_column - at.column).collect();
        assert_eq!(word, r#""p7d""#);
        let cursor = open.cursor(at.line, at.column + 1);
        assert_eq!((cursor.pointer.as_str(), cursor.token.as_str()), ("/licence_term", r#""p7d""#));
        assert_eq!(cursor.location, Some(at));
        assert_eq!(open.cursor(1, 1).token, "");
        open.edit(at, r#""P7D""#);
        assert_eq!(open.text(), text.replacen("p7d", "P7D", 1));
        open.edit(Location { line: 1, column: 1, end_line: 1, end_column: 1 }, " ");
        assert_eq!(open.text(), text.replacen("p7d", "P7D", 1).replacen('\u{feff}', "\u{feff} ", 1));
    }
}

#[test]
fn byte_order_mark_inside_lines_is_reported() {
    // The text has several chunks.
    let line = format!("{{\"id\":1,\"name\":\"{}\"}}", "x".repeat(2000));
    let lines: Vec<String> = (0..60).map(|_| line.clone()).collect();
    for at in 0..lines.len() {
        let mut lines = lines.clone();
        lines[at].insert(0, '\u{feff}');
        let text = lines.join("\n");
        let open = OpenText::new(&text, true, &Options::default());
        let broken = |one: &renewal_rules::Diagnostic| one.code == Code::JsonSyntax;
        let found: Vec<_> = open.diagnostics().into_iter().filter(broken).collect();
        if at == 0 {
            assert!(found.is_empty());
            continue;
        }
        let at = Location { line: at + 1, column: 1, end_line: at + 1, end_column: 2 };
        assert_eq!(found.iter().map(|one| one.location).collect::<Vec<_>>(), [Some(at)]);
        let whole = check_catalogue_lines(&*text, &Options::default()).diagnostics;
        assert_eq!(whole.into_iter().find(broken).unwrap().location, Some(at));
    }
}

#[test]
fn lines_agree_with_locations() {
    let text = "{\"name\":\r\"\",\r\n\"a\u{2028}b\":\u{20}1,\n\r\"id\":1}";
    let open = OpenText::new(text, false, &Options::default());
    let lines: Vec<_> = (1..=6).map(|number| open.line(number)).collect();
    assert_eq!(lines, ["{\"name\":", "\"\",", "\"a\u{2028}b\": 1,", "", "\"id\":1}", ""]);
    assert_eq!((open.line(0), open.line(7)), (String::new(), String::new()));
    let found = open.diagnostics();
    assert_eq!(found[0].location, Some(Location { line: 2, column: 1, end_line: 2, end_column: 3 }));
    assert_eq!(open.cursor(5, 6).pointer, "/id");
}

#[test]
fn hover_finds_renewals_among_many_products() {
    use renewal_rules_editor::Guide;

    let count = 16_000;
    let chain: Vec<String> = (2..=count).chain([count]).map(|id| id.to_string()).collect();
    let initiator = format!(
        r#"{{"id":1,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[{}],"renew_ar":{{"enable":true}}}}}}"#,
        chain.join(",")
    );
    let renewals = (2..=count).map(|id| format!(r#"{{"id":{id},"name":"N{id}","licence_term":"P1M"}}"#));
    let lines: Vec<String> = [initiator].into_iter().chain(renewals).collect();
    let options = Options::default();
    let open = OpenText::new(&lines.join("\n"), true, &options);
    assert_eq!(open.ids().flatten().map(|id| id.get()).collect::<Vec<_>>(), (1..=count).collect::<Vec<_>>());
    let column = lines[0].find("product_id").unwrap() + 1;
    let hover_text = Guide::default().hover(&[&open], &open.cursor(1, column), &options).unwrap();
    assert!(hover_text.contains("- 2: N2\n") && hover_text.contains(&format!("- {count}: N{count}\n")));
    assert!(Guide::default().sentence(&[&open], 0, &options).is_some_and(|sentence| !sentence.is_empty()));
}

#[test]
fn messages_name_files_of_other_texts() {
    let open = |name: &str, text: &str| OpenText::new(text, false, &Options::default()).with_name(name);
    let initiator =
        r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[3,3],"renew_ar":{"enable":true}}}"#;
    let a = open("a.json", &format!(r#"[{{"id":1}},{{"id":2}},{initiator}]"#));
    let b = open("b.json", r#"[{"id":9},{"id":2},{"id":9}]"#);
    let c = open("c.json", r#"[{"id":3}]"#);
    let found = OpenText::catalogue(&[&a, &b, &c]);
    let messages: Vec<Vec<&str>> = found.iter().map(|all| all.iter().map(|one| &*one.message).collect()).collect();
    assert_eq!(
        messages[1],
        [
            "The product at index 1 of `a.json` has the id 2 too. Give each product its own id.",
            "The product at index 0 has the id 9 too. Give each product its own id.",
        ]
    );
    assert!(messages[2][0].contains("the renewal of the product at index 2 of `a.json`. Add"), "{}", messages[2][0]);
    let params = &found[1][0].params;
    assert_eq!((params.number("first"), params.text("file")), (Some(1), Some("a.json")));
    let russian = renewal_rules::Messages::from_json(renewal_rules::RUSSIAN).unwrap();
    assert!(found[1][0].translated(&russian).message.contains("с номером 1 в каталоге (файл `a.json`)."));
    assert!(found[1][1].translated(&russian).message.contains("с номером 0 в каталоге."));
}
