//! Builds the npm package from the crates and the TypeScript sources.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{collections::BTreeSet, env, fs};

use anyhow::{Context, Result};

use crate::tools::{Tree, install_target, output, run, sysroot};
use crate::{bindings, encode};

/// Compilation target of the modules.
const WASM: &str = "wasm32-unknown-unknown";

/// Cargo profile of the modules. With a profile for each module, cargo would compile the macros once for each.
const PROFILE: &str = "wasm";

/// WebAssembly features of all supported engines: Node 20, and browsers since 2022. The module `tools.wasm` also uses
/// SIMD, which browsers have since 2023. `--all-features` would make a module that Node 20 rejects.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    // Allow SIMD for every module: the optimiser adds no SIMD instructions to a module that was compiled without them,
    // such as the small one.
    "--enable-simd",
];

/// A WebAssembly module of the package, with the entry points that use it.
struct Variant {
    /// Name of the module's build directory in `dist/build`.
    name: &'static str,
    /// Features of the binding crate.
    features: &'static str,
    /// Packages to optimise for speed; the others are then optimised for size. `None` to optimise all for the least size.
    fast: Option<&'static [&'static str]>,
    /// Additional compiler flags: the inlining threshold and target features.
    flags: &'static [&'static str],
    /// File name of the module; `None` for the small module, which is embedded in its entry point.
    file: Option<&'static str>,
    /// Entry points that use the module.
    entries: &'static [EntryPoint],
}

