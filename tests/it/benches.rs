//! Benchmarks fail if a measured ratio misses its goal.

use std::fs;

use shiptrack_tests::codegen::root;
use support::{Goal, Goals, Ratios};

#[path = "../../core/benches/support/mod.rs"]
mod support;

#[test]
fn a_missed_goal_and_an_unmeasured_goal_are_reported() {
    const GOALS: Goals = &[
        ("fast enough", Goal::AtLeast(1.0)),
        ("too slow", Goal::AtLeast(1.0)),
        ("small enough", Goal::AtMost(1.0)),
        ("too large in one of two runs", Goal::AtMost(1.0)),
        ("no number", Goal::AtMost(1.0)),
        ("forgotten", Goal::AtLeast(0.0)),
    ];
    let mut ratios = Ratios::new(GOALS, 0.0);
    ratios.report("fast enough", 1.0);
    ratios.report("too slow", 0.99);
    ratios.report("small enough", 1.0);
    ratios.report("too large in one of two runs", 1.01);
    ratios.report("too large in one of two runs", 0.5);
    ratios.report("no number", f64::NAN);
    assert_eq!(ratios.missed(), ["too slow", "too large in one of two runs", "no number", "forgotten"]);
}

/// `create_and_get` has no goals: it prints the figure with which the Python benchmark is compared.
#[test]
fn every_benchmark_has_goals_and_exits_with_their_verdict() {
    let mut benches: Vec<String> = Vec::new();
    for file in fs::read_dir(root().join("core/benches")).expect("there are benches") {
        let path = file.expect("the folder can be read").path();
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        if path.extension().is_none() || name == "create_and_get" {
            continue;
        }
        let source = fs::read_to_string(&path).expect("a bench can be read");
        assert!(source.contains("const GOALS: Goals") && source.contains("fn main() -> ExitCode"), "{name}");
        assert!(source.contains("ratios.verdict()\n}"), "{name} returns the verdict of its goals");
        benches.push(name);
    }
    benches.sort();
    let known = [
        "client",
        "dcsa",
        "decode",
        "documents",
        "due",
        "edi",
        "fleet",
        "fold",
        "listings",
        "mixed",
        "search",
        "server",
        "service",
        "signatures",
        "store",
    ];
    assert_eq!(benches, known);
}
