//! The form of the input: JSON, types, names, formats (§2.3 to §2.5).
//!
//! Most of these are noted while reading; here are their words and what can be told only of the
//! whole product.

use alloc::{borrow::Cow, format, string::String, vec::Vec};

use super::{Code, Rule, explained, product, quoted, subject};
use crate::{
    facts::Facts,
    fault::{Data, Fault},
    json::Json,
    options::Operation,
    place::{Place, Spot},
    product::TermError,
    read::{Field, ROOT, takers, unknown},
    report::{Location, Severity},
};

/// Every field, for rules that can be broken anywhere.
const EVERYWHERE: &[Spot] = &[
    Spot::Root,
    Spot::Id,
    Spot::FamilyName,
    Spot::Name,
    Spot::LicenseType,
    Spot::LicenceTerm,
    Spot::Settings,
    Spot::Chain,
    Spot::ChainItem,
    Spot::Ar,
    Spot::ArEnable,
    Spot::ArRequired,
    Spot::Pmr,
    Spot::Email,
    Spot::Locales,
    Spot::Locale,
    Spot::CommentAr,
    Spot::CommentMr,
    Spot::Variants,
    Spot::Variant,
    Spot::VendorCode,
    Spot::Sku,
    Spot::SkuAr,
    Spot::Price,
    Spot::Common,
    Spot::Currency,
    Spot::Amount,
];

const OBJECTS: &[Spot] = &[
    Spot::Root,
    Spot::Settings,
    Spot::Ar,
    Spot::Locales,
    Spot::Locale,
    Spot::Variant,
    Spot::Price,
    Spot::Common,
];

pub(super) static JSON_SYNTAX: Rule = Rule {
    code: "json-syntax",
    severities: &[Severity::Error],
    section: "4",
    title: explained("The input is not JSON"),
    explanation: explained(
        "All bodies are JSON (RFC 8259) in UTF-8, without a byte order mark and with \
        nothing after the value. A value of a JavaScript program must have a JSON form: no cycle, \
        no number that is not JSON's, no getter that throws. Nothing else is checked until this is mended.",
    ),
    reads: &[Spot::Root],
    at: &[Spot::Root],
    params: &["reason", "line", "column"],
    example: product(
        "",
        r#"{"name":"Example Pro",}"#,
        r#"{"name":"Example Pro"}"#,
    ),
    message: |fault| match &fault.data {
        Data::Syntax {
            reason,
            position: Some(Location { line, column, .. }),
        } => format!(
            "This is not JSON: {reason}, at line {line}, column {column}. Nothing in it was checked."
        ),
        Data::Syntax { reason, .. } => {
            format!(
                "This has no JSON form: {}. Nothing in it was checked.",
                without_form(reason)
            )
        }
        _ => String::new(),
    },
};

pub(super) static DUPLICATE_KEY: Rule = Rule {
    code: "duplicate-key",
    severities: &[Severity::Error],
    section: "2.3",
    title: explained("A name stands twice in one object"),
    explanation: explained(
        "The same name twice in one object is a slip: readers differ in which value they \
        take. Here the last one is checked. Keep one of them.",
    ),
    reads: EVERYWHERE,
    at: EVERYWHERE,
    params: &[],
    example: product(
        "",
        r#"{"id":101,"name":"Example","name":"Example Pro"}"#,
        r#"{"id":101,"name":"Example Pro"}"#,
    ),
    message: |fault| {
        format!(
            "{} stands more than once in the same object; only the last one was checked. Keep one \
             of them.",
            subject(&fault.place)
        )
    },
};

