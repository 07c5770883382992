//! Shared resources: each test lets one account, carrier or receiver take as much as it can of a resource, and checks what is left for the
//! others. `core/docs/architecture.md` lists the resources.

mod damaged_queues;
mod fan_out;
mod hosted_source;
mod receivers;
mod sources;
mod turns;

use crate::project_files::{files_in, root};

/// The names of tests in the table of shared resources.
fn named_tests() -> Vec<String> {
    let page = std::fs::read_to_string(root().join("core/docs/architecture.md")).unwrap();
    let (_, section) = page.split_once("\n## Shared resources\n").expect("the section");
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    let tests = rows.map(|row| row.trim_end_matches(['|', ' ']).rsplit('|').next().unwrap());
    tests.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn each_shared_resource_has_a_test() {
    let files = ["core/src", "tests/it", "tests/support"].into_iter().flat_map(files_in);
    let sources =
        files.filter(|file| file.ends_with(".rs")).map(|file| std::fs::read_to_string(root().join(file)).unwrap());
    let sources: Vec<String> = sources.collect();
    let tests = named_tests();
    assert!(tests.len() > 30, "{tests:?}");
    let exists = |test: &String| sources.iter().any(|source| source.contains(&format!("fn {test}(")));
    let missing: Vec<&String> = tests.iter().filter(|test| !exists(test)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
