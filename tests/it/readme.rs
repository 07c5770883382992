//! The README contains only commands and programs that the checks run, and links that exist. Its Rust programs run as documentation examples of the
//! support crate.

use std::fs;

use super::project_files::root;

const README: &str = include_str!("../../README.md");
const CHECKS: &str = concat!(include_str!("../checks"), include_str!("../build"));
/// The READMEs of C and Python. Their tests run every command and program in them.
const LANGUAGE_READMES: [&str; 2] = [include_str!("../../ffi/README.md"), include_str!("../../python/README.md")];

/// The lines of the shell blocks in the README.
fn commands() -> impl Iterator<Item = &'static str> {
    let blocks = README.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines)
}

/// Whether the README of C or Python contains `text`.
fn is_in_a_language_readme(text: &str) -> bool {
    LANGUAGE_READMES.iter().any(|readme| readme.contains(text))
}

#[test]
fn every_program_in_c_and_python_is_in_the_readme_of_its_language() {
    for language in ["```c\n", "```python\n"] {
        let programs: Vec<_> = README.split(language).skip(1).filter_map(|rest| rest.split("```").next()).collect();
        assert!(!programs.is_empty(), "{language}");
        for program in programs {
            assert!(is_in_a_language_readme(program), "no test runs this program: {program}");
        }
    }
}

#[test]
fn every_command_of_the_readme_is_run_by_the_checks() {
    for command in commands() {
        let known = match command.strip_prefix("cargo run --example ") {
            Some(name) => CHECKS.contains(&format!("example {}", name.trim())),
            None => command == "tests/run" || command.starts_with("export ") || is_in_a_language_readme(command),
        };
        assert!(known, "tests/run does not run: {command}");
    }
    assert!(commands().count() >= 3, "the README's commands are found");
}

/// The pages for users and contributors, from the top of the project.
const PAGES: [&str; 4] = ["README.md", "core/README.md", "ffi/README.md", "python/README.md"];

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept: String = kept.chars().filter(|it| it.is_alphanumeric() || "-_ ".contains(*it)).collect();
    kept.replace(' ', "-")
}

#[test]
fn every_link_of_a_page_leads_to_a_file_and_a_heading() {
    let top = root();
    let docs =
        fs::read_dir(top.join("core/docs")).expect("the folder of pages").map(|entry| entry.expect("a page").path());
    let pages = PAGES
        .iter()
        .map(|page| top.join(page))
        .chain(docs)
        .filter(|page| page.extension().is_some_and(|it| it == "md"));
    let mut broken = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().expect("a folder").join(file) };
            let has_heading = || {
                let text = fs::read_to_string(&target).unwrap_or_default();
                text.lines().any(|line| line.starts_with('#') && anchor(line) == heading)
            };
            if !target.exists()
                || !heading.is_empty() && target.extension().is_some_and(|it| it == "md") && !has_heading()
            {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
