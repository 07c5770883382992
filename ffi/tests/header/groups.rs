//! The groups that the documentation of the header is divided into: each item belongs to the one that is named by the
//! longest beginning of its own name.

use shiptrack::resources::{INTERFACE, TYPES};

/// Beginnings of names, the group they belong to, and what it is called. Types and families of the interface have a group of
/// their own and are not listed.
const GROUPS: &[(&[&str], &str, &str)] = &[
    (&["ok", "done", "absent", "error", "status", "failed", "has", "or", "checked"], "errors", "Statuses and errors"),
    (&["text", "buffer", "code", "version"], "values", "Texts, bytes and versions"),
    (&["time"], "time", "Time stamps"),
    (&["clock"], "clock", "Clocks"),
    (&["cancel"], "cancel", "Cancelling"),
    (&["destroy", "thread_slot"], "callbacks", "What callbacks have in common"),
    (
        &["client", "bucket", "pause", "attempt", "log", "send", "response", "track", "wait", "upload"],
        "client",
        "The client",
    ),
    (&["query", "draft", "headers"], "requests", "Queries, drafts and header fields"),
    (&["page", "pages", "resource"], "resources", "Pages and resources"),
    (
        &[
            "tracked",
            "again",
            "request_status",
            "request_type",
            "failed_reason",
            "inference",
            "infer",
            "line_decision",
            "progress",
        ],
        "tracking_request",
        "",
    ),
    (&["journey"], "journeys", "Journeys of containers"),
    (&["number", "container_check_digit"], "numbers", "Freight numbers"),
    (&["container_status"], "container", ""),
    (&["milestone", "data_source", "transport_events"], "transport_event", ""),
    (&["facility"], "terminal", ""),
    (&["stop_reason"], "shipment", ""),
    (&["document_source", "upload_progress", "upload_read"], "document", ""),
    (&["ensured", "delivery_status"], "webhook", ""),
    (&["schema_format"], "document_schema", ""),
    (&["service", "worker", "settle", "wake"], "service", "The service in this process"),
    (&["activity", "outcome"], "activity", "What a service tells of itself"),
    (&["look_up", "answer", "carrier", "carriers"], "carriers", "Carriers plugged in"),
    (
        &["carrier_access", "credentials", "credential", "wanted_credential"],
        "carrier_access",
        "Carriers asked over HTTP",
    ),
    (&["simulator"], "simulator", "Simulated carriers, for tests"),
    (&["attachment", "extraction", "extractor", "ingested"], "mail", "Mail taken in"),
    (&["edi_folder"], "edi", "EDI taken in"),
    (&["fact", "facts", "recorded"], "facts", "Facts"),
    (&["events", "event"], "events", "The feed of events"),
    (&["server"], "server", "The service behind a socket"),
    (&["verifier", "scheme", "notification", "webhook_sign", "webhook_new_secret"], "signatures", "Signed deliveries"),
];

/// Every group by its name and what it is called, in the order of the documentation.
pub fn all() -> Vec<(String, String)> {
    let own = GROUPS.iter().filter(|(_, _, title)| !title.is_empty());
    let mut all: Vec<_> = own.map(|(_, group, title)| ((*group).to_owned(), (*title).to_owned())).collect();
    all.extend(kinds().map(|kind| (kind.clone(), format!("Of the interface: {}", kind.replace('_', " ")))));
    all
}

/// Types and families of the interface, in the singular.
fn kinds() -> impl Iterator<Item = String> {
    let singular = |family: &str| match (family.strip_suffix("ies"), family.strip_suffix('s')) {
        (Some(stem), _) => format!("{stem}y"),
        (_, Some(stem)) => stem.to_owned(),
        _ => family.to_owned(),
    };
    let families = INTERFACE.iter().map(|family| singular(family.name));
    let types = TYPES.iter().map(|known| known.name.to_owned());
    families.chain(types).collect::<std::collections::BTreeSet<_>>().into_iter()
}

/// The group of an item by its name, `shiptrack_container_get` or `SHIPTRACK_OK`.
pub fn of(item: &str) -> Option<String> {
    let name = item.to_lowercase();
    let name = name.strip_prefix("shiptrack_")?;
    let begins = |stem: &str| name == stem || name.strip_prefix(stem).is_some_and(|rest| rest.starts_with('_'));
    let own =
        GROUPS.iter().flat_map(|(stems, group, _)| stems.iter().map(|stem| ((*stem).to_owned(), (*group).to_owned())));
    let kinds = kinds().map(|kind| (kind.clone(), kind));
    own.chain(kinds).filter(|(stem, _)| begins(stem)).max_by_key(|(stem, _)| stem.len()).map(|(_, group)| group)
}

/// The header with marks where groups begin and end. An item stands alone between blank lines.
pub fn marked(header: &str) -> String {
    let begin = header.find("\n#ifndef SHIPTRACK_H\n").expect("the header has a guard");
    let (rules, items) = header.split_at(begin);
    let mut made = format!(
        "{rules}\n/**\n * @file\n * shiptrack for C. The rules that hold for every function stand at the top of this file.\n */\n\n\
         /**\n * @mainpage\n * Every function of C stands in one of the groups (modules), every class of C++ in the namespace shiptrack. The rules\n\
         \x20* that hold for all of them stand at the top of shiptrack.h, those of C++ at the top of shiptrack.hpp.\n */\n\n"
    );
    for (group, title) in all() {
        made.push_str(&format!("/** @defgroup {group} {title} */\n"));
    }
    made.push('\n');
    let mut open: Option<String> = None;
    for block in items.trim_matches('\n').split("\n\n") {
        let group = name_of(block).map(|name| of(&name).unwrap_or_else(|| panic!("no group has {name}")));
        if open.is_some() && group != open {
            made.push_str("/** @} */\n\n");
        }
        if let Some(group) = group.as_ref().filter(|_| group != open) {
            made.push_str(&format!("/** @addtogroup {group}\n * @{{ */\n\n"));
        }
        open = group;
        made.push_str(&format!("{block}\n\n"));
    }
    format!("{}\n", made.trim_end())
}

/// The name of the item that a block declares; `None` for what declares nothing that is documented.
fn name_of(block: &str) -> Option<String> {
    if !block.starts_with("/**") {
        return None;
    }
    let (_, code) = block.split_once("*/\n")?;
    let code = code.trim_start_matches("SHIPTRACK_CHECKED\n");
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        words.filter(|word| word.to_lowercase().starts_with("shiptrack_")).map(str::to_owned).collect()
    };
    if code.starts_with("typedef") || code.starts_with("#define") {
        let is_function = code.starts_with("typedef") && code.contains("(*");
        let line = if is_function || code.starts_with('#') { code.lines().next()? } else { code.lines().last()? };
        return if is_function {
            words(line.split_once("(*")?.1).first().cloned()
        } else {
            words(line).last().cloned()
        }
        .or_else(|| words(code).first().cloned());
    }
    words(code.split_once('(')?.0).last().cloned()
}
