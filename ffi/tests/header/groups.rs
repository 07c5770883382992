//! The groups of the header. An item belongs to the group with the longest prefix of its name, and all items of a group are in one
//! region.

use shiptrack::resources::{INTERFACE, TYPES};

/// Prefixes of names, their group, and its title, in the order of the header: a type that is used by value is declared before its
/// uses. Types and families of the interface follow, each in its own group; their rows here have no title and add prefixes.
const GROUPS: &[(&[&str], &str, &str)] = &[
    (&["text", "buffer", "code", "version"], "values", "Texts, bytes and versions"),
    (&["ok", "done", "absent", "error", "status", "failed", "has", "or", "checked"], "errors", "Statuses and errors"),
    (&["time", "default_timeout", "no_limit"], "time", "Times"),
    (&["clock"], "clock", "Clocks"),
    (&["cancel"], "cancel", "Cancelling"),
    (&["destroy", "thread_slot"], "callbacks", "Callbacks"),
    (&["client", "bucket", "pause", "attempt", "log", "send", "response"], "client", "Client"),
    (&["query", "draft", "headers"], "requests", "Queries, drafts and header fields"),
    (&["page", "pages", "resource"], "resources", "Pages and resources of any type"),
    (&["journey"], "journeys", "Journeys of containers"),
    (&["number"], "numbers", "Freight numbers"),
    (&["activity", "outcome", "service_options_on_activity"], "activity", "Activities of a service"),
    (
        &["look_up", "answer", "carrier", "carriers", "service_carriers_plan", "service_options_carrier"],
        "carriers",
        "Carriers that the program answers for",
    ),
    (
        &[
            "carrier_access",
            "credentials",
            "credential",
            "credential_request",
            "service_credentials",
            "service_forget_credential",
            "service_store_credential",
            "service_stored_credentials",
            "service_options_carrier_access",
            "service_options_store_key",
            "service_rekey",
            "service_suspended_credentials",
        ],
        "carrier_access",
        "Carriers over HTTP, and credentials",
    ),
    (
        &[
            "attachment",
            "extraction",
            "extractor",
            "serve_reader",
            "service_options_extractor",
            "service_options_reader_command",
        ],
        "extractors",
        "Extractors and readers of documents",
    ),
    (&["service", "worker", "settle", "wake"], "service", "Service in this process"),
    (&["simulator", "service_options_simulator"], "simulator", "Simulated carriers, for tests"),
    (&["server"], "server", "Server"),
    (&["fact", "facts", "recording_report", "service_record_facts"], "facts", "Facts"),
    (
        &[
            "edi_folder",
            "service_discard_unread_edi",
            "service_edi_folder",
            "service_ingest_edi",
            "service_options_edi_senders",
            "service_unread_edi",
        ],
        "edi",
        "EDI",
    ),
    (
        &[
            "service_add_subscription",
            "service_receive_push",
            "service_remove_subscription",
            "service_rotate_subscription",
            "service_subscriptions",
        ],
        "push",
        "Pushed tracking data",
    ),
    (&["service_adopt", "service_options_hosted", "service_receive_hosted"], "hosted", "Hosted accounts as a source"),
    (&["events", "event", "service_events", "service_wait_events"], "events", "Feed of events"),
    (&["verifier", "scheme"], "signatures", "Signatures of deliveries"),
    (
        &[
            "service_account",
            "service_accounts",
            "service_create_account",
            "service_create_key",
            "service_keys",
            "service_revoke_key",
            "service_set_account",
            "service_set_allowed_senders",
            "service_set_indirect_senders",
            "service_set_estimate_order",
        ],
        "account",
        "",
    ),
    (&["container_check_digit"], "container", ""),
    (
        &[
            "document_source",
            "service_discard_document",
            "service_document_content",
            "upload",
            "upload_progress",
            "upload_read",
        ],
        "document",
        "",
    ),
    (&["ingested", "service_email", "service_ingest_email", "service_quarantined_emails"], "email_submission", ""),
    (&["stop_reason"], "shipment", ""),
    (&["facility"], "terminal", ""),
    (
        &[
            "retrack",
            "failed_reason",
            "infer",
            "inference",
            "line_decision",
            "progress",
            "request_status",
            "request_type",
            "track",
            "tracked",
            "wait",
        ],
        "tracking_request",
        "",
    ),
    (&["data_source", "milestone", "transport_events"], "transport_event", ""),
    (
        &[
            "delivery_status",
            "ensured",
            "service_options_delivery_retries",
            "service_options_webhook_ip",
            "service_replay_failed",
        ],
        "webhook",
        "",
    ),
    (&["notification"], "webhook_notification", ""),
    (&["schema_format"], "document_schema", ""),
];

