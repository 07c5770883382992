//! Finds the members of an event by name, in whichever object the version puts them.

use std::borrow::Cow;
use std::collections::HashMap;

use super::codes::Kind;
use crate::decoders::message::Form;
use crate::tracking::Node;

/// Objects that hold parts of an event in some versions. Their members are read as members of the event.
const PARTS: [&str; 9] = [
    "payload",
    "metadata",
    "eventClassification",
    "shipmentDetails",
    "transportDetails",
    "equipmentDetails",
    "iotDetails",
    "reeferDetails",
    "carrierSpecificData",
];

/// An object with one of these members is an event.
const EVENT_MEMBERS: [&str; 10] = [
    "eventType",
    "eventTypeCode",
    "eventClassification",
    "eventClassifierCode",
    "transportEventTypeCode",
    "equipmentEventTypeCode",
    "shipmentEventTypeCode",
    "shipmentInformationTypeCode",
    "retractedEventID",
    "isRetracted",
];

pub(super) fn is_event(node: &Node<'_>) -> bool {
    let has_one = |node: &Node<'_>| EVENT_MEMBERS.iter().any(|name| member(node, name).is_some());
    has_one(node) || ["metadata", "payload"].iter().filter_map(|part| member(node, part)).any(has_one)
}

pub(super) fn member<'n, 't>(node: &'n Node<'t>, name: &str) -> Option<&'n Node<'t>> {
    let Node::Object(members) = node else { return None };
    members.iter().find(|(known, node)| is_called(known, name) && !node.is_null()).map(|(_, node)| node)
}

/// Compares length and first letter first, which is cheaper and decides most comparisons.
fn is_called(known: &str, name: &str) -> bool {
    let first = |name: &str| name.bytes().next().map(|byte| byte.to_ascii_lowercase());
    known.len() == name.len() && first(known) == first(name) && known.eq_ignore_ascii_case(name)
}

pub(super) fn text<'n>(node: &'n Node<'_>, name: &str) -> Option<Cow<'n, str>> {
    as_text(member(node, name)?)
}

pub(super) fn first<'n>(node: &'n Node<'_>, names: &[&str]) -> Option<Cow<'n, str>> {
    names.iter().find_map(|name| text(node, name))
}

pub(super) fn as_text<'n>(node: &'n Node<'_>) -> Option<Cow<'n, str>> {
    let text: Cow<'n, str> = match node {
        Node::Text(text) => text.trim().into(),
        Node::Number(number) => number.to_string().into(),
        Node::Flag(flag) => if *flag { "true" } else { "false" }.into(),
        _ => return None,
    };
    (!text.is_empty() && !text.eq_ignore_ascii_case("null")).then_some(text)
}

pub(super) fn items<'n, 't>(node: Option<&'n Node<'t>>) -> &'n [Node<'t>] {
    match node {
        Some(Node::List(items)) => items,
        Some(alone) => std::slice::from_ref(alone),
        None => &[],
    }
}

/// Transport calls that are listed outside of the events, and their positions by id.
#[derive(Default)]
pub(super) struct Calls<'t> {
    calls: Vec<Node<'t>>,
    positions: HashMap<String, usize>,
}

const CALL_IDS: [&str; 2] = ["transportCallID", "transportCallReference"];

impl<'t> Calls<'t> {
    pub(super) fn of(calls: Vec<Node<'t>>) -> Self {
        let mut positions = HashMap::new();
        for (position, call) in calls.iter().enumerate() {
            if let Some(id) = first(call, &CALL_IDS) {
                positions.entry(id.into_owned()).or_insert(position);
            }
        }
        Calls { calls, positions }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    fn get(&self, id: &str) -> Option<&Node<'t>> {
        self.calls.get(*self.positions.get(id)?)
    }
}

pub(super) struct Event<'n, 't> {
    /// The event itself, then its parts.
    layers: Vec<&'n Node<'t>>,
    /// The kind that the name of the list states.
    pub(super) listed: Option<Kind>,
    call: Option<&'n Node<'t>>,
}

impl<'n, 't> Event<'n, 't> {
    pub(super) fn new(node: &'n Node<'t>, listed: Option<Kind>, calls: &'n Calls<'t>) -> Self {
        let mut event = Event { layers: vec![node], listed, call: None };
        if let Node::Object(members) = node {
            let is_part = |name: &str| PARTS.iter().any(|part| part.eq_ignore_ascii_case(name));
            let parts = members.iter().filter(|(name, node)| matches!(node, Node::Object(_)) && is_part(name));
            event.layers.extend(parts.map(|(_, part)| part));
        }
        if let Some(payload) = member(node, "payload") {
            event.layers.extend(PARTS[2..].iter().filter_map(|part| member(payload, part)));
        }
        let named = event.get("transportCall");
        event.call = named.filter(|call| matches!(call, Node::Object(_))).or_else(|| event.call_of(named, calls));
        event
    }

    fn call_of(&self, named: Option<&Node<'t>>, calls: &'n Calls<'t>) -> Option<&'n Node<'t>> {
        if calls.is_empty() {
            return None;
        }
        calls.get(&named.and_then(as_text).or_else(|| self.first(&CALL_IDS))?)
    }

    pub(super) fn form(&self) -> Form {
        let own = |name| self.layers.first().and_then(|event| member(event, name));
        match own("eventClassification") {
            Some(classes) if member(classes, "eventType").is_some() => Form::Dcsa3Words,
            Some(_) => Form::Dcsa3Codes,
            None if own("metadata").is_some() => Form::Dcsa3Beta,
            None => Form::Dcsa2,
        }
    }

    pub(super) fn layers(&self) -> &[&'n Node<'t>] {
        &self.layers
    }

    pub(super) fn call(&self) -> Option<&'n Node<'t>> {
        self.call
    }

    pub(super) fn get(&self, name: &str) -> Option<&'n Node<'t>> {
        self.layers.iter().find_map(|layer| member(layer, name))
    }

    pub(super) fn text(&self, name: &str) -> Option<Cow<'n, str>> {
        self.layers.iter().find_map(|layer| text(layer, name))
    }

    pub(super) fn first(&self, names: &[&str]) -> Option<Cow<'n, str>> {
        names.iter().find_map(|name| self.text(name))
    }

    pub(super) fn in_call(&self, names: &[&str]) -> Option<Cow<'n, str>> {
        self.call.and_then(|call| first(call, names)).or_else(|| self.first(names))
    }
}
