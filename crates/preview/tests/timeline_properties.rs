//! Properties of every timeline and date, and the rendering as text.

use jiff::ToSpan as _;
use proptest::prelude::*;
use renewal_rules::LicenceTerm;
use renewal_rules_preview::timeline::{CalendarDate, DateError, MonthCount, Period};
use renewal_rules_preview::{SvgOptions, timeline};

use super::{
    russian,
    timeline::{bought, date, single},
};

#[test]
fn dates_are_read_strictly() {
    for text in ["2026-1-31", "2026-01-31T00:00", "26-01-31", "+2026-01-31", "２026-01-31", ""] {
        assert_eq!(text.parse::<CalendarDate>(), Err(DateError::Format), "{text}");
    }
    for text in ["2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-01-00"] {
        assert_eq!(text.parse::<CalendarDate>(), Err(DateError::NoSuchDay), "{text}");
    }
    for text in ["0000-01-01", "2000-02-29", "9999-12-31"] {
        assert_eq!(date(text).to_string(), text);
    }
    assert_eq!(CalendarDate::new(10_000, 1, 1), Err(DateError::NoSuchDay));
    assert_eq!(CalendarDate::new(2026, 1, 200), Err(DateError::NoSuchDay));
    assert_eq!(date("2026-03-10").days_until(date("2026-03-01")), -9);
}

fn of_jiff(date: jiff::civil::Date) -> CalendarDate {
    date.to_string().parse().unwrap()
}

/// Every end of month in a calendar cycle, leap and century years included, with terms from 1 to 48 months. Anchored
/// counting adds once to the purchase date, chained counting adds to the previous end.
#[test]
fn months_agree_with_jiff_over_a_calendar_cycle() {
    let product = single("P1M");
    let mut month = jiff::civil::date(2000, 1, 1);
    while month.year() < 2400 {
        let purchase = month.last_of_month();
        let mut options = bought(&purchase.to_string(), 101, 47);
        let anchored = timeline(&product, &options).unwrap();
        for (months, period) in (1..).zip(&anchored.periods) {
            let expected = purchase.checked_add(months.months()).unwrap();
            assert_eq!(period.end, Some(of_jiff(expected)), "{purchase} + {months}");
        }
        options.month_count = MonthCount::Chained;
        let mut end = purchase;
        for period in timeline(&product, &options).unwrap().periods {
            end = end.checked_add(1.month()).unwrap();
            assert_eq!(period.end, Some(of_jiff(end)), "{purchase}");
        }
        month = month.checked_add(1.month()).unwrap();
    }
}

fn term() -> impl Strategy<Value = LicenceTerm> {
    prop_oneof![(6..500_u32).prop_map(LicenceTerm::days), (1..49_u32).prop_map(LicenceTerm::months),]
}

proptest! {
    #[test]
    fn terms_agree_with_jiff(days in 0..150_000_i32, term in term()) {
        let purchase = jiff::civil::date(1990, 1, 1).checked_add(days.days()).unwrap();
        let product = single(&term.to_string());
        let options = bought(&purchase.to_string(), 101, 0);
        let period = &timeline(&product, &options).unwrap().periods[0];
        let expected = purchase.checked_add(term.to_string().parse::<jiff::Span>().unwrap());
        prop_assert_eq!(period.end, Some(of_jiff(expected.unwrap())));
    }

    #[test]
    fn anchored_months_never_drift(day in 0..150_000_i32, months in 1..25_u32) {
        let purchase = jiff::civil::date(1990, 1, 1).checked_add(day.days()).unwrap();
        let product = single(&LicenceTerm::months(months).to_string());
        let timeline = timeline(&product, &bought(&purchase.to_string(), 101, 60)).unwrap();
        for Period { start, .. } in &timeline.periods {
            let month = jiff::civil::date(
                i16::try_from(start.year()).unwrap(),
                i8::try_from(start.month()).unwrap(),
                1,
            );
            let expected = purchase.day().min(month.days_in_month());
            prop_assert_eq!(i8::try_from(start.day()).unwrap(), expected);
        }
    }
}

