//! Generates `core/docs/openapi.json`, the HTTP interface of the embedded service for tools.

use serde_json::{Map, Value, json};
use shiptrack::resources::{
    Answer, AttributeSchema, Body, Family, Field, INTERFACE, Link, Operation, RelationshipSchema, Shape, TYPES, Type,
};

use super::GENERATED_NOTE;

/// The document.
pub fn document() -> String {
    let mut paths: Map<String, Value> = Map::new();
    for family in INTERFACE {
        for operation in family.operations.iter().filter(|operation| operation.not_served().is_none()) {
            let path = paths.entry(operation.path).or_insert_with(|| json!({}));
            path[operation.method.to_lowercase()] = described(family, operation);
        }
    }
    let schemas: Map<String, Value> = TYPES.iter().map(|kind| (kind.name.to_owned(), resource(kind))).collect();
    let document = json!({
        "openapi": "3.1.0",
        "$comment": GENERATED_NOTE,
        "info": {
            "title": "shiptrack",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The Shipment Tracking Service API (v2), as the embedded service serves it over HTTP.",
        },
        "servers": [{ "url": "/v2" }],
        "security": [{ "key": [] }],
        "paths": paths,
        "components": {
            "securitySchemes": { "key": {
                "type": "apiKey", "in": "header", "name": "Authorization", "description": "`Token` and an API key: `Token 0a1b…`.",
            } },
            "responses": { "refusal": { "description": "The request is rejected.", "content": media(json!({
                "type": "object", "required": ["errors"], "properties": { "errors": { "type": "array", "items": error() } },
            })) } },
            "schemas": schemas,
        },
    });
    serde_json::to_string_pretty(&document).expect("a document can be written") + "\n"
}

fn described(family: &Family, operation: &Operation) -> Value {
    let mut described = json!({
        "operationId": format!("{}.{}", family.name, operation.name),
        "tags": [family.name],
        "summary": operation.about,
        "parameters": parameters(operation),
        "responses": { status(operation): answered(operation.answer), "default": { "$ref": "#/components/responses/refusal" } },
    });
    if let Some(body) = body(operation) {
        let content = match operation.body {
            Body::Members(_) => plain(body),
            _ => media(body),
        };
        described["requestBody"] = json!({ "required": true, "content": content });
    }
    described
}

fn parameters(operation: &Operation) -> Vec<Value> {
    let path = operation
        .path_arguments()
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
    let mut all: Vec<Value> = path.collect();
    for it in operation.parameters.iter().filter(|it| it.not_served.is_none()) {
        all.push(json!({
            "name": it.name, "in": "query", "required": it.required, "description": it.about, "schema": schema(it.shape),
            "style": "form", "explode": false,
        }));
    }
    let query = |name: &str, about: &str, schema: Value| json!({ "name": name, "in": "query", "required": false, "description": about, "schema": schema, "style": "form", "explode": false });
    if !operation.includes.is_empty() {
        let paths = json!({ "type": "array", "items": { "type": "string", "enum": operation.includes } });
        let about = format!("Related resources to include: {}.", operation.includes.join(", "));
        all.push(query("include", &about, paths));
    }
    if operation.paging.contains(&"page[number]") {
        all.push(query("page[number]", "The number of the page, from 1.", json!({ "type": "integer", "minimum": 1 })));
    }
    if operation.paging.contains(&"page[size]") {
        all.push(query(
            "page[size]",
            "The number of items on a page: 30 by default, at most 100.",
            json!({ "type": "integer", "minimum": 1 }),
        ));
    }
    all
}

/// The status of a successful response.
fn status(operation: &Operation) -> &'static str {
    let is_action = matches!(operation.name, "reextract" | "reclassify" | "relink" | "rotate");
    match (operation.method, operation.answer) {
        ("POST", Answer::One(kind)) if kind != "infer_number_results" => "201",
        ("POST", Answer::Json(_)) if is_action => "202",
        // Only these operations respond without a body.
        ("DELETE", _)
            if operation.path.ends_with("/custom_fields/{api_slug}") || operation.path == "/documents/{id}" =>
        {
            "204"
        }
        _ => "200",
    }
}

fn answered(answer: Answer) -> Value {
    let named = |kind: &str| match TYPES.iter().any(|known| known.name == kind) {
        true => json!({ "$ref": format!("#/components/schemas/{kind}") }),
        false => json!({ "type": "object" }),
    };
    let further = json!({ "type": "array", "items": { "type": "object" } });
    let document = |data: Value| {
        json!({
            "type": "object", "required": ["data"],
            "properties": { "data": data, "included": further, "links": { "type": "object" }, "meta": { "type": "object" } },
        })
    };
    match answer {
        Answer::One(kind) => {
            let content = match kind {
                "infer_number_results" => plain(document(named(kind))),
                _ => media(document(named(kind))),
            };
            json!({ "description": format!("One `{kind}`."), "content": content })
        }
        Answer::Pages(kind) | Answer::All(kind) => {
            let items = json!({ "type": "array", "items": named(kind) });
            json!({ "description": format!("Resources of type `{kind}`."), "content": media(document(items)) })
        }
        Answer::Json(members) => json!({ "description": members, "content": plain(json!({ "type": "object" })) }),
        _ => json!({ "description": "Success." }),
    }
}

