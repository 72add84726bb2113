//! Tests public types in formats other than JSON, and within attributes of serde that buffer a value. They are a package
//! of their own, because they take longer to compile than all other tests, and need no optimisation.

#![cfg(test)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{any::Any, cell::Cell, fmt::Debug, rc::Rc};

use renewal_rules::setup::{Kinds, Setup};
use renewal_rules::{
    CatalogueReport, Code, JsonText, Level, Limits, Operation, Options, PatchOp, Payment, Product, ProductId, Report,
    Role, RuleLevels, Stored, check, check_catalogue, effective_kind, fix_all, fix_catalogue, read_patch,
};
use renewal_rules_preview::{compare, timeline};
use renewal_rules_service::Plan;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

/// Wrapper that makes serde buffer the value.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Flattened<T> {
    note: String,
    #[serde(flatten)]
    value: T,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged<T> {
    Number(u64),
    Value(T),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "tag")]
enum Internal<T> {
    None,
    Value(T),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "tag", content = "content")]
enum Adjacent<T> {
    None,
    Value(T),
}

/// A value of any public type. With generic code instead, each format would be compiled for each type in each wrapper,
/// which takes longer than compiling all other tests.
trait Value: erased_serde::Serialize + Debug {
    fn as_any(&self) -> &dyn Any;

    fn equals(&self, other: &dyn Value) -> bool;
}

erased_serde::serialize_trait_object!(Value);

impl<T: Serialize + PartialEq + Debug + 'static> Value for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Value) -> bool {
        other.as_any().downcast_ref::<T>() == Some(self)
    }
}

/// Reads a value of one type.
type Read = fn(&mut dyn erased_serde::Deserializer<'_>) -> erased_serde::Result<Rc<dyn Value>>;

fn read<T: Value + DeserializeOwned + 'static>(
    from: &mut dyn erased_serde::Deserializer<'_>,
) -> erased_serde::Result<Rc<dyn Value>> {
    Ok(Rc::new(erased_serde::deserialize::<T>(from)?))
}

thread_local! {
    /// Reads the type under test; [`within_all`] sets it.
    static READ: Cell<Read> = const { Cell::new(read::<Product>) };
}

/// The value under test, which reads itself with [`READ`].
#[derive(Clone, Debug)]
struct Erased(Rc<dyn Value>);

impl Serialize for Erased {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl PartialEq for Erased {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(&*other.0)
    }
}

impl<'de> Deserialize<'de> for Erased {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = READ.get()(&mut <dyn erased_serde::Deserializer<'_>>::erase(from));
        value.map(Self).map_err(D::Error::custom)
    }
}

/// A value that every format can write and read: a wrapper, or the value under test.
trait Persistent: Value {
    /// Reads a value of the same type.
    fn read(&self, from: &mut dyn erased_serde::Deserializer<'_>) -> Rc<dyn Value>;

    fn read_message_pack(&self, bytes: &[u8]) -> Rc<dyn Value>;
}

erased_serde::serialize_trait_object!(Persistent);

impl<T: Value + DeserializeOwned + 'static> Persistent for T {
    fn read(&self, from: &mut dyn erased_serde::Deserializer<'_>) -> Rc<dyn Value> {
        read::<T>(from).unwrap()
    }

    fn read_message_pack(&self, bytes: &[u8]) -> Rc<dyn Value> {
        Rc::new(rmp_serde::from_slice::<T>(bytes).unwrap())
    }
}