/// Every group with its title, in the order of the header.
pub fn all() -> Vec<(String, String)> {
    let titled = GROUPS.iter().filter(|(_, _, title)| !title.is_empty());
    let mut all: Vec<_> = titled.map(|(_, group, title)| ((*group).to_owned(), (*title).to_owned())).collect();
    all.extend(kinds().map(|kind| (kind.clone(), format!("Resource: {}", kind.replace('_', " ")))));
    all
}

/// The types and families of the interface, in the singular.
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

/// The group of an item, by its name: `shiptrack_container_get` or `SHIPTRACK_OK`.
pub fn of(item: &str) -> Option<String> {
    let name = item.to_lowercase();
    let name = name.strip_prefix("shiptrack_")?;
    let begins = |stem: &str| name == stem || name.strip_prefix(stem).is_some_and(|rest| rest.starts_with('_'));
    let own =
        GROUPS.iter().flat_map(|(stems, group, _)| stems.iter().map(|stem| ((*stem).to_owned(), (*group).to_owned())));
    let kinds = kinds().map(|kind| (kind.clone(), kind));
    own.chain(kinds).filter(|(stem, _)| begins(stem)).max_by_key(|(stem, _)| stem.len()).map(|(_, group)| group)
}

/// The header with its items in the order of the groups, each group in one region. Blank lines separate items.
pub fn marked(header: &str) -> String {
    let begin = header.find("\n#ifndef SHIPTRACK_H\n").expect("the header has a guard");
    let (rules, items) = header.split_at(begin);
    let mut made = format!(
        "{rules}\n/**\n * @file\n * shiptrack for C. The rules for all functions are at the top of this file.\n */\n\n\
         /**\n * @mainpage\n * Every function of C is in one of the groups (modules), every class of C++ in the namespace shiptrack. The rules\n\
         \x20* for all functions are at the top of shiptrack.h, those of C++ at the top of shiptrack.hpp.\n */\n\n"
    );
    for (group, title) in all() {
        made.push_str(&format!("/** @defgroup {group} {title} */\n"));
    }
    made.push('\n');
    let blocks: Vec<(&str, Option<String>)> =
        items.trim_matches('\n').split("\n\n").map(|block| (block, name_of(block))).collect();
    let unnamed = |(block, name): &&(&str, Option<String>)| name.is_none() && !block.contains("extern \"C\" {");
    let before: Vec<_> = blocks.iter().take_while(unnamed).collect();
    let after: Vec<_> = blocks.iter().skip(before.len()).filter(unnamed).collect();
    before.iter().for_each(|(block, _)| made.push_str(&format!("{block}\n\n")));
    made.push_str(
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n/* The opaque types, whose comments are in their groups. */\n",
    );
    for (block, _) in &blocks {
        let opaque = block.lines().last().and_then(|line| line.strip_prefix("typedef struct "));
        if let Some((name, _)) = opaque.and_then(|line| line.split_once(' ')) {
            made.push_str(&format!("struct {name};\n"));
        }
    }
    made.push('\n');
    for (group, _) in all() {
        made.push_str(&format!("/** @addtogroup {group}\n * @{{ */\n\n"));
        for (block, name) in &blocks {
            let Some(name) = name else { continue };
            if of(name).unwrap_or_else(|| panic!("no group has {name}")) == group {
                made.push_str(&format!("{block}\n\n"));
            }
        }
        made.push_str("/** @} */\n\n");
    }
    after.iter().for_each(|(block, _)| made.push_str(&format!("{block}\n\n")));
    format!("{}\n", made.trim_end())
}

/// The group of each function of a header, by the region in which it is declared. Fails if a group has two regions, or a function
/// is in no region.
pub fn regions(header: &str) -> std::collections::BTreeMap<String, String> {
    let (mut regions, mut seen, mut open) = (std::collections::BTreeMap::new(), Vec::new(), None);
    for block in header.split("\n\n") {
        if let Some(group) = block.strip_prefix("/** @addtogroup ").and_then(|rest| rest.lines().next()) {
            assert!(!seen.contains(&group), "{group} has two regions");
            seen.push(group);
            open = Some(group);
        } else if block.starts_with("/** @} */") {
            open = None;
        } else if let Some(name) = name_of(block).filter(|_| block.ends_with(");") && !block.contains("(*")) {
            let group = open.unwrap_or_else(|| panic!("{name} is in no group"));
            regions.insert(name, group.to_owned());
        }
    }
    regions
}

/// The name of the item that a block declares; `None` for a block without a documented item.
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
