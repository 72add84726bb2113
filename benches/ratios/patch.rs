//! Measures long JSON patches of a text: the time of 20,000 operations, and its growth.

use std::{hint::black_box, time::Instant};

use renewal_rules::{PatchOp, apply_patch, read_patch};

/// Builds a text and `count` operations on it.
type Job = fn(usize) -> (String, Vec<String>);

const JOBS: [(&str, Job); 12] = [
    ("replace elements of an array", |count| {
        let replace = |nth| format!(r#"{{"op":"replace","path":"/{nth}","value":1}}"#);
        (array(count), (0..count).map(replace).collect())
    }),
    ("add at the start of an array", |count| {
        let add = r#"{"op":"add","path":"/0","value":1}"#.to_owned();
        (array(count), vec![add; count])
    }),
    ("add at the end of an array", |count| {
        let add = r#"{"op":"add","path":"/-","value":1}"#.to_owned();
        (array(count), vec![add; count])
    }),
    ("remove from the start of an array", |count| {
        (array(count), vec![r#"{"op":"remove","path":"/0"}"#.to_owned(); count])
    }),
    ("remove from the middle of an array", |count| {
        let remove = |nth: usize| format!(r#"{{"op":"remove","path":"/{}"}}"#, (count - nth) / 2);
        (array(count), (0..count).map(remove).collect())
    }),
    ("replace members of an object", |count| {
        let replace = |nth| format!(r#"{{"op":"replace","path":"/{}","value":1}}"#, nth % (count / 5));
        (object(count / 5, true), (0..count).map(replace).collect())
    }),
    ("add to an object", |count| {
        let add = |nth| format!(r#"{{"op":"add","path":"/n{nth}","value":1}}"#);
        (object(count / 5, true), (0..count).map(add).collect())
    }),
    ("remove members of an object and add them", |count| {
        let both = |nth: usize| {
            let name = nth / 2 % (count / 5);
            if nth.is_multiple_of(2) {
                format!(r#"{{"op":"remove","path":"/{name}"}}"#)
            } else {
                format!(r#"{{"op":"add","path":"/{name}","value":1}}"#)
            }
        };
        (object(count / 5, true), (0..count).map(both).collect())
    }),
    ("rename members of an object", |count| {
        let rename = |nth: usize| {
            let (name, round) = (nth % (count / 5), nth / (count / 5));
            let before = if round == 0 { String::new() } else { format!("_{round}") };
            format!(r#"{{"op":"move","from":"/{name}{before}","path":"/{name}_{}"}}"#, round + 1)
        };
        (object(count / 5, true), (0..count).map(rename).collect())
    }),
    ("replace within elements of an array", |count| {
        let replace = |nth| format!(r#"{{"op":"replace","path":"/{nth}/a","value":1}}"#);
        let text = format!("[{}]", vec![r#"{"a":0}"#; count].join(","));
        (text, (0..count).map(replace).collect())
    }),
    ("test within members of an object", |count| {
        let test = |nth| format!(r#"{{"op":"test","path":"/n{nth}/a","value":0}}"#);
        let member = |nth| format!(r#""n{nth}":{{"a":0}}"#);
        let members: Vec<String> = (0..count).map(member).collect();
        let text = format!("{{{}}}", members.join(","));
        (text, (0..count).map(test).collect())
    }),
    ("add to an object with one repeated name", |count| {
        let add = |nth| format!(r#"{{"op":"add","path":"/{}","value":1}}"#, nth % 7);
        (object(count / 5, false), (0..count).map(add).collect())
    }),
];

fn array(count: usize) -> String {
    format!("[{}]", vec!["0"; count].join(","))
}

fn object(count: usize, distinct: bool) -> String {
    let name = |nth: usize| {
        if distinct { nth.to_string() } else { "0".to_owned() }
    };
    let members: Vec<String> = (0..count).map(|nth| format!(r#""{}":{nth}"#, name(nth))).collect();
    format!("{{{}}}", members.join(","))
}

pub fn print() {
    println!("\nPatches of 20,000 operations");
    println!("{:<44} {:>10} {:>10} {:>7}", "", "text", "time", "growth");
    for (name, job) in JOBS {
        let mut times = Vec::new();
        let mut size = 0;
        for count in [5_000, 20_000] {
            let (text, ops) = job(count);
            let patch: Vec<PatchOp> = read_patch(&format!("[{}]", ops.join(","))).unwrap();
            size = text.len();
            let time = |_| {
                let start = Instant::now();
                black_box(apply_patch(black_box(&text), black_box(&patch)).unwrap());
                start.elapsed().as_secs_f64()
            };
            times.push((0..7).map(time).fold(f64::INFINITY, f64::min));
        }
        println!(
            "{name:<44} {:>7.0} KB {:>7.1} ms {:>7.2}",
            size as f64 / 1e3,
            times[1] * 1e3,
            (times[1] / times[0]).ln() / 4_f64.ln(),
        );
    }
}