pub(super) static TYPE_MISMATCH: Rule = Rule {
    code: "type-mismatch",
    severities: &[Severity::Error],
    section: "2.3",
    title: explained("A value has another type than the field"),
    explanation: explained(
        "Each field of the interface document has one JSON type. `null` is a type of its \
        own: leave a field out instead. Amounts and terms are text, ids are whole numbers, switches \
        are true or false.",
    ),
    reads: EVERYWHERE,
    at: EVERYWHERE,
    params: &["expected", "found"],
    example: product(
        "",
        r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":9.9}}}]}"#,
        r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.9"}}}]}"#,
    ),
    message: |fault| match fault.data {
        Data::Types { expected, found } => format!(
            "{}{} must be {}, but here it is {}.{}",
            if fault.place.spot == Spot::Root && expected == Json::Array {
                String::from("The catalogue")
            } else {
                subject(&fault.place)
            },
            in_variant(&fault.place),
            expected.words(),
            found.words(),
            match fault.place.spot {
                Spot::Root if found == Json::Array => " A list of products is a catalogue.",
                Spot::Root => "",
                _ if found != Json::Null => "",
                Spot::VendorCode
                | Spot::Sku
                | Spot::Price
                | Spot::Common
                | Spot::Currency
                | Spot::Amount => " Give it its value.",
                _ => " Leave it out where it has no value.",
            }
        ),
        _ => String::new(),
    },
};

pub(super) static UNKNOWN_FIELD: Rule = Rule {
    code: "unknown-field",
    severities: &[Severity::Warning],
    section: "2.4",
    title: explained("There is no field of this name"),
    explanation: explained(
        "The renewal settings have the fields of the interface document and no others, and \
        a name that nearly is one of a field is very likely misspelt: the service would pass over \
        it. Correct the name or remove the field.",
    ),
    reads: OBJECTS,
    at: OBJECTS,
    params: &["suggestion"],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true},"renew_emial":true}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true},"renew_email":true}}"#,
    ),
    message: |fault| match fault.data {
        Data::Suggestion(Some(known)) => format!(
            "There is no field {}. Did you mean {}?",
            subject(&fault.place),
            quoted(known)
        ),
        _ if fault.place.name.is_empty() => format!(
            "There is no field with an empty name in {}. Remove it or correct its name.",
            quoted(fault.place.spot.key())
        ),
        _ => format!(
            "There is no field {} in {}. Remove it or correct its name.",
            subject(&fault.place),
            quoted(fault.place.spot.key())
        ),
    },
};

pub(super) static MISSING_FIELD: Rule = Rule {
    code: "missing-field",
    severities: &[Severity::Error, Severity::Warning],
    section: "2.5",
    title: explained("A field is missing"),
    explanation: explained(
        "A variant has a vendor code, an article, and a common price with its currency and \
        amount. A new product should have its names and variants, and a free trial needs variants, \
        because its prices are what makes it one.",
    ),
    reads: &[
        Spot::FamilyName,
        Spot::Name,
        Spot::Variants,
        Spot::VendorCode,
        Spot::Sku,
        Spot::Price,
        Spot::Common,
        Spot::Currency,
        Spot::Amount,
    ],
    at: &[
        Spot::FamilyName,
        Spot::Name,
        Spot::Variants,
        Spot::VendorCode,
        Spot::Sku,
        Spot::Price,
        Spot::Common,
        Spot::Currency,
        Spot::Amount,
    ],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"variants":[{"vendor_code":"V1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
        r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    ),
    message: |fault| {
        let of = in_variant(&fault.place);
        format!("{} is missing{of}. Add it.", subject(&fault.place))
    },
};

pub(super) static EMPTY_TEXT: Rule = Rule {
    code: "empty-text",
    severities: &[Severity::Warning],
    section: "2.3",
    title: explained("A text is empty"),
    explanation: explained(
        "A name, a vendor code or an article that is empty or only white space is very \
        likely a form that was not filled in.",
    ),
    reads: &[
        Spot::FamilyName,
        Spot::Name,
        Spot::VendorCode,
        Spot::Sku,
        Spot::SkuAr,
    ],
    at: &[
        Spot::FamilyName,
        Spot::Name,
        Spot::VendorCode,
        Spot::Sku,
        Spot::SkuAr,
    ],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"name":" "}"#,
        r#"{"id":101,"name":"Example Pro"}"#,
    ),
    message: |fault| {
        let or = if fault.place.spot == Spot::SkuAr {
            ", or leave it out"
        } else {
            ""
        };
        format!("{} is empty. Fill it in{or}.", subject(&fault.place))
    },
};