/// An entry point of the package: its name in `dist`, its source in `wasm/lib`, the source of its module (a file of
/// `wasm/lib/source`, or a generated one), and its formats.
type EntryPoint = (&'static str, &'static str, &'static str, &'static [&'static str]);

const ESM: &[&str] = &["js"];
const CJS: &[&str] = &["cjs"];

const VARIANTS: [Variant; 2] = [
    Variant {
        name: "small",
        features: "",
        fast: None,
        // An inlining threshold of 25 would make the module 1.6 KB larger after compression, and a seventh faster.
        flags: &[],
        file: None,
        entries: &[("index", "index", "lib/source/inline", ESM)],
    },
    Variant {
        name: "tools",
        features: "tools",
        fast: Some(&[
            "renewal-rules",
            "renewal-rules-json",
            "renewal-rules-editor",
            "renewal-rules-preview",
            "renewal-rules-service",
            "renewal-rules-formatters",
            "memchr",
        ]),
        // A threshold of 100 would add 70 KB and save 4 % of the time. SIMD saves 9 KB and 5 % of the time; in the
        // small module it would cost 1.6 KB after compression and save no time.
        flags: &["-Cllvm-args=-inline-threshold=60", "-Ctarget-feature=+simd128"],
        file: Some("tools.wasm"),
        entries: &[
            ("tools", "tools", "built/given", ESM),
            // For the command line and the language server, which use calls that the package does not export.
            ("internal.node", "internal", "lib/source/file", ESM),
            ("tools.node", "tools", "lib/source/file", CJS),
            ("tools.edge", "tools", "built/edge", ESM),
        ],
    },
];

/// Module of the studio, which the package does not contain.
const STUDIO: Variant = Variant {
    name: "studio",
    features: "studio",
    fast: None,
    flags: VARIANTS[0].flags,
    file: Some("build/studio/studio.wasm"),
    entries: &[],
};

/// Build directory of the default entry point's module.
pub(crate) fn small_parts(tree: &Tree) -> PathBuf {
    tree.wasm().join("dist/build").join(VARIANTS[0].name)
}

/// Builds the npm package into `wasm/dist`, and the studio.
pub(crate) fn build(tree: &Tree) -> Result<()> {
    build_package(tree)?;
    build_studio(tree)
}

fn build_package(tree: &Tree) -> Result<()> {
    install_target(tree, WASM)?;
    tree.install_npm_once(".")?;
    let dist = tree.wasm().join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    for variant in &VARIANTS {
        build_variant(tree, variant)?;
    }
    default_entry_points(tree)?;
    lazy_entry_point(tree)?;
    messages(tree)?;
    command_line(tree)?;
    types(tree)
}

/// Builds the studio and returns its directory, which contains only relative URLs. Builds the npm package first if it
/// was not built yet.
pub(crate) fn studio(tree: &Tree) -> Result<PathBuf> {
    let dist = tree.wasm().join("dist");
    if !dist.join("build/tools/optimised.wasm").is_file() {
        build_package(tree)?;
    }
    build_studio(tree)?;
    Ok(dist.join("studio"))
}

/// Like [`studio`], but does not build it again if it was built before.
pub(crate) fn built_studio(tree: &Tree) -> Result<PathBuf> {
    let studio = tree.wasm().join("dist/studio");
    if studio.join("index.html").is_file() { Ok(studio) } else { self::studio(tree) }
}

fn build_studio(tree: &Tree) -> Result<()> {
    build_variant(tree, &STUDIO)?;
    let words = "studio/build.ts --bundle --target=es2022 --log-level=warning --platform=node --format=esm \
                 --packages=external --external:renewal-rules/tools --external:#internal --outfile=dist/build/studio.js";
    run(tree.npm_tool("esbuild").args(words.split(' ')))?;
    run(tree.in_wasm("node").arg("dist/build/studio.js").env("SITE_URL", site_url(tree)?))
}

/// Bundled npm packages: file of the bundle, name of the package, and file of its licence.
const BUNDLED: [(&str, &str, &str); 9] = [
    ("cli.js", "ignore", "LICENSE-MIT"),
    ("cli.js", "picomatch", "LICENSE"),
    ("cli.js", "jsonc-parser", "LICENSE.md"),
    ("lsp.js", "jsonc-parser", "LICENSE.md"),
    ("lsp.js", "vscode-jsonrpc", "License.txt"),
    ("lsp.js", "vscode-languageserver", "License.txt"),
    ("lsp.js", "vscode-languageserver-protocol", "License.txt"),
    ("lsp.js", "vscode-languageserver-textdocument", "License.txt"),
    ("lsp.js", "vscode-languageserver-types", "License.txt"),
];

/// Bundles the command line, and the language server as a second file, which only the command `lsp` loads.
fn command_line(tree: &Tree) -> Result<()> {
    let shared = "--bundle --target=es2022 --log-level=warning --minify --platform=node --format=esm \
                  --external:renewal-rules/* --external:#internal --charset=utf8 --main-fields=module,main";
    // Bundled CommonJS packages call `require` for Node's modules.
    let require = "--banner:js=import { createRequire } from 'node:module'; \
                   const require = createRequire(import.meta.url);";
    for (from, to, more) in [("cli/main", "cli", None), ("lsp/server", "lsp", Some(require))] {
        let mut command = tree.npm_tool("esbuild");
        command.arg(format!("{from}.ts")).args(shared.split(' '));
        run(command.arg(format!("--outfile=dist/{to}.js")).args(more))?;
    }
    let mut licenses = String::new();
    for (bundle, name, file) in BUNDLED {
        let text = fs::read_to_string(tree.wasm().join("node_modules").join(name).join(file))?;
        licenses += &[bundle, " contains ", name, ":\n\n", text.trim(), "\n\n"].concat();
    }
    Ok(fs::write(tree.wasm().join("dist/cli.LICENSES.txt"), licenses)?)
}

fn build_variant(tree: &Tree, variant: &Variant) -> Result<()> {
    let out = tree.wasm().join("dist/build").join(variant.name);
    fs::create_dir_all(&out)?;
    bindings::generate(&compile(tree, variant)?, &out)?;
    let module = out.join("optimised.wasm");
    let level = if variant.fast.is_some() { "-O1" } else { SMALLEST };
    optimise(
        tree,
        &out.join("bindings_bg.wasm"),
        &module,
        &format!("{level} --strip-debug --strip-producers --strip-target-features"),
    )?;
    let mut bytes = fs::read(&module)?;
    match variant.file {
        Some(file) => {
            let build = stamp(&mut bytes);
            let build = format!("/** The build that this code belongs to. */\nexport const BUILD = '{build}';\n");
            fs::write(out.join("build.js"), build)?;
            fs::write(tree.wasm().join("dist").join(file), &bytes)?;
            sources(&out, file)?;
        }
        // The module is embedded in its entry point, so it needs no build id.
        None => fs::write(out.join("inline.js"), encode::module(&bytes))?,
    }
    bundle(tree, variant)
}

/// Adds a custom section with a build id to a module, so that the code of another build rejects it.
fn stamp(module: &mut Vec<u8>) -> String {
    const NAME: &[u8] = b"renewal-rules";
    // FNV-1a hash of the module.
    let hash = module
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    let build = format!("{hash:016x}");
    // Encodes a custom section: id, length, length of its name, name, contents. The lengths fit into one byte each.
    let length = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
    module.extend([0, length(1 + NAME.len() + build.len()), length(NAME.len())]);
    module.extend(NAME);
    module.extend(build.as_bytes());
    build
}

/// Writes the JavaScript modules that load the WebAssembly file for an entry point: `edge.js` imports it, `given.js`
/// waits until the caller passes it.
fn sources(out: &Path, file: &str) -> Result<()> {
    let file = file.rsplit('/').next().unwrap_or(file);
    let coders = "export { coders } from 'lib/source/coders';\n";
    let edge = format!(
        "// Edge runtimes cannot compile WebAssembly: they import a compiled module, by a name with `?module`.\n\
         import imported from './{file}?module';\n{coders}\
         export const module = () => imported;\n\
         export const defaultUrl = () => undefined;\n"
    );
    fs::write(out.join("edge.js"), edge)?;
    let given = format!(
        "// For callers that pass the module to `init` or `initSync`.\n{coders}\
         export const defaultUrl = () => new URL('./{file}', import.meta.url);\n\
         export const module = () => {{\n  \
         throw new Error('renewal-rules is not ready: call `await init()` or `initSync(module)` first.');\n\
         }};\n"
    );
    Ok(fs::write(out.join("given.js"), given)?)
}

/// Compiles the binding crate. Paths are remapped, so that the same sources give the same bytes on any machine.
fn compile(tree: &Tree, variant: &Variant) -> Result<PathBuf> {
    let commit = output(Command::new("rustc").arg("-vV").current_dir(&tree.root))?
        .lines()
        .find_map(|line| line.strip_prefix("commit-hash: ").map(str::to_owned))
        .context("rustc printed no commit hash")?;
    let home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .map_or_else(|| env::home_dir().map(|home| home.join(".cargo")).context("found no home directory"), Ok)?;
    let library = sysroot(tree)?.join("lib/rustlib/src/rust");
    let paths = [(home, "/cargo"), (tree.root.clone(), "/renewal-rules"), (library, &format!("/rustc/{commit}"))]
        .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()));
    let flags = variant.flags.iter().map(ToString::to_string);
    let flags = paths.into_iter().chain(flags).collect::<Vec<_>>().join("\u{1f}");
    let target = tree.target.join("npm");
    let size = variant.fast.map(|_| format!("profile.{PROFILE}.opt-level='s'"));
    let fast = variant.fast.unwrap_or_default().iter();
    let fast = fast.map(|package| format!("profile.{PROFILE}.package.{package}.opt-level=2"));
    run(tree
        .cargo("build --locked --package renewal-rules-wasm")
        .args(["--profile", PROFILE])
        .args(size.into_iter().chain(fast).flat_map(|setting| ["--config".to_owned(), setting]))
        .args(["--features", variant.features])
        .args(["--target", WASM])
        .env("CARGO_ENCODED_RUSTFLAGS", flags)
        .env("CARGO_TARGET_DIR", &target))?;
    Ok(target.join(WASM).join(PROFILE).join("renewal_rules_wasm.wasm"))
}

