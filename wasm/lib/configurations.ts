// Made by `cargo xtask generate` from the Rust source: change that instead.

export const CONFIGURATIONS = ["single", "pair", "chain"] as const;