/// Asserts that a format gives the same value as was written, except for the order of its undocumented fields.
fn reads_same<'de>(written: &dyn Persistent, from: impl Deserializer<'de>, text: &str) {
    same(&*written.read(&mut <dyn erased_serde::Deserializer<'_>>::erase(from)), written, text);
}

fn same(read: &dyn Value, written: &dyn Persistent, text: &str) {
    assert_eq!(serde_json::to_value(read).unwrap(), serde_json::to_value(written).unwrap(), "{text}");
    assert!(!text.contains("$serde_json"), "{text}");
}

/// Passes a value through every format.
fn through_all(value: &dyn Persistent) {
    let text = serde_json::to_string(value).unwrap();
    let mut json = serde_json::Deserializer::from_str(&text);
    let from_text = value.read(&mut <dyn erased_serde::Deserializer<'_>>::erase(&mut json));
    json.end().unwrap();
    assert!(value.equals(&*from_text), "{value:?} became {from_text:?} in {text}");
    same(&*from_text, value, &text);
    reads_same(value, serde_json::to_value(value).unwrap(), &text);

    let bytes = rmp_serde::to_vec_named(value).unwrap();
    same(&*value.read_message_pack(&bytes), value, &String::from_utf8_lossy(&bytes));

    let text = serde_norway::to_string(value).unwrap();
    reads_same(value, serde_norway::Deserializer::from_str(&text), &text);

    let text = toml::to_string(value).unwrap();
    reads_same(value, toml::Deserializer::parse(&text).unwrap(), &text);
}

/// Passes a value, whose JSON is an object, through every format: by itself, and in wrappers that make serde buffer it.
fn within_all<T: Value + DeserializeOwned + Clone + 'static>(value: &T) {
    READ.set(read::<T>);
    let value = || Erased(Rc::new(value.clone()));
    through_all(&value());
    through_all(&Flattened { note: "n".into(), value: value() });
    through_all(&Untagged::Value(value()));
    through_all(&Internal::Value(value()));
    through_all(&Adjacent::Value(value()));
    through_all(&Flattened { note: String::new(), value: Untagged::Value(Internal::Value(value())) });
}

/// A product with undocumented fields at each level. Every format represents its numbers exactly.
fn product() -> Product {
    serde_json::from_str(
        r#"{"id":101,"name":"Example","licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"since":1.5},"colour":"blue"},"localization_values":{"en_US":{"comment_for_product_for_AR":"a","tone":[]}},"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90","net":-7},"special":{"price":"0x1F"}},"stock":9007199254740993}],"vat":true,"deep":[[[{"a":[{"b":{}}]}]]],"0":"00"}"#,
    )
    .unwrap()
}

#[test]
fn products_pass_through_every_format() {
    within_all(&product());
    within_all(&Product::default());
    through_all(&Adjacent::<Erased>::None);
}

#[test]
fn options_pass_through_every_format() {
    let limits = Limits::default().with_ar_min_days(0).with_pmr_online_min_days(u32::MAX);
    let rules = RuleLevels::default().with(Code::EmptyText, Level::Off).unwrap();
    let options = Options::default()
        .with_operation(Operation::Update)
        .with_role(Role::Renewal)
        .with_trial(false)
        .with_product_id(ProductId::new(ProductId::MAX))
        .with_payment(Payment::Offline)
        .with_limits(limits)
        .with_rules(rules)
        .with_max_diagnostics(5)
        .with_current(r#"{"id":101,"vat":[1.5,"a"],"a":{"z":1,"b":2}}"#)
        .unwrap();
    within_all(&Options::default());
    within_all(&options);
    within_all(&limits);
    within_all(&rules);
    let purchase = timeline::TimelineOptions::new("2026-01-31".parse().unwrap());
    within_all(&purchase);
    let mut versions = compare::CompareOptions::default();
    within_all(&versions);
    versions.renewals = 3;
    within_all(&versions.with_purchase_date(purchase.purchase_date));
}

#[test]
fn results_pass_through_every_format() {
    let options = Options::default();
    for rule in Code::ALL.iter().map(|code| code.rule()) {
        let example = rule.example();
        let options = Options::from_json(example.options).unwrap();
        if example.catalogue {
            let report = check_catalogue(example.bad, &options);
            within_all::<CatalogueReport>(&report);
        } else {
            let report = check(example.bad, &options);
            within_all::<Report>(&report);
            within_all(&check(example.bad, &options.with_max_diagnostics(0)));
            within_all(&Stored::from(report));
        }
    }
    let text = serde_json::to_string(&product()).unwrap();
    within_all(&fix_all(text.replace("P1M", "p1m"), &options));
    within_all(&fix_catalogue(format!("[{text},{text}]"), &options));
    within_all(&effective_kind(&text, &options));
    within_all(&effective_kind("{}", &options));
    let purchase = timeline::TimelineOptions::new("2026-01-31".parse().unwrap());
    within_all(&timeline(&text, &purchase).unwrap());
    within_all(&timeline("{\"id\":1}", &purchase).unwrap());
    let versions = compare::CompareOptions::default();
    within_all(&compare(&text, text.replace("P1M", "P2M"), &versions).unwrap());
    within_all(&compare(&text, &text, &versions).unwrap());
    let invalid = check(r#"{"id":0}"#, &options).into_result().unwrap_err();
    within_all(&invalid.problem_details());
    let patch = r#"[{"op":"add","path":"/a","value":{"b":[1,"2"]}},{"op":"remove","path":"/b"},{"op":"test","path":"/c","value":[]},{"op":"move","from":"/a","path":"/d"}]"#;
    for operation in read_patch(patch).unwrap() {
        within_all::<PatchOp>(&operation);
    }
}

#[test]
fn setups_and_plans_pass_through_every_format() {
    let initiator = r#"{"family_name":"E","name":"E","licence_term":"P1M","z":[1,"a"],"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#;
    let setup = Setup::new(initiator).unwrap().with_kinds(Kinds::auto());
    let mut plan = Plan::new(setup.clone(), &Options::default()).unwrap();
    plan.next_request().unwrap();
    within_all(&setup);
    within_all(&plan);
}

#[derive(Serialize, Deserialize)]
struct Order {
    products: Vec<Option<Product>>,
}

#[test]
fn json_keeps_the_exact_text_of_unnamed_fields() {
    for value in [
        "1e400",
        "-1E-999",
        "9007199254740993",
        "0.10",
        "1.0",
        "-0",
        "123456789012345678901234567890",
        r#""\ud800""#,
        r#""\u0041""#,
        r#"{"a": 1, "a" :2}"#,
        r#"{"$serde_json::private::RawValue":"1"}"#,
        r#"{"$serde_json::private::Number":"1"}"#,
    ] {
        let text = format!(r#"{{"id":1,"z":{value},"a":[{value}]}}"#);
        let product: Product = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&product).unwrap(), text);
        assert_eq!(product.other.get("z"), Some(value));
        let text = format!(r#"{{"products":[{text},null]}}"#);
        let order: Order = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&order).unwrap(), text);
    }
}

#[test]
fn other_formats_round_to_the_nearest_number() {
    let of = |number: &str| {
        let value: JsonText = serde_json::from_str(number).unwrap();
        let yaml = serde_norway::to_string(&value).unwrap();
        let bytes = rmp_serde::to_vec_named(&value).unwrap();
        let read: JsonText = serde_norway::from_str(&yaml).unwrap();
        let same: JsonText = rmp_serde::from_slice(&bytes).unwrap();
        assert_eq!(same, read);
        read.as_str().to_owned()
    };
    for (number, nearest) in [
        ("0.10", "0.1"),
        ("1.0", "1.0"),
        ("-5", "-5"),
        ("9007199254740993", "9007199254740993"),
        ("18446744073709551615", "18446744073709551615"),
        ("18446744073709551616", "1.8446744073709552e19"),
        ("1e400", "1.7976931348623157e308"),
        ("-1e400", "-1.7976931348623157e308"),
        ("1e-400", "0.0"),
    ] {
        let (found, expected): (f64, f64) = (of(number).parse().unwrap(), nearest.parse().unwrap());
        assert_eq!(found.to_bits(), expected.to_bits(), "{number}");
    }
    for text in ["9007199254740993", "18446744073709551615", "-9223372036854775808", r#""1""#, "null", "[]", "{}"] {
        assert_eq!(of(text), text);
    }
    assert_eq!(of(r#""\ud800""#), "\"\u{fffd}\"");
    assert_eq!(of(r#"{"a":1,"b":2,"a":3}"#), r#"{"b":2,"a":3}"#);
    assert!(serde_norway::from_str::<JsonText>(".inf").is_err());
}

#[test]
fn private_names_of_serde_json_are_ordinary_names() {
    let text = r#"{"note":"n","x":{"$serde_json::private::RawValue":"]","b":{"$serde_json::private::RawValue":"1"}}}"#;
    let read: Flattened<Product> = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
    let yaml = serde_norway::to_string(&read.value).unwrap();
    assert_eq!(serde_norway::from_str::<Product>(&yaml).unwrap(), read.value);
}

#[test]
fn nesting_is_limited_only_outside_json() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let deep: JsonText = serde_json::from_str(&nested(200_000)).unwrap();
    assert_eq!(serde_json::to_string(&deep).unwrap(), nested(200_000));
    assert!(serde_json::to_value(&deep).unwrap_err().to_string().contains("128"));
    assert!(serde_norway::to_string(&deep).is_err());
    assert!(rmp_serde::to_vec_named(&deep).is_err());
    assert_eq!(deep.clone(), deep);
    drop(deep);

    let text: JsonText = serde_json::from_str(&nested(128)).unwrap();
    let bytes = rmp_serde::to_vec_named(&text).unwrap();
    assert_eq!(rmp_serde::from_slice::<JsonText>(&bytes).unwrap(), text);
    // MessagePack: 129 nested arrays of one element, the innermost of which contains an empty array.
    let bytes = [&[0x91; 129][..], &[0x90]].concat();
    assert!(rmp_serde::from_slice::<JsonText>(&bytes).is_err());
    let value: serde_json::Value = (0..200).fold(json!(1), |value, _| json!([value]));
    assert!(
        JsonText::deserialize(serde::de::value::SeqDeserializer::<_, serde_json::Error>::new([value].into_iter()))
            .is_err()
    );
}
