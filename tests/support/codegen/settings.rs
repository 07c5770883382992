//! Generates the numeric settings from the policies of the core: the functions of C, the dicts of Python, and a page of the
//! documentation.

use std::fmt::Write;
use std::time::Duration;

use shiptrack::server::ServerLimits;
use shiptrack::service::Policies;
use shiptrack::settings::{Bounds, Setting, Settings, Value};

use super::python::text;
use super::wrapped;

/// The first line of a generated file.
const GENERATED_NOTE: &str =
    "Generated from the policies of the core (core/src/settings.rs) by the tests in tests/it/codegen.rs; do not edit.";

/// The first parts of names in C that differ from the groups of the core.
const GROUPS_IN_C: &[(&str, &str)] = &[("mail_limits", "mail")];

/// Groups that C sets with separate functions.
const APART_IN_C: &[&str] = &["limits"];

/// The classes of Python.
const CLASSES: &[(&str, &str)] = &[
    ("lifecycle", "Lifecycle"),
    ("following", "Following"),
    ("delivery", "DeliveryRules"),
    ("pace", "Pace"),
    ("mail_limits", "MailLimits"),
    ("recording", "Recording"),
    ("documents", "DocumentLimits"),
    ("storage", "Storage"),
    ("limits", "RateLimits"),
];

/// The name of an item, unless the table has another one.
fn called(names: &[(&'static str, &'static str)], name: &'static str) -> &'static str {
    names.iter().find(|(known, _)| *known == name).map_or(name, |(_, instead)| *instead)
}

/// `ffi/src/generated/setting_names.rs` and `ffi/src/generated/settings.rs`.
pub fn c() -> (String, String) {
    let (mut policies, mut server) = (Policies::default(), ServerLimits::default());
    let groups: Vec<_> = policies.groups().into_iter().filter(|group| !APART_IN_C.contains(&group.name)).collect();
    let (mut numbers, mut table, mut abouts) = (String::new(), String::new(), String::new());
    for group in &groups {
        if !group.name.is_empty() {
            let _ = writeln!(abouts, "/// - `{}`: {}", called(GROUPS_IN_C, group.name), first_paragraph(group.about));
        }
        for setting in group.settings.iter().filter(|setting| !matches!(setting.value, Value::Times(_))) {
            let prefix = called(GROUPS_IN_C, group.name);
            let name = format!("{prefix}{}{}", if prefix.is_empty() { "" } else { "." }, name_in_c(setting));
            let _ = writeln!(numbers, "    ({name:?}, {:?}, {:?}),", group.name, setting.name);
            table.push_str(&row_in_c(&name, setting));
        }
    }
    let (mut limits, mut limits_table) = (String::new(), String::new());
    for setting in server.settings() {
        let name = name_in_c(&setting);
        let _ = writeln!(limits, "    ({name:?}, {:?}),", setting.name);
        limits_table.push_str(&row_in_c(&name, &setting));
    }
    let names = format!(
        "// {GENERATED_NOTE}\n\n//! The names of the numeric settings.\n\n\
         /// The settings of a service: their names, and the names of their group and of them in the core.\n\
         pub(crate) const NUMBERS: &[(&str, &str, &str)] = &[\n{numbers}];\n\n\
         /// The limits of a server: their names, and those in the core.\n\
         pub(crate) const LIMITS: &[(&str, &str)] = &[\n{limits}];\n"
    );
    let functions = format!(
        "// {GENERATED_NOTE}\n\n//! Numbers that are set by name.\n\nuse std::ffi::c_char;\n\n\
         use crate::boundary::Error;\nuse crate::server::{{ServerOptions, set_limit_of}};\n\
         use crate::service::{{ServiceOptions, set_number_of}};\n\n\
         /// Sets a numeric setting of the service, `name`, to `number`. Names of times end in `_ms`: milliseconds. Counts are whole\n\
         /// numbers. A number out of its bounds is rejected with SHIPTRACK_ERROR_INVALID; shiptrack_error_pointer() is the name of the\n\
         /// setting.\n///\n\
         {abouts}///\n\
         /// To set the pace of a single carrier, insert its code: `pace.MAEU.at_once`. Settings of its pace that are not set have the\n\
         /// value of the general pace at the time of the call.\n///\n\
         /// | Setting | Default | Bounds | Meaning |\n/// |---|---|---|---|\n{table}\
         #[unsafe(no_mangle)]\n\
         pub extern \"C\" fn shiptrack_service_options_number(options: *const ServiceOptions, name: *const c_char, number: f64, error: *mut *mut Error) -> i32 {{\n    \
         set_number_of(options, name, number, error)\n}}\n\n\
         /// Sets a limit of a server, `name`, to `number`. Names of times end in `_ms`: milliseconds. A number out of its bounds is\n\
         /// rejected with SHIPTRACK_ERROR_INVALID; shiptrack_error_pointer() is the name of the limit.\n///\n\
         /// | Limit | Default | Bounds | Meaning |\n/// |---|---|---|---|\n{limits_table}\
         #[unsafe(no_mangle)]\n\
         pub extern \"C\" fn shiptrack_server_options_limit(options: *const ServerOptions, name: *const c_char, number: i64, error: *mut *mut Error) -> i32 {{\n    \
         set_limit_of(options, name, number, error)\n}}\n"
    );
    (names, functions)
}

/// The name of a setting with its unit.
fn name_in_c(setting: &Setting<'_>) -> String {
    format!("{}{}", setting.name, if is_time(setting) { "_ms" } else { "" })
}

fn row_in_c(name: &str, setting: &Setting<'_>) -> String {
    let default = match &setting.value {
        Value::Flag(flag) => u8::from(**flag).to_string(),
        value => {
            let number =
                if matches!(value, Value::Allowance(None)) { for_people(setting) } else { grouped(number_of(value)) };
            let for_people = for_people(setting);
            if for_people == number { number } else { format!("{number} ({for_people})") }
        }
    };
    let bounds = if matches!(setting.value, Value::Flag(_)) { "1 or 0".to_owned() } else { bounds(setting.bounds) };
    format!("/// | `{name}` | {default} | {bounds} | {} |\n", setting.about)
}

fn is_time(setting: &Setting<'_>) -> bool {
    matches!(setting.value, Value::Time(_) | Value::Span(_) | Value::Times(_))
}

/// The value as a number; times in milliseconds.
fn number_of(value: &Value<'_>) -> f64 {
    match value {
        Value::Time(time) => time.as_secs_f64() * 1e3,
        Value::Span(span) => span.num_milliseconds() as f64,
        Value::Count(count) => f64::from(**count),
        Value::Size(size) => **size as f64,
        Value::Allowance(Some(allowance)) => f64::from(*allowance),
        other => panic!("{other:?} is not one number"),
    }
}

/// `26,214,400`.
fn grouped(number: f64) -> String {
    let text = number.to_string();
    let (whole, rest) =
        text.split_once('.').map_or((&*text, String::new()), |(whole, rest)| (whole, format!(".{rest}")));
    let mut digits = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            digits.push(',');
        }
        digits.push(digit);
    }
    digits + &rest
}

