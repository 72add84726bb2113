//! Reports the sizes in the npm package.

use std::{collections::BTreeMap, fs};

use anyhow::Result;
use wasmparser::{KnownCustom, Name, Parser, Payload};

use crate::package::{SMALLEST, build, optimise, small_parts};
use crate::tools::{Tree, run};

/// Builds the package and prints its sizes: by file, and the module's code by crate and by function.
pub(crate) fn print(tree: &Tree) -> Result<()> {
    build(tree)?;
    run(tree.in_wasm("node").arg("test/size.js"))?;
    let named = tree.target.join("npm/named.wasm");
    optimise(tree, &small_parts(tree).join("bindings_bg.wasm"), &named, &format!("{SMALLEST} -g"))?;
    let module = fs::read(&named)?;
    let mut functions = code(&module)?;
    let mut modules: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (name, size) in &functions {
        let module = modules.entry(module_of(name)).or_default();
        *module = (module.0 + size, module.1 + 1);
    }
    let mut modules: Vec<_> =
        modules.into_iter().map(|(name, (size, count))| (format!("{name} ({count} functions)"), size)).collect();
    modules.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    table("code by module", &modules, 50);
    functions.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    table("code by function", &functions, 40);
    Ok(())
}

fn table(title: &str, rows: &[(String, usize)], most: usize) {
    println!("\n{title}");
    for (name, size) in rows.iter().take(most) {
        println!("{size:>9}  {name}");
    }
    if let Some(rest) = rows.get(most..).filter(|rest| !rest.is_empty()) {
        println!("{:>9}  {} more", rest.iter().map(|(_, size)| size).sum::<usize>(), rest.len());
    }
}

/// Lists the functions of a module with their code sizes.
fn code(module: &[u8]) -> Result<Vec<(String, usize)>> {
    let (mut imported, mut sizes, mut names) = (0_usize, Vec::new(), BTreeMap::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += usize::from(matches!(import?.ty, wasmparser::TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => sizes.push(body.range().len()),
            Payload::CustomSection(custom) => {
                if let KnownCustom::Name(subsections) = custom.as_known() {
                    for subsection in subsections {
                        if let Name::Function(map) = subsection? {
                            for naming in map {
                                let naming = naming?;
                                names.insert(usize::try_from(naming.index)?, naming.name.to_owned());
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }
    Ok(sizes
        .into_iter()
        .enumerate()
        .map(|(at, size)| {
            let name = names.get(&(imported + at)).map_or("", String::as_str);
            (format!("{:#}", rustc_demangle::demangle(name)), size)
        })
        .collect())
}

/// Returns the crate and module that a function's name begins with.
fn module_of(name: &str) -> String {
    let words: Vec<&str> = name
        .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
        .filter(|word| word.contains("::"))
        .collect();
    let Some(first) = words.first() else { return "(other)".to_owned() };
    first.split("::").filter(|part| !part.is_empty()).take(3).collect::<Vec<_>>().join("::")
}
