//! The npm package: from the crates to the files that are published.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    encode, native,
    tools::{Tree, install_target, output, run, sysroot},
};

/// The compiler's target.
const WASM: &str = "wasm32-unknown-unknown";

/// What every engine in use has: Node 20, and the browsers of 2022 and later. `--all-features`
/// would make a module that Node 20 refuses.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// A module of the package, with the entries that use it.
struct Variant {
    /// The name of its parts in `dist/build`.
    name: &'static str,
    /// The features of the binding crate.
    features: &'static str,
    /// The profile that it is compiled with.
    profile: &'static str,
    /// How willing the compiler is to copy a function to where it is called; the calls within
    /// `serde_json` cost most of the time.
    inlining: &'static str,
    /// How `wasm-opt` is told what counts.
    level: &'static str,
    /// The sources in `wasm/js` of its entries.
    entries: &'static [&'static str],
}

const VARIANTS: [Variant; 3] = [
    Variant {
        name: "small",
        features: "",
        profile: "wasm",
        // Against what the profile does by itself, 0.2 KB more, compressed, and a seventh quicker.
        inlining: "25",
        level: "-Oz",
        entries: &["index", "slim"],
    },
    Variant {
        name: "tools",
        features: "tools",
        profile: "wasm-fast",
        // Against what the profile does by itself, 3 in a hundred larger, and a tenth quicker.
        inlining: "300",
        level: "-O3",
        entries: &["tools"],
    },
    Variant {
        name: "studio",
        features: "studio",
        profile: "wasm",
        inlining: "25",
        level: "-Oz",
        entries: &[],
    },
];

/// Where the parts of the module of the default entry are.
pub(crate) fn small_parts(tree: &Tree) -> PathBuf {
    tree.wasm().join("dist/build").join(VARIANTS[0].name)
}

/// Builds the npm package into `wasm/dist`.
pub(crate) fn build(tree: &Tree) -> Result<()> {
    install_target(tree, WASM)?;
    tree.install_npm_tools()?;
    let dist = tree.wasm().join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    for variant in &VARIANTS {
        build_variant(tree, variant)?;
    }
    fs::copy(
        small_parts(tree).join("optimised.wasm"),
        dist.join("renewal-rules.wasm"),
    )?;
    fs::write(dist.join("build/native.json"), native::examples()?)?;
    command_line(tree, &VARIANTS[1])?;
    types(tree)?;
    bundle_site(tree)
}

/// Writes the site: one folder with relative paths, for any server of files. Of the package only
/// what is not there yet is built.
pub(crate) fn site(tree: &Tree) -> Result<PathBuf> {
    if tree
        .wasm()
        .join("dist/build/tools/optimised.wasm")
        .is_file()
    {
        build_variant(tree, &VARIANTS[2])?;
        bundle_site(tree)?;
    } else {
        build(tree)?;
    }
    Ok(site_folder(tree))
}

/// Where the site is written.
pub(crate) fn site_folder(tree: &Tree) -> PathBuf {
    tree.wasm().join("dist/site")
}

fn bundle_site(tree: &Tree) -> Result<()> {
    run(tree.in_wasm("node").arg("page/build.js"))
}

/// What the command line has of others, in its one file.
const BUNDLED: [(&str, &str); 2] = [("ignore", "LICENSE-MIT"), ("picomatch", "LICENSE")];

/// Makes one file of the command line. Its module stands beside it: a file of bytes starts sooner than
/// one that is part of a text.
fn command_line(tree: &Tree, variant: &Variant) -> Result<()> {
    let dist = tree.wasm().join("dist");
    let module = dist.join("build").join(variant.name).join("optimised.wasm");
    fs::copy(module, dist.join("cli.wasm"))?;
    let mut command = tree.npm_tool("esbuild");
    command
        .arg("bin/main.js")
        .args(["--bundle", "--target=es2022", "--log-level=warning"])
        .args(["--platform=node", "--format=esm", "--minify-whitespace"])
        .arg(format!("--alias:built=./dist/build/{}", variant.name))
        .arg("--alias:shell=./js")
        .arg("--outfile=dist/cli.js");
    run(&mut command)?;
    let mut licenses = String::new();
    for (name, file) in BUNDLED {
        let text = fs::read_to_string(tree.wasm().join("node_modules").join(name).join(file))?;
        licenses += &["cli.js contains ", name, ":\n\n", text.trim(), "\n\n"].concat();
    }
    Ok(fs::write(dist.join("cli.LICENSES.txt"), licenses)?)
}

fn build_variant(tree: &Tree, variant: &Variant) -> Result<()> {
    let parts = tree.wasm().join("dist/build").join(variant.name);
    fs::create_dir_all(&parts)?;
    bind(&compile(tree, variant)?, &parts)?;
    let module = parts.join("optimised.wasm");
    optimise(
        tree,
        &parts.join("bindings_bg.wasm"),
        &module,
        &[
            variant.level,
            "--strip-debug",
            "--strip-producers",
            "--strip-target-features",
        ],
    )?;
    fs::write(parts.join("inline.js"), encode::module(&fs::read(&module)?))?;
    bundle(tree, variant)
}