fn bounds(bounds: Bounds) -> String {
    if bounds.most >= Bounds::MOST {
        return format!("from {}", grouped(bounds.least));
    }
    format!("from {} to {}", grouped(bounds.least), grouped(bounds.most))
}

/// The value of a setting for people: `12 hours`, `25 MiB`.
fn for_people(setting: &Setting<'_>) -> String {
    match &setting.value {
        Value::Time(time) => time_for_people(**time),
        Value::Span(span) => time_for_people(span.to_std().unwrap_or_default()),
        Value::Times(times) => times.iter().map(|time| time_for_people(*time)).collect::<Vec<_>>().join(", "),
        Value::Flag(flag) => if **flag { "yes" } else { "no" }.to_owned(),
        Value::Allowance(None) => "no limit".to_owned(),
        value if setting.name.ends_with("_bytes") => {
            let bytes = number_of(value);
            let units = [("MiB", 1_048_576.0), ("KiB", 1024.0)];
            let unit = units.into_iter().find(|(_, size)| bytes % size == 0.0);
            unit.map_or(grouped(bytes), |(unit, size)| format!("{} {unit}", grouped(bytes / size)))
        }
        value => grouped(number_of(value)),
    }
}

fn time_for_people(time: Duration) -> String {
    let seconds = time.as_secs();
    let units = [("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)];
    let (unit, length) = units
        .into_iter()
        .find(|(_, length)| seconds >= *length && seconds.is_multiple_of(*length))
        .unwrap_or(("second", 1));
    let count = seconds / length;
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// `python/shiptrack/_settings.py`.
pub fn python() -> String {
    let (mut policies, mut server) = (Policies::default(), ServerLimits::default());
    let mut classes = vec![("ServerLimits", first_paragraph(ServerLimits::ABOUT), server.settings())];
    for group in policies.groups().into_iter().filter(|group| !group.name.is_empty()) {
        let (_, class) = CLASSES.iter().find(|(known, _)| *known == group.name).expect("a class for every group");
        classes.push((*class, first_paragraph(group.about), group.settings));
    }
    classes.sort_by_key(|(name, ..)| *name);
    let names: Vec<_> =
        classes.iter().map(|(name, ..)| format!("\"{name}\"")).chain(["\"Seconds\"".to_owned()]).collect();
    let mut text = format!("# {GENERATED_NOTE}{}\n{}", PYTHON_HEAD, text::bracketed(0, "__all__ = [", &names, "]"));
    text.push_str(SECONDS);
    for (name, about, settings) in &classes {
        let _ = write!(text, "\n\nclass {name}(TypedDict, total=False):\n");
        let about = format!("{about} Settings that are omitted keep their defaults.");
        text.push_str(&text::docstring(4, &[text::words(&about)]));
        text.push('\n');
        for setting in settings {
            let _ = writeln!(text, "    {}: {}", setting.name, taken_as(&setting.value));
            text.push_str(&text::docstring(4, &[text::words(&about_in_python(setting))]));
        }
    }
    text
}

const PYTHON_HEAD: &str = r#"
"""Numeric settings of clients, services and servers, as dicts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Optional, TypeAlias, TypedDict, Union
"#;

const SECONDS: &str = r#"
Seconds: TypeAlias = Union[float, timedelta]
"""A length of time: in seconds, or a ``timedelta``."""
"#;

fn first_paragraph(about: &str) -> String {
    about.split("\n\n").next().unwrap_or_default().replace("\n ", " ")
}

fn taken_as(value: &Value<'_>) -> &'static str {
    match value {
        Value::Time(_) | Value::Span(_) => "Seconds",
        Value::Times(_) => "Iterable[Seconds]",
        Value::Count(_) | Value::Size(_) => "int",
        Value::Allowance(_) => "Optional[int]",
        Value::Flag(_) => "bool",
        other => panic!("{other:?} has no type in Python"),
    }
}

fn about_in_python(setting: &Setting<'_>) -> String {
    let default = match &setting.value {
        Value::Flag(true) => "`True`".to_owned(),
        Value::Flag(false) => "`False`".to_owned(),
        _ => for_people(setting),
    };
    format!("{} Default: {default}.", setting.about)
}

/// `core/docs/settings.md`.
pub fn page() -> String {
    let (mut policies, mut server) = (Policies::default(), ServerLimits::default());
    let mut page = format!(
        "<!-- {GENERATED_NOTE} -->\n\n# Settings of a service\n\n{}\n",
        wrapped(
            "This page lists all numeric settings. Each has a default. A program sets them in Rust with `Service::builder()`, in \
             Python with keywords of `Service` (`lifecycle={\"first_retry\": 60}`), and in C and C++ with \
             `shiptrack_service_options_number()` and `ServiceOptions::number()`. In C and C++, the name includes the group, times are \
             milliseconds (`lifecycle.first_retry_ms`), and the group `mail_limits` is called `mail` (`mail.depth`). To set the pace of \
             one carrier there, insert its code: `pace.MAEU.at_once`. The limits of an HTTP server of the service are at the end.",
            120
        )
        .join("\n")
    );
    for group in policies.groups() {
        let title = if group.name.is_empty() { "Without a group".to_owned() } else { format!("`{}`", group.name) };
        write_section(&mut page, &title, group.about, &group.settings);
    }
    write_section(&mut page, "`limits` of a server", ServerLimits::ABOUT, &server.settings());
    page
}

fn write_section(page: &mut String, title: &str, about: &str, settings: &[Setting<'_>]) {
    let about = first_paragraph(about);
    let _ = write!(page, "\n## {title}\n\n{about}\n\n| Name | Default | Bounds | Meaning |\n|---|---|---|---|\n");
    for setting in settings {
        let bounds = match setting.value {
            Value::Flag(_) => "yes or no".to_owned(),
            _ if is_time(setting) && setting.bounds.least > 0.0 => "more than 0".to_owned(),
            _ if is_time(setting) => "any".to_owned(),
            _ => bounds(setting.bounds),
        };
        let _ = writeln!(page, "| `{}` | {} | {bounds} | {} |", setting.name, for_people(setting), setting.about);
    }
}
