//! Checks catalogues in chunks: the report equals that of the whole catalogue, wherever the text is split.

use renewal_rules::{
    CatalogueCheck, CatalogueReport, Code, Input, Level, Options, Payment, ProductId, RuleLevels, check_catalogue,
    check_catalogue_lines, check_catalogue_lines_from,
};
use renewal_rules_editor::OpenText;
use renewal_rules_oracle::cases::{example_products, reader, same};
use serde_json::{Value, json};

/// Returns the examples of all rules, and products whose diagnostics involve other products.
fn products() -> Vec<Value> {
    let mut products = example_products();
    // Add an initiator without an id, both before and after its renewal. The term of this renewal has a fixable
    // mistake.
    let initiator = json!({"renew_settings": {"product_id_for_renew": [7, 7],
        "renew_ar": {"enable": true}, "renew_pmr": true}, "licence_term": "P1M"});
    let renewal = json!({"id": 7, "licence_term": "p5d", "renew_settings": {}});
    let short = json!({"id": 8, "licence_term": "P2D"});
    products.insert(0, initiator.clone());
    products.extend([renewal, short, initiator]);
    products
}

fn check_in_chunks(products: &[Value], count: usize, options: &Options) -> CatalogueReport {
    let size = products.len().div_ceil(count);
    std::thread::scope(|threads| {
        let check_chunk = |chunk: &'_ [Value]| {
            let mut check = CatalogueCheck::new(options);
            for product in chunk {
                check.push(product);
            }
            check
        };
        let started: Vec<_> = products.chunks(size).map(|chunk| threads.spawn(move || check_chunk(chunk))).collect();
        let mut whole = CatalogueCheck::new(options);
        for thread in started {
            whole.append(thread.join().unwrap());
        }
        whole.finish()
    })
}

#[test]
fn chunks_give_the_report_of_the_whole() {
    let products = products();
    let text = Value::from(products.clone()).to_string();
    let levels = RuleLevels::default().with(Code::NotChecked, Level::Error);
    let all = [
        Options::default(),
        Options::default().with_payment(Payment::Offline),
        Options::default().with_rules(levels.unwrap()),
        Options::default().with_max_diagnostics(0),
        Options::default().with_max_diagnostics(1),
        Options::default().with_max_diagnostics(20),
    ];
    for options in all {
        let expected = check_catalogue(Input::Json(text.as_str().into()), &options);
        assert!(!expected.valid);
        for count in [1, 2, 3, 7, products.len()] {
            same(&check_in_chunks(&products, count, &options), &expected);
        }
    }
    let codes = |report: &CatalogueReport| {
        let codes = report.diagnostics.iter().map(|one| (one.code, one.fix.is_some()));
        codes.collect::<Vec<_>>()
    };
    let found = codes(&check_in_chunks(&products, 2, &Options::default()));
    assert!(found.contains(&(Code::NotChecked, false)));
    assert!(found.contains(&(Code::DuplicateProductId, false)));
    assert!(found.contains(&(Code::TermFormat, true)));
}

#[test]
fn lines_can_be_added_one_by_one() {
    let mut check = CatalogueCheck::new(&Options::default());
    for line in "{\"id\":1}\n{\"id\":}\n{\"id\":1}".lines() {
        check.push(line);
    }
    check.push(b"\xff");
    check.push(&json!({"id": 1}));
    let report = check.finish();
    let found: Vec<_> = report.diagnostics.iter().map(|one| (one.path.as_str(), one.code)).collect();
    let expected = [
        ("/1", Code::JsonSyntax),
        ("/2/id", Code::DuplicateProductId),
        ("/3", Code::JsonSyntax),
        ("/4/id", Code::DuplicateProductId),
    ];
    assert_eq!(found, expected);
    assert_eq!(report.diagnostics[0].location.map(|at| at.column), Some(7));
    assert_eq!(report.diagnostics[1].location, None);
}

/// Checks the lines through a reader that returns at most `most` bytes per read.
fn streamed(text: &[u8], most: usize, options: &Options) -> CatalogueReport {
    let (report, shown) = check_catalogue_lines_from(reader(text, most), options).unwrap();
    // The excerpt has one line for each line of the input, with placeholders for products without diagnostics.
    let lines = |text: &[u8]| text.strip_suffix(b"\n").unwrap_or(text).split(|byte| *byte == b'\n').count();
    if !report.diagnostics.is_empty() {
        assert_eq!(lines(&shown), lines(text));
    }
    report
}