pub(super) static ID_RANGE: Rule = Rule {
    code: "id-range",
    severities: &[Severity::Error],
    section: "2.3",
    title: explained("The number is no product id"),
    explanation: explained(
        "A product id is a whole number from 1 to 9007199254740991, the largest that every \
        program holds exactly.",
    ),
    reads: &[Spot::Id, Spot::ChainItem],
    at: &[Spot::Id, Spot::ChainItem],
    params: &[],
    example: product("", r#"{"id":0}"#, r#"{"id":101}"#),
    message: |fault| {
        format!(
            "{} is no product id. An id is a whole number from 1 to 9007199254740991; take the one \
             that the service gave the product.",
            subject(&fault.place)
        )
    },
};

pub(super) static TERM_FORMAT: Rule = Rule {
    code: "term-format",
    severities: &[Severity::Error],
    section: "2.3",
    title: explained("The licence term is not written as the service reads it"),
    explanation: explained(
        "A licence term is `P`, a whole number, then `D` for days or `M` for months: P14D, \
        P1M, P12M. Weeks and years are written in days and months.",
    ),
    reads: &[Spot::LicenceTerm],
    at: &[Spot::LicenceTerm],
    params: &["reason"],
    example: product(
        "",
        r#"{"id":101,"licence_term":"P2W"}"#,
        r#"{"id":101,"licence_term":"P14D"}"#,
    ),
    message: |fault| match &fault.data {
        Data::Term { text, error } => {
            let advice = match error {
                TermError::OtherUnit => "Write the term in days or in months",
                TermError::CountTooLarge => "Write a shorter term",
                _ => "Write P, a whole number, then D for days or M for months",
            };
            if *error == TermError::Empty {
                return format!("`licence_term` is empty. {advice}, such as P14D or P1M.");
            }
            format!(
                "`licence_term` {} is not a term: {error}. {advice}, such as P14D or P1M.",
                quoted(text)
            )
        }
        _ => String::new(),
    },
};

pub(super) static PRICE_FORMAT: Rule = Rule {
    code: "price-format",
    severities: &[Severity::Error],
    section: "2.5",
    title: explained("The price is not a plain decimal amount"),
    explanation: explained(
        "A price is text of digits, with a point and more digits where there are decimals: \
        9.90. No sign, no comma, no currency symbol.",
    ),
    reads: &[Spot::Amount],
    at: &[Spot::Amount],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9,90"}}}]}"#,
        r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    ),
    message: |fault| match &fault.data {
        Data::Text(text) if text.is_empty() => String::from(
            "The price is empty. Write digits, with a point before the decimals, such as 9.90.",
        ),
        Data::Text(text) => format!(
            "The price {} is not an amount. Write digits, with a point before the decimals, such \
             as 9.90.",
            quoted(text)
        ),
        _ => String::new(),
    },
};

pub(super) static CURRENCY_FORMAT: Rule = Rule {
    code: "currency-format",
    severities: &[Severity::Warning],
    section: "2.5",
    title: explained("The currency is not a three-letter code"),
    explanation: explained(
        "The interface document says \"currency code\" and shows no list; codes of three \
        capital letters, such as USD and EUR, are what is meant.",
    ),
    reads: &[Spot::Currency],
    at: &[Spot::Currency],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"usd","price":"9.90"}}}]}"#,
        r#"{"id":101,"variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
    ),
    message: |fault| match &fault.data {
        Data::Text(text) if text.is_empty() => {
            String::from("The currency is empty. Write three capital letters, such as USD or EUR.")
        }
        Data::Text(text) => format!(
            "The currency {} is no currency code. Write three capital letters, such as USD or EUR.",
            quoted(text)
        ),
        _ => String::new(),
    },
};

