//! Generates committed files from the core: the types of the npm package, the JSON Schemas of a product and of the
//! configuration file, and the `OpenAPI` description of the service.

mod calls;
mod config;
mod fields;
mod messages;
mod openapi;
mod schema;
mod source;
mod typescript;

use std::fs;

use anyhow::{Result, bail};

use crate::tools::Tree;

/// Writes the generated files; with `check`, fails if one is stale instead.
pub(crate) fn generate(tree: &Tree, check: bool) -> Result<()> {
    let items = source::read(tree)?;
    let schema = schema::product(&items)?;
    let table = source::calls(tree)?;
    let (model, tools) = (typescript::model(&items)?, typescript::tools_model(&items)?);
    let studio = typescript::site_model(&items)?;
    let rule_info = "export interface RuleInfo {";
    let own = [("./model.js", model.as_str()), ("./tools-model.js", &tools), ("./rule-info.js", rule_info)];
    let of_studio = [("../../lib/model.js", model.as_str()), ("./model.js", &studio)];
    let files = [
        ("wasm/lib/call-types.ts", calls::package(&table, &items, &own)?),
        ("wasm/studio/src/call-types.ts", calls::studio(&table, &items, &of_studio)?),
        ("wasm/lib/model.ts", model),
        ("wasm/lib/tools-model.ts", tools),
        ("wasm/studio/src/model.ts", studio),
        ("wasm/lib/fields.ts", fields::table(&schema)?),
        ("wasm/lib/json-schema-table.ts", fields::schema_table(&schema)?),
        ("wasm/lib/templates.ts", messages::templates()),
        ("wasm/lib/dependents.ts", messages::dependents()?),
        ("crates/editor/src/fields.json", fields::meanings(&schema)?),
        ("wasm/schema.json", schema),
        ("wasm/config.schema.json", config::configuration(&items)?),
        ("wasm/openapi.json", openapi::description(tree, &items)?),
    ];
    for (name, text) in files {
        let path = tree.root.join(name);
        let fresh = fs::read_to_string(&path).is_ok_and(|present| present == text);
        if fresh {
            continue;
        }
        if check {
            bail!("{name} is stale: run `cargo xtask generate`");
        }
        fs::write(&path, text)?;
        eprintln!("wrote {name}");
    }
    Ok(())
}