#[test]
fn streamed_lines_give_the_report_of_the_whole() {
    let mut lines: Vec<String> = products().iter().map(Value::to_string).collect();
    lines.insert(3, " \r ".to_owned());
    lines.insert(5, "{\"id\":}".to_owned());
    lines.insert(6, "\r{\"id\":901,\r\r\"name\":\"\u{1f381}\"} ".to_owned());
    let last = lines.len() - 1;
    lines[last].insert(0, '\r');
    lines[last - 1].push('\r');
    for end in ["\n", "\r\n", "\n\n"] {
        let mut text = (lines.join(end) + end).into_bytes();
        for tail in [&b""[..], b"\xff\xff\n", b"{\"id\":8}"] {
            text.extend(tail);
            for limit in [None, Some(0), Some(1), Some(9)] {
                let options = Options::default().with_payment(Payment::Offline);
                let options = options.with_max_diagnostics(limit);
                let whole = check_catalogue_lines(&text, &options);
                for most in [1, 13, 1 << 16] {
                    same(&streamed(&text, most, &options), &whole);
                }
            }
        }
    }
}

#[test]
fn streaming_does_not_retain_the_text() {
    let good = "{\"id\":1,\"name\":\"".to_owned() + &"x".repeat(1000) + "\"}\n";
    let bad = "{\"id\":2,\"licence_term\":\"P1W\"}\n";
    let text = good.clone() + "{\"name\":\"" + &"y".repeat(3 << 20) + "\"}\n" + bad + &good;
    let options = Options::default();
    let (report, shown) = check_catalogue_lines_from(reader(text.as_bytes(), usize::MAX), &options).unwrap();
    same(&report, &check_catalogue_lines(&text, &options));
    let expected = good.clone() + "{}\n" + bad + &good;
    same(&String::from_utf8(shown).unwrap(), &expected);
    let valid = reader(b"{\"id\":2}\n{\"id\":1}\n", 4);
    let (report, shown) = check_catalogue_lines_from(valid, &options).unwrap();
    assert!(report.valid && shown.is_empty());
    let broken = |position: u64, _: &mut [u8]| if position == 0 { Err("gone") } else { Ok(0) };
    assert_eq!(check_catalogue_lines_from(broken, &options), Err("gone"));
}

#[test]
fn utf16_is_detected_at_any_read_size() {
    for text in [&b"{\0\"\0i\0d\0"[..], b"\0{\0\"\0i\0d", b"\xff\xfe{\0", b"\xfe\xff\0{"] {
        let options = Options::default();
        let whole = check_catalogue_lines(text, &options);
        for most in [1, 2, 3, 4, 100] {
            same(&streamed(text, most, &options), &whole);
        }
    }
    let options = Options::default();
    for text in ["", "{", "\u{feff}", "\u{feff}{}", "\u{feff}{\"id\":1}\n{\"id\":}\n"] {
        same(&streamed(text.as_bytes(), 1, &options), &check_catalogue_lines(text, &options));
    }
}

#[test]
fn root_location_does_not_depend_on_how_input_is_read() {
    let product = r#"{"id":1,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[2,2],"renew_pmr":true}}"#;
    let product = product.replace("[2,2]", "[1,1]");
    let blank = " \r\n".repeat(1 << 14);
    for (before, after) in
        [("", ""), ("\u{feff}", "\n"), ("\u{feff}\n", "\r"), ("\u{feff}  ", "  "), (&*blank, &*blank)]
    {
        let text = [before, &product, "\n", r#"{"id":2}"#, after].concat();
        let options = Options::default();
        let whole = check_catalogue_lines(&text, &options);
        let lines = before.matches('\n').count();
        let column = if before.ends_with("  ") { 3 } else { 1 };
        let location = whole.diagnostics[0].location.unwrap();
        assert_eq!((whole.diagnostics[0].code, location.line, location.column), (Code::NotChecked, lines + 1, column));
        assert_eq!((location.end_line, location.end_column), (lines + 2, 9));
        same(&streamed(text.as_bytes(), 5000, &options), &whole);
        let open = OpenText::new(&text, true, &options);
        assert_eq!(open.diagnostics(), whole.diagnostics);
        let array = [before, "[", &product, ",\n", r#"{"id":2}"#, "]", after].concat();
        let report = check_catalogue(&*array, &options);
        assert_eq!(report.diagnostics[0].location.map(|at| (at.line, at.column)), Some((lines + 1, column)));
        assert_eq!(OpenText::new(&array, false, &options).diagnostics(), report.diagnostics);
    }
}

#[test]
fn ids_of_an_open_text_are_in_the_order_of_its_products() {
    let open = OpenText::new(r#"[{"id":5},{},7,{"id":"x"},{"id":3}]"#, false, &Options::default());
    let ids: Vec<_> = open.ids().map(|id| id.map(ProductId::get)).collect();
    assert_eq!(ids, [Some(5), None, None, None, Some(3)]);
}
