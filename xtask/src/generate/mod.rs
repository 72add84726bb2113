//! Generates committed files from the core: the types of the npm package, the JSON Schemas of a product and of the
//! configuration file, and the `OpenAPI` description of the service.

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
    let files = [
        ("wasm/lib/model.ts", typescript::model(&items)?),
        ("wasm/lib/tools-model.ts", typescript::tools_model(&items)?),
        ("wasm/studio/module/model.ts", typescript::site_model(&items)?),
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
