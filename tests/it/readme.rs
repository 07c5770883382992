//! The README promises only what the checks run. Its programs are documentation examples of the support crate.

const README: &str = include_str!("../../README.md");
const CHECKS: &str = include_str!("../run");

/// The lines of the README's shell blocks.
fn commands() -> impl Iterator<Item = &'static str> {
    let blocks = README.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines)
}

#[test]
fn every_command_of_the_readme_is_run_by_the_checks() {
    for command in commands() {
        let known = match command.strip_prefix("cargo run --release --example ") {
            Some(example) => CHECKS.contains(&format!("--release --example {}", example.trim())),
            None => command == "tests/run" || command.starts_with("export "),
        };
        assert!(known, "tests/run does not run: {command}");
    }
    assert!(commands().count() >= 4, "the README's commands are found");
}

#[test]
fn every_file_the_readme_links_to_exists() {
    let links = README.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    for link in links.filter(|link| !link.contains("://")) {
        assert!(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(link).exists(), "{link}");
    }
}
