//! Compares the public API of the Rust crate with a committed list, so that reviews show its changes.
//!
//! `tests/run --update` writes the list. An item is deprecated for a minor version before it is removed (`core/docs/decisions.md`).

use std::process::Command;

use shiptrack_tests::codegen::{check_generated, root};

#[test]
fn public_api_matches_the_golden_list() {
    let target = root().join("target/public-api");
    let status = Command::new(env!("CARGO"))
        .args(["rustdoc", "--quiet", "--package", "shiptrack", "--lib", "--all-features", "--target-dir"])
        .arg(&target)
        .args(["--", "-Z", "unstable-options", "--output-format", "json", "--cap-lints", "allow"])
        // The list is generated from rustdoc's JSON, which is unstable and needs this variable.
        .env("RUSTC_BOOTSTRAP", "1")
        .current_dir(root())
        .status()
        .expect("cargo can be run");
    assert!(status.success(), "the crate cannot be documented");
    let api = public_api::Builder::from_rustdoc_json(target.join("doc/shiptrack.json"))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .expect("rustdoc's JSON can be read");
    check_generated("core/docs/public-api.txt", &api.to_string());
}
