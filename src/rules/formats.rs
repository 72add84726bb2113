//! Formats of texts and numbers (§2.3, §2.5).

use alloc::string::String;

use super::finding::{Finding, Fix};
use super::rule::rule;
use crate::messages::sanitize;
use crate::product::{LicenceTerm, Locale, TermError, is_amount};
use crate::report::{Code, Severity};
use crate::schema::{Field, FieldPath, FieldSet, Text, fields_of};
use renewal_rules_json::JsonType;

rule! {
    EmptyText { "field": String => "The field." }
    severities: &[Severity::Warning],
    section: "2.3",
    title: "A text is empty",
    explanation: "A name, a vendor code or an article that is empty or only white space is very \
        likely a form that was not filled in.",
    reads: FieldSet::of_text(Text::Filled),
    templates: {
        "empty" => "`{field}` is empty. Fill it in.",
        "optional" => "`{field}` is empty. Fill it in, or leave it out.",
    },
    bad: r#"{"id":101,"name":" "}"#,
    good: r#"{"id":101,"name":"Example Pro"}"#,
    pass: [r#"{"name":"0","license_type":""}"#],
    fail: [r#"{"family_name":"\t\n"}"# => "W empty-text /family_name", r#"{"variants":[{"sku_ar":"\u3000"}]}"# => "W empty-text /variants/0/sku_ar"],
}

/// Reports a text that is empty or only white space.
pub(crate) fn empty_text<'t>(path: &FieldPath<'t>, text: &str) -> Option<Finding<'t>> {
    let is_blank = !text.starts_with(|first: char| first.is_ascii_graphic()) && text.trim_start().is_empty();
    is_blank.then(|| {
        // Suggest leaving out an empty `sku_ar`, because this field is optional.
        let is_optional = path.field == Field::SkuAr;
        Finding::new(Code::EmptyText, path.clone())
            .with_template(if is_optional { "optional" } else { "empty" })
            .with("field", path.label())
    })
}

rule! {
    IdRange { "field": String => "The field." }
    section: "2.3",
    title: "The number is not a valid product id",
    explanation: "A product id is a whole number from 1 to 9007199254740991, the largest that every \
        program holds exactly.",
    reads: FieldSet::typed(JsonType::Integer),
    templates: {
        "range" => "`{field}` is not a valid product id. An id is a whole number from 1 to \
            9007199254740991; take the one that the service gave the product.",
    },
    bad: r#"{"id":0}"#,
    good: r#"{"id":101}"#,
    pass: [r#"{"id":101.0}"#, r#"{"id":9007199254740991}"#],
    fail: [
        r#"{"id":-1}"# => "E id-range /id",
        r#"{"id":9007199254740992}"# => "E id-range /id",
        r#"{"renew_settings":{"product_id_for_renew":[1.5]}}"# => "E id-range /renew_settings/product_id_for_renew/0",
    ],
}

/// Creates the finding for a number that is not a valid id.
pub(crate) fn id_range<'t>(path: &FieldPath<'t>) -> Finding<'t> {
    Finding::new(Code::IdRange, path.clone()).with("field", path.label())
}

rule! {
    TermFormat {
        "reason": &'static str => "Why it is not a term, a stable word.",
        "text": String => "The text, truncated.",
    }
    section: "2.3",
    title: "The licence term is not written as the service reads it",
    explanation: "A licence term is `P`, a whole number, then `D` for days or `M` for months: P14D, \
        P1M, P12M. Weeks and years are written in days and months.",
    reads: FieldSet::of_text(Text::Term),
    templates: {
        "empty" => "`licence_term` is empty. Write P, a whole number, then D for days or M for \
            months, such as P14D or P1M.",
        "form" => "`licence_term` `{text}` is not a valid term: {reason|\
            white-space:it contains white space|\
            lower-case:the letters must be capitals|\
            no-p:it does not begin with P|\
            no-count:there is no whole number after the P|\
            count-not-whole:the number after the P is not whole|\
            no-unit:the unit is missing after the number|\
            other-unit:its unit is neither D (days) nor M (months)|\
            trailing:something follows its unit|\
            count-too-large:its number is too large}. {reason|\
            other-unit:Write the term in days or in months|\
            count-too-large:Write a shorter term|\
            other:Write P, a whole number, then D for days or M for months}, such as P14D or P1M.",
    },
    bad: r#"{"id":101,"licence_term":"P2W"}"#,
    good: r#"{"id":101,"licence_term":"P14D"}"#,
    pass: [r#"{"licence_term":"P007D"}"#, r#"{"licence_term":"P4294967295M"}"#],
    fail: [r#"{"licence_term":"six days"}"# => "E term-format /licence_term", r#"{"licence_term":"P4294967296D"}"# => "E term-format /licence_term"],
    fix: [r#"{"licence_term":"p6d"}"# => r#"{"licence_term":"P6D"}"#, r#"{"licence_term":"P2W"}"# => r#"{"licence_term":"P14D"}"#],
}

/// Creates the finding for a malformed licence term.
pub(crate) fn term_format<'t>(path: &FieldPath<'t>, text: &str, error: TermError) -> Finding<'t> {
    let fix = LicenceTerm::fixed(text).map(|term| Fix::Text(term.text()));
    Finding::new(Code::TermFormat, path.clone()).with("reason", error.as_str()).with_text(text).fix(fix)
}

rule! {
    PriceFormat { "text": String => "The text, truncated." }
    section: "2.5",
    title: "The price is not a plain decimal amount",
    explanation: "A price is text of digits, with a point and more digits where there are decimals: \
        9.90. No sign, no comma, no currency symbol.",
    reads: FieldSet::of_text(Text::Amount),
    templates: {
        "empty" => "The price is empty. Write digits, with a point before the decimals, such as 9.90.",
        "form" => "The price `{text}` is not a valid amount. Write digits, with a point before the \
            decimals, such as 9.90.",
    },
    bad: r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9,90"}}}]}"#,
    good: r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    pass: [r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"007.50"}}}]}"#],
    fail: [
        r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":".90"}}}]}"# => "E price-format /variants/0/price/common/price",
        r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"-1"}}}]}"# => "E price-format /variants/0/price/common/price",
    ],
    fix: [
        r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":" 9.90"}}}]}"# => r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    ],
}