/// Passes of `wasm-opt` that make a module as small as possible after compression. Of `tools.wasm`, they would
/// save 1.5 %, but take half a minute and make it slower.
///
/// The last three settings make a module larger before compression. Without them, wasm-opt would replace zeros in the
/// data by headers of segments, keep repeated results in variables, and inline large functions into their only caller.
pub(crate) const SMALLEST: &str = "--flatten --rereloop -Oz -Oz --skip-pass=memory-packing --skip-pass=local-cse \
                                   --one-caller-inline-max-function-size=100";

/// Shrinks a module with the given passes of `wasm-opt`, unless the last run had the same module, arguments and npm
/// packages: its result is then used again.
pub(crate) fn optimise(tree: &Tree, from: &Path, to: &Path, passes: &str) -> Result<()> {
    let name = from.parent().and_then(Path::file_name).context("the module is in no directory")?;
    let last = tree.target.join("xtask/wasm-opt").join(name);
    fs::create_dir_all(&last)?;
    let (last_key, last_result) = (last.join("key"), last.join("result.wasm"));
    let packages = fs::read(tree.wasm().join("package-lock.json"))?;
    // `--low-memory-unused` is safe: the first kilobyte of memory is the end of the stack, which is never in use.
    let arguments: Vec<&str> = FEATURES.into_iter().chain(["--low-memory-unused"]).chain(passes.split(' ')).collect();
    let key = [&fs::read(from)?, arguments.join(" ").as_bytes(), &packages].concat();
    if last_result.is_file() && fs::read(&last_key).is_ok_and(|last| last == key) {
        fs::copy(&last_result, to)?;
        return Ok(());
    }
    run(tree.npm_tool("wasm-opt").args(arguments).arg(from).arg("-o").arg(to))?;
    // Empty the key first, so that an interruption cannot leave a result with the key of another.
    fs::write(&last_key, "")?;
    fs::copy(to, &last_result)?;
    Ok(fs::write(last_key, key)?)
}

