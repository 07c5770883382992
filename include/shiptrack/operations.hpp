// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
// shiptrack.hpp includes this file: include that one.
#ifndef SHIPTRACK_OPERATIONS_HPP
#define SHIPTRACK_OPERATIONS_HPP

#include <shiptrack/requests.hpp>

namespace shiptrack {

/// The operations of a Client. Which arguments a query and a draft may have is written at the C function that is called.
template <class Client>
class Operations {
 public:
  /// Lists containers: the hosted service the most recently refreshed first, the embedded one the newest first. Of its
  /// filters the hosted service has `filter[number]`, and passes the others over.
  Pages<Container> containers(const Query &query = {}) const {
    return detail::make<Pages<Container>>(shiptrack_container_list, client(), query.raw());
  }
  /// Reads a container.
  Owned<Container> container(const Text &id, const Query &query = {}) const {
    return detail::make<Owned<Container>>(shiptrack_container_get, client(), id.c_str(), query.raw());
  }
  /// Changes the references of a container. What is not named stays.
  Owned<Container> update_container(const Text &id, const Draft &draft) const {
    return detail::make<Owned<Container>>(shiptrack_container_update, client(), id.c_str(), draft.raw());
  }
  /// Lists the events of a container. They come in no order of time, which their time stamps alone do not tell either:
  /// `in_order` puts them in order (in C `shiptrack_transport_events_sort`).
  Pages<TransportEvent> transport_events(const Text &id, const Query &query = {}) const {
    return detail::make<Pages<TransportEvent>>(shiptrack_transport_event_list, client(), id.c_str(), query.raw());
  }
  /// Lists what the sources said of a container, before it was made into events: in the order it was received in,
  /// classified or not, and what was said otherwise since. Places, vessels and terminals come along. The hosted service
  /// calls this deprecated.
  Pages<RawEvent> container_raw_events(const Text &id) const {
    return detail::make<Pages<RawEvent>>(shiptrack_container_raw_events, client(), id.c_str());
  }
  /// Reads the route of a container as GeoJSON, for a map: its ports, and lines between them for what it has sailed and
  /// what is left. The hosted service wants a paid plan for it (403 otherwise), and draws the way the vessel took; the
  /// embedded one knows where ports are, and no positions of vessels.
  /// As JSON: A GeoJSON FeatureCollection, without features where no route is known.
  std::string container_map_geojson(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_container_map_geojson, client(), id.c_str()));
  }
  /// Has the sources of a container asked now. Ten calls a minute; the hosted service wants a paid plan for it (403
  /// otherwise). Where tracking has ended it is refused (422).
  /// As JSON: `message`.
  std::string refresh_container(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_container_refresh, client(), id.c_str()));
  }
  /// Lists the custom fields of a container.
  Pages<CustomField> container_custom_fields(const Text &id) const {
    return detail::make<Pages<CustomField>>(shiptrack_container_custom_fields, client(), id.c_str());
  }
  /// Gives a container a custom field.
  Owned<CustomField> create_container_custom_field(const Text &id, const Text &api_slug, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_container_create_custom_field, client(), id.c_str(), api_slug.c_str(), value_json.c_str());
  }
  /// Changes a custom field of a container.
  Owned<CustomField> update_container_custom_field(const Text &id, const Text &api_slug, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_container_update_custom_field, client(), id.c_str(), api_slug.c_str(), value_json.c_str());
  }
  /// Takes a custom field of a container away.
  void delete_container_custom_field(const Text &id, const Text &api_slug) const {
    detail::run(shiptrack_container_delete_custom_field, client(), id.c_str(), api_slug.c_str());
  }
  /// Lists the definitions of custom fields.
  Pages<CustomFieldDefinition> custom_field_definitions(const Query &query = {}) const {
    return detail::make<Pages<CustomFieldDefinition>>(shiptrack_custom_field_definition_list, client(), query.raw());
  }
  /// Defines a custom field.
  Owned<CustomFieldDefinition> create_custom_field_definition(const Text &entity_type, const Text &api_slug, const Text &display_name, const Text &data_type, const Draft &draft = {}) const {
    return detail::make<Owned<CustomFieldDefinition>>(shiptrack_custom_field_definition_create, client(), entity_type.c_str(), api_slug.c_str(), display_name.c_str(), data_type.c_str(), draft.raw());
  }
  /// Reads the definition of a custom field.
  Owned<CustomFieldDefinition> custom_field_definition(const Text &id) const {
    return detail::make<Owned<CustomFieldDefinition>>(shiptrack_custom_field_definition_get, client(), id.c_str());
  }
  /// Changes the definition of a custom field. What is not named stays; its slug and the type of its values cannot be
  /// changed.
  Owned<CustomFieldDefinition> update_custom_field_definition(const Text &id, const Draft &draft) const {
    return detail::make<Owned<CustomFieldDefinition>>(shiptrack_custom_field_definition_update, client(), id.c_str(), draft.raw());
  }
  /// Deletes the definition of a custom field, and its values with it.
  void delete_custom_field_definition(const Text &id) const {
    detail::run(shiptrack_custom_field_definition_delete, client(), id.c_str());
  }
  /// Lists the options of a custom field.
  Pages<CustomFieldOption> custom_field_definition_options(const Text &definition_id) const {
    return detail::make<Pages<CustomFieldOption>>(shiptrack_custom_field_definition_options, client(), definition_id.c_str());
  }
  /// Adds an option to a custom field.
  Owned<CustomFieldOption> create_custom_field_definition_option(const Text &definition_id, const Text &label, const Text &value, const Draft &draft = {}) const {
    return detail::make<Owned<CustomFieldOption>>(shiptrack_custom_field_definition_create_option, client(), definition_id.c_str(), label.c_str(), value.c_str(), draft.raw());
  }
  /// Reads an option of a custom field.
  Owned<CustomFieldOption> custom_field_definition_option(const Text &definition_id, const Text &option_id) const {
    return detail::make<Owned<CustomFieldOption>>(shiptrack_custom_field_definition_get_option, client(), definition_id.c_str(), option_id.c_str());
  }
  /// Changes an option of a custom field. What is not named stays; its value cannot be changed.
  Owned<CustomFieldOption> update_custom_field_definition_option(const Text &definition_id, const Text &option_id, const Draft &draft) const {
    return detail::make<Owned<CustomFieldOption>>(shiptrack_custom_field_definition_update_option, client(), definition_id.c_str(), option_id.c_str(), draft.raw());
  }
  /// Deletes an option of a custom field.
  void delete_custom_field_definition_option(const Text &definition_id, const Text &option_id) const {
    detail::run(shiptrack_custom_field_definition_delete_option, client(), definition_id.c_str(), option_id.c_str());
  }
  /// Lists the custom fields of all resources.
  Pages<CustomField> custom_fields(const Query &query = {}) const {
    return detail::make<Pages<CustomField>>(shiptrack_custom_field_list, client(), query.raw());
  }
  /// Gives a shipment or a container a custom field.
  Owned<CustomField> create_custom_field(const Text &api_slug, const Text &value_json, const Text &entity_type, const Text &entity_id) const {
    return detail::make<Owned<CustomField>>(shiptrack_custom_field_create, client(), api_slug.c_str(), value_json.c_str(), entity_type.c_str(), entity_id.c_str());
  }
  /// Reads a custom field.
  Owned<CustomField> custom_field(const Text &id) const {
    return detail::make<Owned<CustomField>>(shiptrack_custom_field_get, client(), id.c_str());
  }
  /// Changes a custom field.
  Owned<CustomField> update_custom_field(const Text &id, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_custom_field_update, client(), id.c_str(), value_json.c_str());
  }
  /// Takes a custom field away.
  void delete_custom_field(const Text &id) const {
    detail::run(shiptrack_custom_field_delete, client(), id.c_str());
  }
  /// Reads what is read out of documents of one type. Its id names type and date: `bill_of_lading@2025-01-01`.
  Owned<DocumentSchema> document_schema(const Text &id) const {
    return detail::make<Owned<DocumentSchema>>(shiptrack_document_schema_get, client(), id.c_str());
  }
  /// Lists documents, newest first unless a sort says otherwise.
  Pages<Document> documents(const Query &query = {}) const {
    return detail::make<Pages<Document>>(shiptrack_document_list, client(), query.raw());
  }
  /// Adds a document whose file the service was given already. The same file a second time is refused with 409 and the
  /// code `duplicate_document`; `meta` has `existing_document_id` and `existing_document_name`. A file and its document
  /// in one step are `upload`.
  Owned<Document> create_document(const Text &name, const Text &attached_document) const {
    return detail::make<Owned<Document>>(shiptrack_document_create, client(), name.c_str(), attached_document.c_str());
  }
  /// Lists the types of documents.
  /// As JSON: `document_types`: the types the service tells apart.
  std::string document_types() const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_document_types, client()));
  }
  /// Reads a document.
  Owned<Document> document(const Text &id, const Query &query = {}) const {
    return detail::make<Owned<Document>>(shiptrack_document_get, client(), id.c_str(), query.raw());
  }
  /// Corrects the type of a document, or what was read out of it. What is not named stays.
  Owned<Document> update_document(const Text &id, const Draft &draft) const {
    return detail::make<Owned<Document>>(shiptrack_document_update, client(), id.c_str(), draft.raw());
  }
  /// Discards a document.
  void delete_document(const Text &id) const {
    detail::run(shiptrack_document_delete, client(), id.c_str());
  }
  /// Reads a URL, good for a short time, from which the file of a document is fetched. A service in this process gives
  /// a path of its own: its `document_content` has the bytes.
  /// As JSON: `download_url`.
  std::string document_download_url(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_document_download_url, client(), id.c_str()));
  }
  /// Has a document read again.
  /// As JSON: `status`.
  std::string reextract_document(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_document_reextract, client(), id.c_str()));
  }
  /// Has the type of a document found again.
  /// As JSON: `status`.
  std::string reclassify_document(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_document_reclassify, client(), id.c_str()));
  }
  /// Has the shipments of a document found again.
  /// As JSON: `status`.
  std::string relink_document(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_document_relink, client(), id.c_str()));
  }
  /// Turns the image of a document. The embedded service keeps files as they came and refuses it (422).
  /// As JSON: `status`.
  std::string rotate_document(const Text &id, std::int64_t degrees) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_document_rotate, client(), id.c_str(), degrees));
  }
  /// Lists the mail of the account, newest first. Asked for no `include`, the service tells documents and what was read
  /// out of them along.
  Pages<EmailSubmission> email_submissions(const Query &query = {}) const {
    return detail::make<Pages<EmailSubmission>>(shiptrack_email_submission_list, client(), query.raw());
  }
  /// Reads a mail.
  Owned<EmailSubmission> email_submission(const Text &id, const Query &query = {}) const {
    return detail::make<Owned<EmailSubmission>>(shiptrack_email_submission_get, client(), id.c_str(), query.raw());
  }
  /// Reads a metro area by its id or its UN/LOCODE.
  Owned<MetroArea> metro_area(const Text &id) const {
    return detail::make<Owned<MetroArea>>(shiptrack_metro_area_get, client(), id.c_str());
  }
  /// Lists the customers of the account.
  Pages<Party> parties(const Query &query = {}) const {
    return detail::make<Pages<Party>>(shiptrack_party_list, client(), query.raw());
  }
  /// Adds a customer. A name that exists is refused with 422.
  Owned<Party> create_party(const Text &company_name) const {
    return detail::make<Owned<Party>>(shiptrack_party_create, client(), company_name.c_str());
  }
  /// Reads a customer.
  Owned<Party> party(const Text &id) const {
    return detail::make<Owned<Party>>(shiptrack_party_get, client(), id.c_str());
  }
  /// Renames a customer. A name that exists is refused with 422.
  Owned<Party> update_party(const Text &id, const Draft &draft) const {
    return detail::make<Owned<Party>>(shiptrack_party_update, client(), id.c_str(), draft.raw());
  }
  /// Reads a port by its id or its UN/LOCODE.
  Owned<Port> port(const Text &id) const {
    return detail::make<Owned<Port>>(shiptrack_port_get, client(), id.c_str());
  }
  /// Finds shipments, containers and tracking requests: 25 at most. The embedded service tells the best first: by their
  /// number, reference or label, then by what these begin with or a number ends with, then shipments by a part of the
  /// name of vessel, customer or port.
  Pages<SearchResult> search(const Text &query) const {
    return detail::make<Pages<SearchResult>>(shiptrack_search, client(), query.c_str());
  }
  /// Lists shipments, newest first. Of its filters the hosted service has `number`, `filter[tracking_stopped]` and `q`,
  /// and passes the others over.
  Pages<Shipment> shipments(const Query &query = {}) const {
    return detail::make<Pages<Shipment>>(shiptrack_shipment_list, client(), query.raw());
  }
  /// Reads a shipment.
  Owned<Shipment> shipment(const Text &id, const Query &query = {}) const {
    return detail::make<Owned<Shipment>>(shiptrack_shipment_get, client(), id.c_str(), query.raw());
  }
  /// Changes references and labels of a shipment. What is not named stays.
  Owned<Shipment> update_shipment(const Text &id, const Draft &draft) const {
    return detail::make<Owned<Shipment>>(shiptrack_shipment_update, client(), id.c_str(), draft.raw());
  }
  /// Stops following a shipment and all its containers.
  Owned<Shipment> stop_tracking(const Text &id) const {
    return detail::make<Owned<Shipment>>(shiptrack_shipment_stop_tracking, client(), id.c_str());
  }
  /// Follows a shipment again that was stopped.
  Owned<Shipment> resume_tracking(const Text &id) const {
    return detail::make<Owned<Shipment>>(shiptrack_shipment_resume_tracking, client(), id.c_str());
  }
  /// Lists the custom fields of a shipment.
  Pages<CustomField> shipment_custom_fields(const Text &id) const {
    return detail::make<Pages<CustomField>>(shiptrack_shipment_custom_fields, client(), id.c_str());
  }
  /// Gives a shipment a custom field.
  Owned<CustomField> create_shipment_custom_field(const Text &id, const Text &api_slug, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_shipment_create_custom_field, client(), id.c_str(), api_slug.c_str(), value_json.c_str());
  }
  /// Changes a custom field of a shipment.
  Owned<CustomField> update_shipment_custom_field(const Text &id, const Text &api_slug, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_shipment_update_custom_field, client(), id.c_str(), api_slug.c_str(), value_json.c_str());
  }
  /// Takes a custom field of a shipment away.
  void delete_shipment_custom_field(const Text &id, const Text &api_slug) const {
    detail::run(shiptrack_shipment_delete_custom_field, client(), id.c_str(), api_slug.c_str());
  }
  /// Lists ocean carriers, all on one page.
  Pages<ShippingLine> shipping_lines(const Query &query = {}) const {
    return detail::make<Pages<ShippingLine>>(shiptrack_shipping_line_list, client(), query.raw());
  }
  /// Reads an ocean carrier by its id or its SCAC.
  Owned<ShippingLine> shipping_line(const Text &id) const {
    return detail::make<Owned<ShippingLine>>(shiptrack_shipping_line_get, client(), id.c_str());
  }
  /// Reads a terminal; those of railways answer here, too.
  Owned<Terminal> terminal(const Text &id) const {
    return detail::make<Owned<Terminal>>(shiptrack_terminal_get, client(), id.c_str());
  }
  /// Lists tracking requests, newest first.
  Pages<TrackingRequest> tracking_requests(const Query &query = {}) const {
    return detail::make<Pages<TrackingRequest>>(shiptrack_tracking_request_list, client(), query.raw());
  }
  /// Reads a tracking request. Asked for no `include`, the service tells its shipment along.
  Owned<TrackingRequest> tracking_request(const Text &id, const Query &query = {}) const {
    return detail::make<Owned<TrackingRequest>>(shiptrack_tracking_request_get, client(), id.c_str(), query.raw());
  }
  /// Lists the custom fields of a tracking request.
  Pages<CustomField> tracking_request_custom_fields(const Text &id) const {
    return detail::make<Pages<CustomField>>(shiptrack_tracking_request_custom_fields, client(), id.c_str());
  }
  /// Gives a tracking request a custom field.
  Owned<CustomField> create_tracking_request_custom_field(const Text &id, const Text &api_slug, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_tracking_request_create_custom_field, client(), id.c_str(), api_slug.c_str(), value_json.c_str());
  }
  /// Changes a custom field of a tracking request.
  Owned<CustomField> update_tracking_request_custom_field(const Text &id, const Text &api_slug, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_tracking_request_update_custom_field, client(), id.c_str(), api_slug.c_str(), value_json.c_str());
  }
  /// Takes a custom field of a tracking request away.
  void delete_tracking_request_custom_field(const Text &id, const Text &api_slug) const {
    detail::run(shiptrack_tracking_request_delete_custom_field, client(), id.c_str(), api_slug.c_str());
  }
  /// Reads a ship by its id or its IMO number. Its positions come along where they are asked for, which the hosted
  /// service wants a paid plan for (403 otherwise).
  Owned<Vessel> vessel(const Text &id, const Query &query = {}) const {
    return detail::make<Owned<Vessel>>(shiptrack_vessel_get, client(), id.c_str(), query.raw());
  }
  /// Reads where a ship is expected to be on its way between two ports, minute by minute. The hosted service wants a
  /// paid plan for it (403 otherwise).
  Owned<Vessel> vessel_future_positions(const Text &id, const Text &port_id, const Text &previous_port_id) const {
    return detail::make<Owned<Vessel>>(shiptrack_vessel_future_positions, client(), id.c_str(), port_id.c_str(), previous_port_id.c_str());
  }
  /// The same, from where the ship is now.
  Owned<Vessel> vessel_future_positions_with_coordinates(const Text &id, const Text &port_id, const Text &previous_port_id, double latitude, double longitude) const {
    return detail::make<Owned<Vessel>>(shiptrack_vessel_future_positions_with_coordinates, client(), id.c_str(), port_id.c_str(), previous_port_id.c_str(), latitude, longitude);
  }
  /// Lists what webhooks were told, newest first.
  Pages<WebhookNotification> webhook_notifications(const Query &query = {}) const {
    return detail::make<Pages<WebhookNotification>>(shiptrack_webhook_notification_list, client(), query.raw());
  }
  /// Reads what a webhook was told.
  Owned<WebhookNotification> webhook_notification(const Text &id, const Query &query = {}) const {
    return detail::make<Owned<WebhookNotification>>(shiptrack_webhook_notification_get, client(), id.c_str(), query.raw());
  }
  /// Reads made-up notifications of one event, as webhooks are told of it.
  Pages<WebhookNotification> webhook_notification_examples(const Text &event) const {
    return detail::make<Pages<WebhookNotification>>(shiptrack_webhook_notification_examples, client(), event.c_str());
  }
  /// Lists webhooks.
  Pages<Webhook> webhooks(const Query &query = {}) const {
    return detail::make<Pages<Webhook>>(shiptrack_webhook_list, client(), query.raw());
  }
  /// Reads a webhook.
  Owned<Webhook> webhook(const Text &id) const {
    return detail::make<Owned<Webhook>>(shiptrack_webhook_get, client(), id.c_str());
  }
  /// Changes a webhook. What is not named stays.
  Owned<Webhook> update_webhook(const Text &id, const Draft &draft) const {
    return detail::make<Owned<Webhook>>(shiptrack_webhook_update, client(), id.c_str(), draft.raw());
  }
  /// Deletes a webhook.
  void delete_webhook(const Text &id) const {
    detail::run(shiptrack_webhook_delete, client(), id.c_str());
  }
  /// Lists the events that webhooks can be told of, by category.
  Pages<WebhookEventCategory> webhook_events() const {
    return detail::make<Pages<WebhookEventCategory>>(shiptrack_webhook_events, client());
  }
  /// Lists the addresses that deliveries come from. The embedded service lists those it was opened with.
  /// As JSON: `webhook_notification_ips` and `last_updated`.
  std::string webhook_ips() const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_webhook_ips, client()));
  }
  /// Sends a made-up notification to a URL once, and tells how it was answered. No webhook is registered. Where an
  /// address is not public, the embedded service sends it for nobody but the process it runs in.
  /// As JSON: `url`, `succeeded`, `error`, `status_code`, `request_headers`, `request_body`, `response_headers`,
  /// `response_body`.
  std::string trigger_webhook(const Text &url, const Text &event, const Draft &draft = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_webhook_trigger, client(), url.c_str(), event.c_str(), draft.raw()));
  }
 private:
  const shiptrack_client *client() const { return static_cast<const Client &>(*this).raw(); }
};

}  // namespace shiptrack

#endif  // SHIPTRACK_OPERATIONS_HPP
