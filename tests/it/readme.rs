//! The README promises only what the checks run. Its programs are documentation examples of the support crate.

const README: &str = include_str!("../../README.md");
const CHECKS: &str = concat!(include_str!("../checks"), include_str!("../build"));
/// The READMEs of the other faces, whose own tests run every command and program in them.
const FACES: [&str; 2] = [include_str!("../../ffi/README.md"), include_str!("../../python/README.md")];

/// The lines of the README's shell blocks.
fn commands() -> impl Iterator<Item = &'static str> {
    let blocks = README.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines)
}

/// Whether one of the other faces' READMEs has this, word for word.
fn told_by_a_face(text: &str) -> bool {
    FACES.iter().any(|readme| readme.contains(text))
}

#[test]
fn every_program_in_c_and_python_is_one_of_its_faces_readme() {
    for language in ["```c\n", "```python\n"] {
        let programs: Vec<_> = README.split(language).skip(1).filter_map(|rest| rest.split("```").next()).collect();
        assert!(!programs.is_empty(), "{language}");
        for program in programs {
            assert!(told_by_a_face(program), "no test runs this program: {program}");
        }
    }
}

#[test]
fn every_command_of_the_readme_is_run_by_the_checks() {
    for command in commands() {
        let known = match command.strip_prefix("cargo run --example ") {
            Some(name) => CHECKS.contains(&format!("example {}", name.trim())),
            None => command == "tests/run" || command.starts_with("export ") || told_by_a_face(command),
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