pub(super) static LOCALE_FORMAT: Rule = Rule {
    code: "locale-format",
    severities: &[Severity::Error],
    section: "2.3",
    title: explained("The locale is not of the form xx_XX"),
    explanation: explained(
        "A locale key is two small letters, an underscore and two capital letters: en_US, \
        de_DE.",
    ),
    reads: &[Spot::Locale],
    at: &[Spot::Locale],
    params: &[],
    example: product(
        "",
        r#"{"id":101,"localization_values":{"en-US":{"comment_for_product_for_AR":"Renews monthly."}}}"#,
        r#"{"id":101,"localization_values":{"en_US":{"comment_for_product_for_AR":"Renews monthly."}}}"#,
    ),
    message: |fault| {
        if fault.place.locale.is_empty() {
            return String::from(
                "The name of a locale is empty. Write two small letters, an underscore and two \
                 capital letters, such as en_US.",
            );
        }
        format!(
            "The locale {} is not of the form xx_XX. Write two small letters, an underscore and \
             two capital letters, such as en_US.",
            subject(&fault.place)
        )
    },
};

/// Why a value has no JSON form, in words for those reasons that have a key.
fn without_form(reason: &str) -> &str {
    match reason {
        "bigint" => "it has a number of a kind that is not JSON's; write a plain number, or a text",
        "cycle" => "a part of it holds itself; leave that part out",
        "depth" => "it is nested too deeply",
        "exception" => "reading it failed; pass plain objects, lists, texts and numbers",
        "no-text" => "it is neither text nor bytes",
        "too-large" => "it is too large",
        "undefined" => "it is no value; pass a product",
        other => other,
    }
}

/// Which variant a field belongs to, in words.
fn in_variant(place: &Place<'_>) -> String {
    match place.spot.of_variant() {
        Some(_) => format!(" in variant {}", place.index.saturating_add(1)),
        None => String::new(),
    }
}

/// The fault of input that is no JSON.
pub(crate) fn syntax(reason: &str, position: Option<Location>) -> Fault<'static> {
    Fault::error(Code::JsonSyntax, Place::of(Spot::Root)).data(Data::Syntax {
        reason: Cow::Owned(String::from(reason)),
        position,
    })
}

pub(super) fn check<'a>(facts: &Facts<'_, 'a>, faults: &mut Vec<Fault<'a>>) {
    let draft = facts.draft;
    if !draft.others.is_empty() {
        let lacks = |spot| is_absent(facts, spot);
        let suggestions: Vec<Option<Spot>> = draft
            .others
            .iter()
            .map(|other| other.suggestion(ROOT, lacks))
            .collect();
        let takers = takers(&suggestions);
        for (other, suggestion) in draft.others.iter().zip(suggestions) {
            if let Some(spot) = suggestion {
                faults.push(unknown(
                    Place::of(Spot::Root).other(Spot::RootOther, other.order, other.name.clone()),
                    suggestion,
                    // What the member holds was read as the field that it looks most like.
                    takers.get(spot as usize) == Some(&1) && other.nearest == suggestion,
                ));
            }
        }
    }
    let variants = Place::of(Spot::Variants);
    let is_create = facts.options.operation == Operation::Create;
    let no_variants = match &draft.variants {
        Field::Absent => true,
        Field::Given(variants) => variants.is_empty(),
        Field::Malformed => false,
    };
    if no_variants && facts.options.trial == Some(true) && !facts.is_update() {
        faults.push(Fault::error(Code::MissingField, variants));
    } else if is_create && draft.variants.is_absent() {
        faults.push(Fault::warning(Code::MissingField, variants));
    }
    if is_create {
        for spot in [Spot::FamilyName, Spot::Name] {
            if is_absent(facts, spot) {
                faults.push(Fault::warning(Code::MissingField, Place::of(spot)));
            }
        }
    }
}

fn is_absent(facts: &Facts<'_, '_>, spot: Spot) -> bool {
    let draft = facts.draft;
    match spot {
        Spot::Id => draft.id.is_absent(),
        Spot::FamilyName => draft.family_name.is_absent(),
        Spot::Name => draft.name.is_absent(),
        Spot::LicenseType => draft.license_type.is_absent(),
        Spot::LicenceTerm => draft.licence_term.is_absent(),
        Spot::Settings => draft.settings.is_absent(),
        Spot::Locales => draft.locales.is_absent(),
        Spot::Variants => draft.variants.is_absent(),
        _ => false,
    }
}