/// Reports a text that is not a valid amount.
pub(crate) fn price_format<'t>(path: &FieldPath<'t>, text: &str) -> Option<Finding<'t>> {
    let fix = || fixed_amount(text).map(Fix::Text);
    (!is_amount(text)).then(|| Finding::new(Code::PriceFormat, path.clone()).with_text(text).fix(fix()))
}

/// Repairs an amount: trims white space, removes a trailing point or adds the missing zero before a leading point.
pub(crate) fn fixed_amount(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > 40 {
        return None;
    }
    let fixed = match text.strip_suffix('.') {
        _ if text.starts_with('.') => ["0", text].concat(),
        whole => whole.unwrap_or(text).into(),
    };
    is_amount(&fixed).then_some(fixed)
}

rule! {
    CurrencyFormat { "text": String => "The text, truncated." }
    severities: &[Severity::Warning],
    section: "2.5",
    title: "The currency is not a three-letter code",
    explanation: "The interface document says \"currency code\" and shows no list; three uppercase \
        letters, such as USD or EUR, are assumed.",
    reads: FieldSet::of_text(Text::Currency),
    templates: {
        "empty" => "The currency is empty. Write three uppercase letters, such as USD or EUR.",
        "form" => "The currency `{text}` is not a valid currency code. Write three uppercase letters, \
            such as USD or EUR.",
    },
    bad: r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"usd","price":"9.90"}}}]}"#,
    good: r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    pass: [r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"XXX","price":"1"}}}]}"#],
    fail: [
        r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USDD","price":"1"}}}]}"# => "W currency-format /variants/0/price/common/currency",
        r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"\u20ac","price":"1"}}}]}"# => "W currency-format /variants/0/price/common/currency",
    ],
}

/// Reports a text that is not a currency code.
pub(crate) fn currency_format<'t>(path: &FieldPath<'t>, text: &str) -> Option<Finding<'t>> {
    let is_code = |code: &str| code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
    if is_code(text) {
        return None;
    }
    let fixed = text.trim().to_ascii_uppercase();
    let fix = is_code(&fixed).then_some(Fix::Text(fixed));
    Some(Finding::new(Code::CurrencyFormat, path.clone()).with_text(text).fix(fix))
}

rule! {
    LocaleFormat { "text": String => "The key, truncated." }
    properties: [AtName],
    section: "2.3",
    title: "The locale is not of the form xx_XX",
    explanation: "A locale key is two lowercase letters, an underscore and two uppercase letters: en_US, de_DE.",
    reads: fields_of![Locale],
    templates: {
        "empty" => "The name of a locale is empty. Write two lowercase letters, an underscore and two \
            uppercase letters, such as en_US.",
        "form" => "The locale `{text}` is not of the form xx_XX. Write two lowercase letters, an \
            underscore and two uppercase letters, such as en_US.",
    },
    bad: r#"{"id":101,"localization_values":{"en-US":{"comment_for_product_for_AR":"Renews monthly."}}}"#,
    good: r#"{"id":101,"localization_values":{"en_US":{"comment_for_product_for_AR":"Renews monthly."}}}"#,
    pass: [r#"{"localization_values":{"zz_ZZ":{}}}"#],
    fail: [r#"{"localization_values":{"default":{}}}"# => "E locale-format /localization_values/default"],
    fix: [r#"{"localization_values":{"EN-us":{}}}"# => r#"{"localization_values":{"en_US":{}}}"#],
}

/// Reports a key that is not a locale.
pub(crate) fn locale_format<'t>(path: &FieldPath<'t>) -> Option<Finding<'t>> {
    path.locale.parse::<Locale>().err()?;
    let fix = Locale::fixed(&path.locale).map(Fix::Locale);
    Some(Finding::new(Code::LocaleFormat, path.clone()).with_text(&path.locale).fix(fix))
}

impl Finding<'_> {
    /// Adds the parameter `text`. Selects the message template `empty` if the text is empty, otherwise the template
    /// `form`.
    fn with_text(self, text: &str) -> Self {
        let text = sanitize(text);
        let message_id = if text.is_empty() { "empty" } else { "form" };
        self.with_template(message_id).with("text", text)
    }
}
