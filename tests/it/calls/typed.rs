// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Every call of a family, by the names and arguments of a case.

use shiptrack::Client;
use shiptrack::client::*;

use super::{CaseArguments, Outcome, done, json, list, one};

/// What the typed call brings; `None` for one that is written by hand.
pub fn call(client: &Client, family: &str, operation: &str, given: &CaseArguments<'_>) -> Option<Outcome> {
    Some(match (family, operation) {
        ("containers", "list") => {
            let mut listed = client.containers().list();
            if given.has("number") {
                listed = listed.number(given.text("number"));
            }
            if given.has("current_status") {
                listed = listed.current_status(given.text("current_status").as_str());
            }
            if given.has("free_from") {
                listed = listed.free_from(given.text("free_from").as_str());
            }
            if given.has("free_until") {
                listed = listed.free_until(given.text("free_until").as_str());
            }
            if given.has("reference") {
                listed = listed.reference(given.text("reference"));
            }
            if given.has("tag") {
                listed = listed.tag(given.text("tag"));
            }
            if given.has("customer_id") {
                listed = listed.customer_id(given.text("customer_id"));
            }
            if given.has("customer_name") {
                listed = listed.customer_name(given.text("customer_name"));
            }
            if given.has("scac") {
                listed = listed.scac(given.text("scac"));
            }
            if given.has("vessel_name") {
                listed = listed.vessel_name(given.text("vessel_name"));
            }
            if given.has("pol_code") {
                listed = listed.pol_code(given.text("pol_code"));
            }
            if given.has("pod_code") {
                listed = listed.pod_code(given.text("pod_code"));
            }
            if given.has("destination_code") {
                listed = listed.destination_code(given.text("destination_code"));
            }
            if given.has("eta_from") {
                listed = listed.eta_from(given.text("eta_from").as_str());
            }
            if given.has("eta_until") {
                listed = listed.eta_until(given.text("eta_until").as_str());
            }
            if given.has("updated_from") {
                listed = listed.updated_from(given.text("updated_from").as_str());
            }
            if given.has("custom_fields") {
                listed = listed.custom_fields(given.texts("custom_fields"));
            }
            list(listed, given)
        }
        ("containers", "get") => {
            if given.has("include") {
                return Some(one(client.containers().get_including(&given.text("id").into(), given.include())));
            }
            one(client.containers().get(&given.text("id").into()))
        }
        ("containers", "update") => {
            let mut said = ContainerUpdate::new();
            if given.has("ref_numbers") {
                said = if given.is_null("ref_numbers") {
                    said.attribute("ref_numbers", serde_json::Value::Null)
                } else {
                    said.ref_numbers(given.texts("ref_numbers"))
                };
            }
            one(client.containers().update(&given.text("id").into(), said))
        }
        ("containers", "transport_events") => {
            let listed = client.containers().transport_events(&given.text("id").into());
            list(listed, given)
        }
        ("containers", "raw_events") => {
            let listed = client.containers().raw_events(&given.text("id").into());
            list(listed, given)
        }
        ("containers", "map_geojson") => json(client.containers().map_geojson(&given.text("id").into())),
        ("containers", "route") => json(client.containers().route(&given.text("id").into())),
        ("containers", "refresh") => json(client.containers().refresh(&given.text("id").into())),
        ("containers", "custom_fields") => {
            let listed = client.containers().custom_fields(&given.text("id").into());
            list(listed, given)
        }
        ("containers", "create_custom_field") => one(client.containers().create_custom_field(
            &given.text("id").into(),
            given.text("api_slug"),
            given.value("value"),
        )),
        ("containers", "update_custom_field") => one(client.containers().update_custom_field(
            &given.text("id").into(),
            &given.text("api_slug"),
            given.value("value"),
        )),
        ("containers", "delete_custom_field") => {
            done(client.containers().delete_custom_field(&given.text("id").into(), &given.text("api_slug")))
        }
        ("custom_field_definitions", "list") => {
            let mut listed = client.custom_field_definitions().list();
            if given.has("entity_type") {
                listed = listed.entity_type(given.text("entity_type"));
            }
            if given.has("data_type") {
                listed = listed.data_type(given.text("data_type"));
            }
            if given.has("display_name") {
                listed = listed.display_name(given.text("display_name"));
            }
            list(listed, given)
        }
        ("custom_field_definitions", "create") => {
            let mut said = NewCustomFieldDefinition::new(
                given.text("entity_type"),
                given.text("api_slug"),
                given.text("display_name"),
                given.text("data_type"),
            );
            if given.has("description") {
                said = if given.is_null("description") {
                    said.attribute("description", serde_json::Value::Null)
                } else {
                    said.description(given.text("description"))
                };
            }
            if given.has("reference_type") {
                said = if given.is_null("reference_type") {
                    said.attribute("reference_type", serde_json::Value::Null)
                } else {
                    said.reference_type(given.text("reference_type"))
                };
            }
            if given.has("validation") {
                said = if given.is_null("validation") {
                    said.attribute("validation", serde_json::Value::Null)
                } else {
                    said.validation(given.value("validation"))
                };
            }
            if given.has("default_format") {
                said = if given.is_null("default_format") {
                    said.attribute("default_format", serde_json::Value::Null)
                } else {
                    said.default_format(given.text("default_format"))
                };
            }
            if given.has("default_value") {
                said = if given.is_null("default_value") {
                    said.attribute("default_value", serde_json::Value::Null)
                } else {
                    said.default_value(given.value("default_value"))
                };
            }
            one(client.custom_field_definitions().create(said))
        }
        ("custom_field_definitions", "get") => one(client.custom_field_definitions().get(&given.text("id").into())),
        ("custom_field_definitions", "update") => {
            let mut said = CustomFieldDefinitionUpdate::new();
            if given.has("display_name") {
                said = if given.is_null("display_name") {
                    said.attribute("display_name", serde_json::Value::Null)
                } else {
                    said.display_name(given.text("display_name"))
                };
            }
            if given.has("description") {
                said = if given.is_null("description") {
                    said.attribute("description", serde_json::Value::Null)
                } else {
                    said.description(given.text("description"))
                };
            }
            if given.has("validation") {
                said = if given.is_null("validation") {
                    said.attribute("validation", serde_json::Value::Null)
                } else {
                    said.validation(given.value("validation"))
                };
            }
            if given.has("default_format") {
                said = if given.is_null("default_format") {
                    said.attribute("default_format", serde_json::Value::Null)
                } else {
                    said.default_format(given.text("default_format"))
                };
            }
            if given.has("default_value") {
                said = if given.is_null("default_value") {
                    said.attribute("default_value", serde_json::Value::Null)
                } else {
                    said.default_value(given.value("default_value"))
                };
            }
            one(client.custom_field_definitions().update(&given.text("id").into(), said))
        }
        ("custom_field_definitions", "delete") => {
            done(client.custom_field_definitions().delete(&given.text("id").into()))
        }
        ("custom_field_definitions", "options") => {
            let listed = client.custom_field_definitions().options(&given.text("definition_id").into());
            list(listed, given)
        }
        ("custom_field_definitions", "create_option") => {
            let mut said = NewCustomFieldOption::new(given.text("label"), given.text("value"));
            if given.has("position") {
                said = if given.is_null("position") {
                    said.attribute("position", serde_json::Value::Null)
                } else {
                    said.position(given.integer("position"))
                };
            }
            one(client.custom_field_definitions().create_option(&given.text("definition_id").into(), said))
        }
        ("custom_field_definitions", "get_option") => one(client
            .custom_field_definitions()
            .get_option(&given.text("definition_id").into(), &given.text("option_id").into())),
        ("custom_field_definitions", "update_option") => {
            let mut said = CustomFieldOptionUpdate::new();
            if given.has("label") {
                said = if given.is_null("label") {
                    said.attribute("label", serde_json::Value::Null)
                } else {
                    said.label(given.text("label"))
                };
            }
            if given.has("position") {
                said = if given.is_null("position") {
                    said.attribute("position", serde_json::Value::Null)
                } else {
                    said.position(given.integer("position"))
                };
            }
            one(client.custom_field_definitions().update_option(
                &given.text("definition_id").into(),
                &given.text("option_id").into(),
                said,
            ))
        }
        ("custom_field_definitions", "delete_option") => done(
            client
                .custom_field_definitions()
                .delete_option(&given.text("definition_id").into(), &given.text("option_id").into()),
        ),
        ("custom_fields", "list") => {
            let mut listed = client.custom_fields().list();
            if given.has("entity_type") {
                listed = listed.entity_type(given.text("entity_type"));
            }
            if given.has("entity_id") {
                listed = listed.entity_id(given.text("entity_id"));
            }
            if given.has("definition_id") {
                listed = listed.definition_id(given.text("definition_id"));
            }
            list(listed, given)
        }
        ("custom_fields", "create") => {
            one(client.custom_fields().create(given.text("api_slug"), given.value("value"), &given.link("entity")))
        }
        ("custom_fields", "get") => one(client.custom_fields().get(&given.text("id").into())),
        ("custom_fields", "update") => {
            one(client.custom_fields().update(&given.text("id").into(), given.value("value")))
        }
        ("custom_fields", "delete") => done(client.custom_fields().delete(&given.text("id").into())),
        ("document_schemas", "get") => one(client.document_schemas().get(&given.text("id").into())),
        ("documents", "list") => {
            let mut listed = client.documents().list();
            if given.has("file_name") {
                listed = listed.file_name(given.text("file_name"));
            }
            if given.has("reference") {
                listed = listed.reference(given.text("reference"));
            }
            if given.has("document_types") {
                listed = listed.document_types(given.texts("document_types"));
            }
            if given.has("sort") {
                listed = listed.sort(given.text("sort"));
            }
            list(listed, given)
        }
        ("documents", "create") => one(client.documents().create(given.text("name"), given.text("attached_document"))),
        ("documents", "types") => json(client.documents().types()),
        ("documents", "get") => {
            if given.has("include") {
                return Some(one(client.documents().get_including(&given.text("id").into(), given.include())));
            }
            one(client.documents().get(&given.text("id").into()))
        }
        ("documents", "update") => {
            let mut said = DocumentUpdate::new();
            if given.has("document_type_manual") {
                said = if given.is_null("document_type_manual") {
                    said.attribute("document_type_manual", serde_json::Value::Null)
                } else {
                    said.document_type_manual(given.text("document_type_manual"))
                };
            }
            if given.has("extracted_data_manual") {
                said = if given.is_null("extracted_data_manual") {
                    said.attribute("extracted_data_manual", serde_json::Value::Null)
                } else {
                    said.extracted_data_manual(given.value("extracted_data_manual"))
                };
            }
            one(client.documents().update(&given.text("id").into(), said))
        }
        ("documents", "delete") => done(client.documents().delete(&given.text("id").into())),
        ("documents", "download_url") => json(client.documents().download_url(&given.text("id").into())),
        ("documents", "reextract") => json(client.documents().reextract(&given.text("id").into())),
        ("documents", "reclassify") => json(client.documents().reclassify(&given.text("id").into())),
        ("documents", "relink") => json(client.documents().relink(&given.text("id").into())),
        ("documents", "rotate") => json(client.documents().rotate(&given.text("id").into(), given.integer("degrees"))),
        ("email_submissions", "list") => {
            let listed = client.email_submissions().list();
            list(listed, given)
        }
        ("email_submissions", "get") => {
            if given.has("include") {
                return Some(one(client.email_submissions().get_including(&given.text("id").into(), given.include())));
            }
            one(client.email_submissions().get(&given.text("id").into()))
        }
        ("metro_areas", "get") => one(client.metro_areas().get(&given.text("id").into())),
        ("parties", "list") => {
            let listed = client.parties().list();
            list(listed, given)
        }
        ("parties", "create") => one(client.parties().create(given.text("company_name"))),
        ("parties", "get") => one(client.parties().get(&given.text("id").into())),
        ("parties", "update") => {
            let mut said = PartyUpdate::new();
            if given.has("company_name") {
                said = if given.is_null("company_name") {
                    said.attribute("company_name", serde_json::Value::Null)
                } else {
                    said.company_name(given.text("company_name"))
                };
            }
            one(client.parties().update(&given.text("id").into(), said))
        }
        ("ports", "get") => one(client.ports().get(&given.text("id").into())),
        ("search", "search") => {
            let listed = client.search(given.text("query"));
            list(listed, given)
        }
        ("shipments", "list") => {
            let mut listed = client.shipments().list();
            if given.has("number") {
                listed = listed.number(given.text("number"));
            }
            if given.has("tracking_stopped") {
                listed = listed.tracking_stopped(given.flag("tracking_stopped"));
            }
            if given.has("q") {
                listed = listed.q(given.text("q"));
            }
            if given.has("reference") {
                listed = listed.reference(given.text("reference"));
            }
            if given.has("tag") {
                listed = listed.tag(given.text("tag"));
            }
            if given.has("customer_id") {
                listed = listed.customer_id(given.text("customer_id"));
            }
            if given.has("customer_name") {
                listed = listed.customer_name(given.text("customer_name"));
            }
            if given.has("scac") {
                listed = listed.scac(given.text("scac"));
            }
            if given.has("vessel_name") {
                listed = listed.vessel_name(given.text("vessel_name"));
            }
            if given.has("pol_code") {
                listed = listed.pol_code(given.text("pol_code"));
            }
            if given.has("pod_code") {
                listed = listed.pod_code(given.text("pod_code"));
            }
            if given.has("destination_code") {
                listed = listed.destination_code(given.text("destination_code"));
            }
            if given.has("eta_from") {
                listed = listed.eta_from(given.text("eta_from").as_str());
            }
            if given.has("eta_until") {
                listed = listed.eta_until(given.text("eta_until").as_str());
            }
            if given.has("updated_from") {
                listed = listed.updated_from(given.text("updated_from").as_str());
            }
            if given.has("custom_fields") {
                listed = listed.custom_fields(given.texts("custom_fields"));
            }
            list(listed, given)
        }
        ("shipments", "get") => {
            if given.has("include") {
                return Some(one(client.shipments().get_including(&given.text("id").into(), given.include())));
            }
            one(client.shipments().get(&given.text("id").into()))
        }
        ("shipments", "update") => {
            let mut said = ShipmentUpdate::new();
            if given.has("ref_numbers") {
                said = if given.is_null("ref_numbers") {
                    said.attribute("ref_numbers", serde_json::Value::Null)
                } else {
                    said.ref_numbers(given.texts("ref_numbers"))
                };
            }
            if given.has("tags") {
                said = if given.is_null("tags") {
                    said.attribute("tags", serde_json::Value::Null)
                } else {
                    said.tags(given.texts("tags"))
                };
            }
            if given.has("customer") {
                said = if given.is_null("customer") {
                    said.without_customer()
                } else {
                    said.customer(&given.link("customer"))
                };
            }
            one(client.shipments().update(&given.text("id").into(), said))
        }
        ("shipments", "stop_tracking") => one(client.shipments().stop_tracking(&given.text("id").into())),
        ("shipments", "resume_tracking") => one(client.shipments().resume_tracking(&given.text("id").into())),
        ("shipments", "doubts") => json(client.shipments().doubts(&given.text("id").into())),
        ("shipments", "custom_fields") => {
            let listed = client.shipments().custom_fields(&given.text("id").into());
            list(listed, given)
        }
        ("shipments", "create_custom_field") => one(client.shipments().create_custom_field(
            &given.text("id").into(),
            given.text("api_slug"),
            given.value("value"),
        )),
        ("shipments", "update_custom_field") => one(client.shipments().update_custom_field(
            &given.text("id").into(),
            &given.text("api_slug"),
            given.value("value"),
        )),
        ("shipments", "delete_custom_field") => {
            done(client.shipments().delete_custom_field(&given.text("id").into(), &given.text("api_slug")))
        }
        ("shipping_lines", "list") => {
            let mut listed = client.shipping_lines().list();
            if given.has("search") {
                listed = listed.search(given.text("search"));
            }
            list(listed, given)
        }
        ("shipping_lines", "get") => one(client.shipping_lines().get(&given.text("id").into())),
        ("terminals", "get") => one(client.terminals().get(&given.text("id").into())),
        ("tracking_requests", "list") => {
            let mut listed = client.tracking_requests().list();
            if given.has("number") {
                listed = listed.number(given.text("number"));
            }
            if given.has("scac") {
                listed = listed.scac(given.text("scac"));
            }
            if given.has("status") {
                listed = listed.status(given.text("status").as_str());
            }
            if given.has("request_type") {
                listed = listed.request_type(given.text("request_type").as_str());
            }
            if given.has("created_from") {
                listed = listed.created_from(given.text("created_from").as_str());
            }
            if given.has("created_until") {
                listed = listed.created_until(given.text("created_until").as_str());
            }
            if given.has("updated_from") {
                listed = listed.updated_from(given.text("updated_from").as_str());
            }
            if given.has("updated_until") {
                listed = listed.updated_until(given.text("updated_until").as_str());
            }
            if given.has("q") {
                listed = listed.q(given.text("q"));
            }
            if given.has("reference") {
                listed = listed.reference(given.text("reference"));
            }
            if given.has("tag") {
                listed = listed.tag(given.text("tag"));
            }
            if given.has("customer_id") {
                listed = listed.customer_id(given.text("customer_id"));
            }
            if given.has("customer_name") {
                listed = listed.customer_name(given.text("customer_name"));
            }
            if given.has("custom_fields") {
                listed = listed.custom_fields(given.texts("custom_fields"));
            }
            list(listed, given)
        }
        ("tracking_requests", "get") => {
            if given.has("include") {
                return Some(one(client.tracking_requests().get_including(&given.text("id").into(), given.include())));
            }
            one(client.tracking_requests().get(&given.text("id").into()))
        }
        ("tracking_requests", "delete") => done(client.tracking_requests().delete(&given.text("id").into())),
        ("tracking_requests", "custom_fields") => {
            let listed = client.tracking_requests().custom_fields(&given.text("id").into());
            list(listed, given)
        }
        ("tracking_requests", "create_custom_field") => one(client.tracking_requests().create_custom_field(
            &given.text("id").into(),
            given.text("api_slug"),
            given.value("value"),
        )),
        ("tracking_requests", "update_custom_field") => one(client.tracking_requests().update_custom_field(
            &given.text("id").into(),
            &given.text("api_slug"),
            given.value("value"),
        )),
        ("tracking_requests", "delete_custom_field") => {
            done(client.tracking_requests().delete_custom_field(&given.text("id").into(), &given.text("api_slug")))
        }
        ("vessels", "get") => {
            const PARAMETERS: &[(&str, &str)] = &[
                ("positions_from", "show_positions[from_timestamp]"),
                ("positions_until", "show_positions[to_timestamp]"),
            ];
            if PARAMETERS.iter().any(|(name, _)| given.has(name)) {
                return Some(one(client.vessels().get_with(&given.text("id").into(), &given.query(PARAMETERS))));
            }
            one(client.vessels().get(&given.text("id").into()))
        }
        ("vessels", "future_positions") => one(client.vessels().future_positions(
            &given.text("id").into(),
            given.text("port_id"),
            given.text("previous_port_id"),
        )),
        ("vessels", "future_positions_with_coordinates") => one(client.vessels().future_positions_with_coordinates(
            &given.text("id").into(),
            given.text("port_id"),
            given.text("previous_port_id"),
            given.number("latitude"),
            given.number("longitude"),
        )),
        ("webhook_notifications", "list") => {
            let listed = client.webhook_notifications().list();
            list(listed, given)
        }
        ("webhook_notifications", "get") => {
            if given.has("include") {
                return Some(one(client
                    .webhook_notifications()
                    .get_including(&given.text("id").into(), given.include())));
            }
            one(client.webhook_notifications().get(&given.text("id").into()))
        }
        ("webhook_notifications", "examples") => {
            let listed = client.webhook_notifications().examples(given.text("event").as_str());
            list(listed, given)
        }
        ("webhooks", "list") => {
            let listed = client.webhooks().list();
            list(listed, given)
        }
        ("webhooks", "get") => one(client.webhooks().get(&given.text("id").into())),
        ("webhooks", "delete") => done(client.webhooks().delete(&given.text("id").into())),
        ("webhooks", "events") => {
            let listed = client.webhooks().events();
            list(listed, given)
        }
        ("webhooks", "ips") => json(client.webhooks().ips()),
        ("webhooks", "trigger") => {
            let mut said = WebhookTrigger::new(given.text("url"), given.text("event").as_str());
            if given.has("secret") {
                said = if given.is_null("secret") {
                    said.attribute("secret", serde_json::Value::Null)
                } else {
                    said.secret(given.text("secret"))
                };
            }
            json(client.webhooks().trigger(said))
        }
        ("webhooks", "replay") => {
            json(client.webhooks().replay(&given.text("id").into(), given.text("since").as_str()))
        }
        _ => return None,
    })
}