fn body(operation: &Operation) -> Option<Value> {
    let fields = |fields: &[Field]| -> Value {
        let properties: Map<String, Value> =
            fields.iter().map(|it| (it.name.to_owned(), about(schema(it.shape), it.about))).collect();
        let required: Vec<&str> = fields.iter().filter(|it| it.required).map(|it| it.name).collect();
        json!({ "type": "object", "properties": properties, "required": required })
    };
    Some(match operation.body {
        Body::Members(members) => fields(members),
        Body::Document(kind, attributes, links) => {
            let mut data = json!({ "type": "object", "required": ["type"], "properties": {
                "type": { "const": kind }, "id": { "type": "string" }, "attributes": fields(attributes),
            } });
            if !links.is_empty() {
                let all: Map<String, Value> = links.iter().map(|it| (it.name.to_owned(), linked(it))).collect();
                data["properties"]["relationships"] = json!({ "type": "object", "properties": all });
            }
            json!({ "type": "object", "required": ["data"], "properties": { "data": data } })
        }
        _ => return None,
    })
}

fn linked(link: &Link) -> Value {
    about(json!({ "type": "object", "properties": { "data": identifier(link.targets) } }), link.about)
}

fn identifier(targets: &[&str]) -> Value {
    let kind = if targets.is_empty() { json!({ "type": "string" }) } else { json!({ "enum": targets }) };
    json!({ "type": ["object", "null"], "properties": { "type": kind, "id": { "type": "string" } } })
}

fn resource(kind: &Type) -> Value {
    let attribute =
        |it: &AttributeSchema| (it.name.to_owned(), about(or_null(schema(it.shape), it.nullable), it.about));
    let relationship = |it: &RelationshipSchema| {
        let data = identifier(it.targets);
        let data = if it.many { json!({ "type": "array", "items": data }) } else { data };
        (it.name.to_owned(), about(json!({ "type": "object", "properties": { "data": data } }), it.about))
    };
    let attributes: Map<String, Value> = kind.attributes.iter().map(attribute).collect();
    let relationships: Map<String, Value> = kind.relationships.iter().map(relationship).collect();
    json!({
        "description": kind.about,
        "type": "object",
        "required": ["id", "type"],
        "properties": {
            "id": { "type": "string" },
            "type": { "const": kind.name },
            "attributes": { "type": "object", "properties": attributes },
            "relationships": { "type": "object", "properties": relationships },
            "links": { "type": "object" },
            "meta": { "type": "object" },
        },
    })
}

fn or_null(schema: Value, nullable: bool) -> Value {
    if nullable { json!({ "anyOf": [schema, { "type": "null" }] }) } else { schema }
}

/// The schema of a value. Enumerations are open, because a later service may send other values.
fn schema(shape: Shape) -> Value {
    match shape {
        Shape::Text | Shape::Secret => json!({ "type": "string" }),
        Shape::Enumeration(names) => {
            let values: Vec<&str> = names.values.iter().map(|(value, _)| *value).collect();
            json!({ "type": "string", "examples": values })
        }
        Shape::Moment => json!({ "type": "string", "description": "A time stamp (RFC 3339) or a date." }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Integer => json!({ "type": "integer" }),
        Shape::Number => json!({ "type": "number" }),
        Shape::Decimal => json!({ "type": ["string", "number"] }),
        Shape::List(items) => json!({ "type": "array", "items": schema(*items) }),
        Shape::Structure(structure) => {
            let members: Map<String, Value> = structure
                .members
                .iter()
                .map(|it| (it.name.to_owned(), about(or_null(schema(it.shape), it.nullable), it.about)))
                .collect();
            json!({ "type": "object", "properties": members })
        }
        Shape::Object => json!({ "type": "object" }),
        _ => json!({}),
    }
}

fn about(mut schema: Value, about: &str) -> Value {
    schema["description"] = about.into();
    schema
}

fn media(schema: Value) -> Value {
    json!({ "application/vnd.api+json": { "schema": schema } })
}

/// Content that is not a JSON:API document.
fn plain(schema: Value) -> Value {
    json!({ "application/json": { "schema": schema } })
}

fn error() -> Value {
    json!({ "type": "object", "properties": {
        "status": { "type": "string" },
        "title": { "type": "string" },
        "detail": { "type": "string" },
        "code": { "type": "string" },
        "source": { "type": "object", "properties": { "pointer": { "type": "string" }, "parameter": { "type": "string" } } },
        "meta": { "type": "object" },
    } })
}