/// Returns the URL of the site with a page for each rule, as set in the workspace's `Cargo.toml`.
pub(crate) fn site_url(tree: &Tree) -> Result<String> {
    let metadata = output(&mut tree.cargo("metadata --no-deps --format-version=1 --locked"))?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let url = metadata.pointer("/metadata/site/url").and_then(serde_json::Value::as_str);
    Ok(url.context("`workspace.metadata.site.url` is not set")?.trim_end_matches('/').to_owned())
}

/// Returns an esbuild command for code that imports a module from `source`; `site` is the URL of the rules' pages.
fn esbuild(tree: &Tree, variant: &Variant, source: &str, site: &str) -> Command {
    let built = format!("./dist/build/{}", variant.name);
    let source = match source.strip_prefix("built/") {
        Some(name) => format!("{built}/{name}.js"),
        None => format!("./{source}.ts"),
    };
    let mut command = tree.npm_tool("esbuild");
    command
        .args(["--bundle", "--target=es2022", "--log-level=warning"])
        .arg("--external:*.wasm?module")
        .arg(format!("--alias:built={built}"))
        .arg(format!("--alias:source={source}"))
        .arg("--alias:lib=./lib")
        .arg(format!("--define:__SITE__={site:?}"));
    command
}

/// Bundles the entry points of a module, each in its formats: as an ES module, as `CommonJS` or as both.
fn bundle(tree: &Tree, variant: &Variant) -> Result<()> {
    let site = site_url(tree)?;
    for (file, from, source, formats) in variant.entries {
        for ending in *formats {
            let node = source.ends_with("file") || *ending == "cjs";
            let mut command = esbuild(tree, variant, source, &site);
            command
                .arg(format!("lib/{from}.ts"))
                .args(["--minify-syntax", "--minify-identifiers"])
                .arg(if node { "--platform=node" } else { "--platform=neutral" })
                .arg(if *ending == "cjs" { "--format=cjs" } else { "--format=esm" })
                .arg(format!("--outfile=dist/{file}.{ending}"));
            if node || *source == "built/edge" {
                // Minifying white space also removes the annotations of side-effect-free code, which bundlers need in
                // the other entry points.
                command.arg("--minify-whitespace");
            }
            if *ending == "cjs" {
                // Replaces `import.meta.url`, which `CommonJS` lacks.
                command.args([
                    "--define:import.meta.url=here",
                    "--banner:js=const here = require('node:url').pathToFileURL(__filename).href;",
                ]);
            }
            run(&mut command)?;
        }
    }
    Ok(())
}

/// Returns the exports of a built entry point, separated by commas.
fn exports(tree: &Tree, entry: &str) -> Result<String> {
    let names = format!("import * as all from './dist/{entry}.js'; console.log(Object.keys(all).join(', '));");
    output(tree.in_wasm("node").args(["--input-type=module", "--eval", &names]))
}

/// Writes the entry points that only export what another one exports, so that both share one instance of the module. In
/// Node, `tools` takes its exports from the internal entry point; in Node and edge runtimes, the default entry point
/// takes its exports from `tools`.
fn default_entry_points(tree: &Tree) -> Result<()> {
    let (names, tools) = (exports(tree, "index")?, exports(tree, "tools")?);
    let dist = tree.wasm().join("dist");
    fs::write(dist.join("tools.node.js"), format!("export {{ {tools} }} from './internal.node.js';\n"))?;
    for runtime in ["node", "edge"] {
        fs::write(
            dist.join(format!("index.{runtime}.js")),
            format!("export {{ {names} }} from './tools.{runtime}.js';\n"),
        )?;
    }
    Ok(fs::write(
        dist.join("index.node.cjs"),
        format!("const {{ {names} }} = require('./tools.node.cjs');\nmodule.exports = {{ {names} }};\n"),
    )?)
}