#[test]
fn timeline_table_shows_end_and_notes() {
    let product = r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],
        "renew_pmr":true},"variants":[{"vendor_code":"V","sku":"Ключ\u001b[31m","price":{"common":{"currency":"USD","price":"9.90"}}}]}]"#;
    let table = timeline(product, &bought("2026-01-31", 101, 2)).unwrap().to_string();
    assert_eq!(
        table,
        "Kind: PMR\n\
         \n\
         \x20         Product  Article    Price     Start       End         Ordered  Payment\n\
         Purchase  101      Ключ\u{fffd}[31m  9.90 USD  2026-01-31  2026-02-28  -        buyer checks out and pays\n\
         \n\
         Product 102, which comes next in the chain, is not among the products.\n\
         \n\
         - The interface document gives no rule for the ends of months. Here months are counted from the day on which the month terms began: 31 January, 28 February, 31 March.\n\
         - The interface document does not show the minimum term of PMR, so it is not checked.\n",
    );
}

#[test]
fn svg_is_escaped_bounded_and_accessible() {
    let name = r#"{"name":"</text><script>&\u0000\"'","#;
    let hostile = single("P1M").replacen('{', name, 1);
    let timeline = timeline(&hostile, &bought("2026-01-31", 101, 1000)).unwrap();
    let svg = timeline.to_svg(&SvgOptions::default());
    assert!(svg.contains("role=\"img\"") && svg.contains("<title>") && svg.contains("<desc>"));
    assert!(!svg.contains("<script") && !svg.contains('\0'));
    assert!(svg.contains("&lt;/text&gt;&lt;script"));
    // The purchase, the first renewal, and two repetitions.
    assert!(svg.contains("… and so on"));
    assert_eq!(svg.matches("class=\"bar").count(), 4);
    assert!(!svg.contains("href") && !svg.contains("url("));
}

#[test]
fn unlimited_period_is_drawn_to_the_edge() {
    let product = r#"{"id":101,"licence_term":"P0D"}"#;
    let svg = timeline(product, &bought("2026-01-31", 101, 3)).unwrap().to_svg(&SvgOptions::default());
    assert!(svg.contains("stroke-dasharray"));
    assert!(svg.contains("– no end"));
    assert!(svg.contains("there are no renewal settings"));
    let malformed = r#"{"id":101,"licence_term":"1 month"}"#;
    let shown = timeline(malformed, &bought("2026-01-31", 101, 3)).unwrap();
    assert!(shown.to_svg(&SvgOptions::default()).contains("– end not known"));
    assert!(shown.stop.unwrap().message.contains("cannot be read"));
}

/// Labels of months are centred, those of bars begin 10 pixels after the bar's left end if they are inside it.
#[test]
fn svg_labels_stay_inside_the_picture_and_their_bars() {
    let number = |line: &str, name: &str| -> usize {
        let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let product = single("P1M").replacen('{', r#"{"name":"Example, a month of service","#, 1);
    for date in ["2026-01-31", "2026-01-12", "2026-01-01"] {
        let svg = timeline(&product, &bought(date, 101, 3)).unwrap().to_svg(&SvgOptions::default());
        assert!(svg.lines().filter(|line| line.contains("\"middle\"")).all(|line| number(line, "x") >= 30), "{svg}");
        let mut bar = (0, 0);
        for line in svg.lines() {
            if line.contains("class=\"bar") {
                bar = (number(line, "x"), number(line, "width"));
            } else if line.contains(" – ") && line.starts_with("<text") && number(line, "x") == bar.0 + 10 {
                let (label, _) = line.split_once('>').unwrap().1.split_once('<').unwrap();
                assert!(label.chars().count() * 13 / 2 <= bar.1, "{line}");
            }
        }
    }
}

#[test]
fn svg_marks_today_and_has_no_small_text() {
    let timeline = timeline(single("P1M"), &bought("2026-01-31", 101, 12)).unwrap();
    let mut options = SvgOptions::default();
    options.today = "2026-02-10".parse().ok();
    let svg = timeline.to_svg(&options);
    assert!(svg.contains(">today<") && svg.contains("class=\"tick\"") && svg.contains("class=\"order\""));
    assert!(svg.contains("9.90 USD, charged"));
    let sizes = svg.split("font-size=\"").skip(1);
    assert!(sizes.map(|rest| rest.split('"').next().unwrap().parse::<u32>().unwrap()).all(|size| size >= 12));
    options.today = "2031-01-01".parse().ok();
    assert!(!timeline.to_svg(&options).contains(">today<"));
    options.sentences = russian();
    assert!(timeline.to_svg(&options).contains("списание"));
}
