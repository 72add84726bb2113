//! Proofs over all inputs of a bounded size. Each proof is a binary in `src/bin`; `docs/proofs.md` lists them.