/// Bundles the entry point `lazy`, which imports the default entry point at the first use. The import uses the name of
/// the package, so that the runtime resolves the right file and there is one instance of the module.
fn lazy_entry_point(tree: &Tree) -> Result<()> {
    let shared = "lib/lazy.ts --bundle --target=es2022 --log-level=warning --external:renewal-rules \
                  --alias:default-entry=renewal-rules";
    for more in [
        "--minify-syntax --platform=neutral --format=esm --outfile=dist/lazy.js",
        // `CommonJS` must use `require` for the default entry point: with `import` there would be two instances of
        // the module.
        "--minify --platform=node --format=cjs --supported:dynamic-import=false --outfile=dist/lazy.cjs",
    ] {
        run(tree.npm_tool("esbuild").args(shared.split(' ')).args(more.split(' ')))?;
    }
    Ok(())
}

/// Writes the message tables of other languages, each as an entry point of its own.
fn messages(tree: &Tree) -> Result<()> {
    let table: serde_json::Value = serde_json::from_str(renewal_rules::RUSSIAN)?;
    let dist = tree.wasm().join("dist");
    for (ending, text) in [
        ("js", format!("export default {table};\n")),
        ("cjs", format!("module.exports = {table};\n")),
        ("d.ts", "import type { Messages } from './index.js';\n\ndeclare const messages: Messages;\nexport default messages;\n".to_owned()),
        ("d.cts", "import type { Messages } from './index.cjs';\n\ndeclare const messages: Messages;\nexport = messages;\n".to_owned()),
    ] {
        fs::write(dist.join(format!("messages.ru.{ending}")), text)?;
    }
    Ok(())
}

/// Writes the types of each entry point, compiled from the sources. One text serves `import` and `require`, under two
/// file names.
fn types(tree: &Tree) -> Result<()> {
    run(tree.npm_tool("tsc").args(["--project", "tsconfig.types.json"]))?;
    let dist = tree.wasm().join("dist");
    fs::create_dir_all(dist.join("types"))?;
    let built = dist.join("build/types");
    for name in needed_types(&built)? {
        fs::copy(built.join(&name), dist.join("types").join(&name))?;
    }
    // `import` may use the types written for `require`, but not vice versa.
    fs::write(dist.join("types/package.json"), "{ \"type\": \"commonjs\" }\n")?;
    for (entry, ending) in
        ["index", "lazy", "tools"].into_iter().flat_map(|entry| ["d.ts", "d.cts"].map(|ending| (entry, ending)))
    {
        fs::write(dist.join(format!("{entry}.{ending}")), format!("export * from './types/{entry}.js';\n"))?;
    }
    Ok(())
}

/// Lists the type files that the public types of the entry points need.
fn needed_types(built: &Path) -> Result<BTreeSet<String>> {
    let mut needed = BTreeSet::new();
    let mut left = vec!["lazy.d.ts".to_owned(), "tools.d.ts".to_owned()];
    while let Some(name) = left.pop() {
        let text = fs::read_to_string(built.join(&name))?;
        let imports = text.split("./").skip(1);
        let imports = imports.filter_map(|rest| Some(rest.split_once(".js")?.0));
        if needed.insert(name) {
            left.extend(imports.map(|name| format!("{name}.d.ts")));
        }
    }
    Ok(needed)
}

/// Builds the npm package in a copy of the tree in another directory, and compares it with that of this tree.
pub(crate) fn reproduce(tree: &Tree) -> Result<()> {
    let copy = tree.copy("reproduce")?;
    build_package(&copy)?;

    let [here, there] = [tree, &copy].map(|tree| tree.wasm().join("dist"));
    let words = "--recursive --brief --exclude=build --exclude=studio";
    run(Command::new("diff").args(words.split(' ')).args([here, there]))?;
    Ok(fs::remove_dir_all(&copy.root)?)
}
