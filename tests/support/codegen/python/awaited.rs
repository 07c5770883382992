//! Generates `_async_families.pyi`: the families for asyncio. Each call is the call of the family, awaited, so the file
//! is derived from the generated and hand-written stubs of the families.

use std::fs;

use shiptrack::resources::INTERFACE;

use super::super::{GENERATED_NOTE, root};
use super::families::{BY_HAND, families, import, own_call, resource_classes};
use super::text::{bracketed, docstring, words};
use super::{camel, native};

const HEAD: &str = r#"
"""The families of the interface for asyncio: calls are awaited, listings are iterated with ``async for``."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from os import PathLike
from typing import Any, BinaryIO, Literal, final

import shiptrack
from shiptrack._async_listing import AsyncListing, _Caller
from shiptrack._basic import Secret
from shiptrack._family import UNSET, Unset
"#;

const MORE: &str = "from shiptrack.types import EventName, Headers, Id, Progress, RequestType, Seconds\nfrom shiptrack.values import EnsureResult, Inference, TrackResult\n";

const FAMILY: &str = r#"
class _AsyncFamily:
    """Base class of all families for asyncio."""

    def __init__(self, client: _Caller) -> None: ...
"#;

/// Returns the content of the file.
pub fn stub() -> String {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("the package is there");
    let written = native::stub() + &read("python/shiptrack/_family.py");
    let made = families();
    let known: Vec<_> = INTERFACE.iter().filter(|family| own_call(family).is_none()).collect();
    let names: Vec<_> = known.iter().map(|family| format!("\"Async{}\"", camel(family.name))).collect();
    let classes = known.iter().map(|family| {
        let by_hand = BY_HAND.iter().find(|(name, ..)| *name == family.name);
        let by_hand = by_hand.map_or_else(Vec::new, |(_, base, _)| awaited(&written, base));
        let all = [by_hand, awaited(&made, &camel(family.name))].concat();
        let about = docstring(4, &[words(family.about)]);
        format!("\n@final\nclass Async{}(_AsyncFamily):\n{about}\n{}", camel(family.name), all.join("\n"))
    });
    let classes: String = classes.collect();
    let on_the_client = awaited(&made, "_Families").join("\n");
    format!(
        "# {GENERATED_NOTE}{HEAD}{}{MORE}\n{}{FAMILY}{classes}\nclass _AsyncFamilies:\n    \"\"\"The families of a client.\"\"\"\n\n{on_the_client}",
        import("_resources", resource_classes()),
        bracketed(0, "__all__ = [", &names, "]"),
    )
}

/// Returns the public members of a class as they are for asyncio: their signatures and documentation.
fn awaited(source: &str, class: &str) -> Vec<String> {
    let begins = |line: &&str| {
        let after = line.strip_prefix("class ").and_then(|line| line.strip_prefix(class));
        after.is_some_and(|after| after.starts_with(['(', ':']))
    };
    let body = source.lines().skip_while(|line| !begins(line)).skip(1);
    let mut lines = body.take_while(|line| line.is_empty() || line.starts_with(' ')).peekable();
    let (mut members, mut is_property) = (Vec::new(), false);
    while let Some(line) = lines.next() {
        if line == "    @property" {
            is_property = true;
        }
        if !line.starts_with("    def ") {
            continue;
        }
        let mut head = vec![line];
        while !head.last().is_some_and(|last| last.ends_with([':', '.'])) {
            head.extend(lines.next());
        }
        let mut about = Vec::new();
        while lines.peek().is_some_and(|line| line.starts_with("        ") || !about.is_empty()) {
            about.extend(lines.next());
            if about.last().is_some_and(|last| closes(last, about.len() == 1)) {
                break;
            }
        }
        if !line.starts_with("    def _") {
            // Tasks are cancelled instead of tokens.
            head.retain(|line| !line.trim().starts_with("cancel:"));
            members.push(member(&head.join("\n"), is_property) + "\n" + &about.join("\n") + "\n");
        }
        is_property = false;
    }
    members
}

/// Returns whether a docstring ends with this line.
fn closes(line: &str, is_first: bool) -> bool {
    line.matches("\"\"\"").count() == if is_first { 2 } else { 1 }
}

fn member(head: &str, is_property: bool) -> String {
    if is_property {
        return format!("    @property\n{}", head.replace("-> ", "-> Async"));
    }
    match head.contains("-> Listing[") {
        true => head.replace("-> Listing[", "-> AsyncListing["),
        false => head.replacen("    def ", "    async def ", 1),
    }
}