/// Compiles the binding crate. No path of this computer gets into the module, so that the same
/// sources give the same bytes anywhere.
fn compile(tree: &Tree, variant: &Variant) -> Result<PathBuf> {
    let commit = output(Command::new("rustc").arg("-vV").current_dir(&tree.root))?
        .lines()
        .find_map(|line| line.strip_prefix("commit-hash: ").map(str::to_owned))
        .context("rustc does not name its commit")?;
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).map_or_else(
        || {
            env::home_dir()
                .map(|home| home.join(".cargo"))
                .context("there is no home folder")
        },
        Ok,
    )?;
    let library = sysroot(tree)?.join("lib/rustlib/src/rust");
    let paths = [
        (home, "/cargo"),
        (tree.root.clone(), "/renewal-rules"),
        (library, &format!("/rustc/{commit}")),
    ]
    .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()));
    let inlining = format!("-Cllvm-args=-inline-threshold={}", variant.inlining);
    let flags = [&paths[..], &[inlining]].concat().join("\u{1f}");
    let target = tree.target.join("npm");
    run(tree
        .cargo()
        .args([
            "build",
            "--locked",
            "--package",
            "renewal-rules-wasm",
            "--profile",
            variant.profile,
        ])
        .args(["--features", variant.features])
        .args(["--target", WASM])
        .env("CARGO_ENCODED_RUSTFLAGS", flags)
        .env("CARGO_TARGET_DIR", &target))?;
    Ok(target
        .join(WASM)
        .join(variant.profile)
        .join("renewal_rules_wasm.wasm"))
}

/// Makes the module's JavaScript side.
fn bind(compiled: &Path, parts: &Path) -> Result<()> {
    Bindgen::new()
        .web(true)?
        .omit_default_module_path(true)
        .typescript(false)
        .reset_state_function(true)
        .export_wasm(true)
        .out_name("bindings")
        .input_path(compiled)
        .generate(parts)
}

/// Optimises a module.
pub(crate) fn optimise(tree: &Tree, from: &Path, to: &Path, more: &[&str]) -> Result<()> {
    run(tree
        .npm_tool("wasm-opt")
        .args(FEATURES)
        .args(more)
        .arg(from)
        .arg("-o")
        .arg(to))
}

/// Makes one file of each entry, as a module and for `require`.
fn bundle(tree: &Tree, variant: &Variant) -> Result<()> {
    let formats = [("esm", "js", "neutral"), ("cjs", "cjs", "node")];
    for entry in variant.entries {
        for (format, ending, platform) in formats {
            let mut command = tree.npm_tool("esbuild");
            command
                .arg(format!("js/{entry}.js"))
                .args(["--bundle", "--target=es2022", "--log-level=warning"])
                .arg(format!("--alias:built=./dist/build/{}", variant.name))
                .arg("--alias:shell=./js")
                .arg(format!("--platform={platform}"))
                .arg(format!("--format={format}"))
                .arg(format!("--outfile=dist/{entry}.{ending}"));
            if (*entry, format) == ("slim", "cjs") {
                // What a module knows as `import.meta.url`.
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

/// Puts the types together: one file for each entry and way to import it, as `require` needs a
/// file of another name.
fn types(tree: &Tree) -> Result<()> {
    let folder = tree.wasm().join("types");
    let part = |name: &str| -> Result<String> {
        let text =
            fs::read_to_string(folder.join(name)).with_context(|| format!("wasm/types/{name}"))?;
        // The parts import from each other; together they need not.
        Ok(text
            .split_inclusive('\n')
            .filter(|line| !line.starts_with("import "))
            .collect())
    };
    let shared = format!("{}\n{}", part("model.d.ts")?, part("api.d.ts")?);
    let slim = format!("{shared}\n{}", part("slim.d.ts")?);
    let tools = format!(
        "{shared}\n{}\n{}",
        part("tools-model.d.ts")?,
        part("tools.d.ts")?
    );
    for (entry, text) in [("index", &shared), ("slim", &slim), ("tools", &tools)] {
        for ending in ["d.ts", "d.cts"] {
            fs::write(
                tree.wasm().join("dist").join(format!("{entry}.{ending}")),
                text,
            )?;
        }
    }
    Ok(())
}

/// Builds a copy of the tree in another folder and compares what comes out.
pub(crate) fn reproduce(tree: &Tree) -> Result<()> {
    let copy = tree.copy("reproduce")?;
    run(copy
        .in_wasm("npm")
        .args(["ci", "--no-audit", "--no-fund", "--prefer-offline"]))?;
    build(&copy)?;

    let built = |tree: &Tree| -> Result<Vec<(String, Vec<u8>)>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(tree.wasm().join("dist"))? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                files.push((
                    entry.file_name().to_string_lossy().into_owned(),
                    fs::read(entry.path())?,
                ));
            }
        }
        files.sort();
        Ok(files)
    };
    let (here, there) = (built(tree)?, built(&copy)?);
    let differing: Vec<_> = here
        .iter()
        .filter(|file| !there.contains(file))
        .chain(there.iter().filter(|file| !here.contains(file)))
        .map(|(name, _)| name.as_str())
        .collect();
    if !differing.is_empty() {
        bail!(
            "two builds in two folders differ in {}",
            differing.join(", ")
        );
    }
    fs::remove_dir_all(&copy.root)?;
    eprintln!(
        "{} files are the same bytes, built in two folders",
        here.len()
    );
    Ok(())
}
