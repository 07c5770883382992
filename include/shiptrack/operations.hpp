// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
// Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_OPERATIONS_HPP
#define SHIPTRACK_OPERATIONS_HPP

#include <shiptrack/requests.hpp>

namespace shiptrack {

/// The operations of a Client. The comment of the C function of each method lists the attributes of its draft and the parameters
/// of its query.
template <class Client>
class Operations {
 public:
  /// Lists containers. Without a filter, those of the shipment that was refreshed last come first. The embedded service
  /// refreshes a shipment when a look-up succeeds, or when another source changes its data. If that happens while the
  /// links of the list are followed, the containers appear again at its end, so that none is missed. With a filter, the
  /// embedded service returns the newest first. The hosted service supports only `filter[number]`, and ignores the
  /// other filters.
  Pages<Container> containers(const Query &query = {}) const {
    return detail::make<Pages<Container>>(shiptrack_container_list, client(), query.raw());
  }
  /// Reads a container.
  Owned<Container> container(const Text &id, const Query &query = {}) const {
    return detail::make<Owned<Container>>(shiptrack_container_get, client(), id.c_str(), query.raw());
  }
  /// Changes the references of a container. The hosted service documents this request without an id in the path, `PATCH
  /// /containers`: then the id is in the body.
  Owned<Container> update_container(const Text &id, const Draft &draft) const {
    return detail::make<Owned<Container>>(shiptrack_container_update, client(), id.c_str(), draft.raw());
  }
  /// Lists the events of a container. They are not in chronological order, and their timestamps alone do not give the
  /// order: `in_order` sorts them (in C `shiptrack_transport_events_sort`).
  Pages<TransportEvent> transport_events(const Text &id, const Query &query = {}) const {
    return detail::make<Pages<TransportEvent>>(shiptrack_transport_event_list, client(), id.c_str(), query.raw());
  }
  /// Lists the statements of the sources about a container, from which its events are derived, in the order in which
  /// they were received. Statements that became no event, and withdrawn statements, are included. The response includes
  /// places, vessels and terminals. Deprecated in the hosted service.
  Pages<RawEvent> container_raw_events(const Text &id) const {
    return detail::make<Pages<RawEvent>>(shiptrack_container_raw_events, client(), id.c_str());
  }
  /// Reads the route of a container as GeoJSON, for a map: its ports, with lines for the completed and for the
  /// remaining part of the voyage. The hosted service draws the actual course of the vessel, and requires a paid plan
  /// (403 otherwise). The embedded service draws lines between ports, because it has no vessel positions.
  /// Returns JSON: A GeoJSON FeatureCollection; it has no features if no route is known.
  std::string container_map_geojson(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_container_map_geojson, client(), id.c_str()));
  }
  /// Reads the route of a container: its places in order, and the legs between them by vessel and by rail. The hosted
  /// service has removed this request, which its older clients send.
  /// Returns JSON: `data`, the route, and `included`: its places as `route_location`, with the times, the mode, the
  /// voyage and the vessel of the leg that ends there (`inbound_…`) and of the leg that begins there (`outbound_…`),
  /// and the ports, vessels and terminals.
  std::string container_route(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_container_route, client(), id.c_str()));
  }
  /// Requests new data about a container from its sources now. At most ten calls a minute. The hosted service requires
  /// a paid plan (403 otherwise). Rejected with 422 if tracking of the container has ended.
  /// Returns JSON: `message`.
  std::string refresh_container(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_container_refresh, client(), id.c_str()));
  }
  /// Lists the custom fields of a container.
  Pages<CustomField> container_custom_fields(const Text &id) const {
    return detail::make<Pages<CustomField>>(shiptrack_container_custom_fields, client(), id.c_str());
  }
  /// Sets a custom field of a container.
  Owned<CustomField> create_container_custom_field(const Text &id, const Text &api_slug, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_container_create_custom_field, client(), id.c_str(), api_slug.c_str(), value_json.c_str());
  }
  /// Changes the value of a custom field of a container.
  Owned<CustomField> update_container_custom_field(const Text &id, const Text &api_slug, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_container_update_custom_field, client(), id.c_str(), api_slug.c_str(), value_json.c_str());
  }
  /// Deletes the value of a custom field of a container.
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
  /// Changes the definition of a custom field. Attributes that are not in the request keep their values. The slug and
  /// the data type cannot be changed.
  Owned<CustomFieldDefinition> update_custom_field_definition(const Text &id, const Draft &draft) const {
    return detail::make<Owned<CustomFieldDefinition>>(shiptrack_custom_field_definition_update, client(), id.c_str(), draft.raw());
  }
  /// Deletes the definition of a custom field and all its values.
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
  /// Changes an option of a custom field. Attributes that are not in the request keep their values. The value cannot be
  /// changed.
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
  /// Sets a custom field of a shipment or container.
  Owned<CustomField> create_custom_field(const Text &api_slug, const Text &value_json, const Text &entity_type, const Text &entity_id) const {
    return detail::make<Owned<CustomField>>(shiptrack_custom_field_create, client(), api_slug.c_str(), value_json.c_str(), entity_type.c_str(), entity_id.c_str());
  }
  /// Reads a custom field.
  Owned<CustomField> custom_field(const Text &id) const {
    return detail::make<Owned<CustomField>>(shiptrack_custom_field_get, client(), id.c_str());
  }
  /// Changes the value of a custom field.
  Owned<CustomField> update_custom_field(const Text &id, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_custom_field_update, client(), id.c_str(), value_json.c_str());
  }
  /// Deletes the value of a custom field.
  void delete_custom_field(const Text &id) const {
    detail::run(shiptrack_custom_field_delete, client(), id.c_str());
  }
  /// Reads the schema of the data that is extracted from documents of one type. Its id consists of type and date:
  /// `bill_of_lading@2026-11-01`.
  Owned<DocumentSchema> document_schema(const Text &id) const {
    return detail::make<Owned<DocumentSchema>>(shiptrack_document_schema_get, client(), id.c_str());
  }
  /// Lists documents, newest first unless `sort` is given.
  Pages<Document> documents(const Query &query = {}) const {
    return detail::make<Pages<Document>>(shiptrack_document_list, client(), query.raw());
  }
  /// Creates a document from a file that was uploaded before. A file that another document already has is rejected with
  /// 409 and the code `duplicate_document`; `meta` contains `existing_document_id` and `existing_document_name`. To
  /// upload a file and create its document in one step, use upload_document().
  Owned<Document> create_document(const Text &name, const Text &attached_document) const {
    return detail::make<Owned<Document>>(shiptrack_document_create, client(), name.c_str(), attached_document.c_str());
  }
  /// Lists the types of documents.
  /// Returns JSON: `document_types`, the types that the service can detect.
  std::string document_types() const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_document_types, client()));
  }
  /// Reads a document.
  Owned<Document> document(const Text &id, const Query &query = {}) const {
    return detail::make<Owned<Document>>(shiptrack_document_get, client(), id.c_str(), query.raw());
  }
  /// Corrects the type of a document or the data that was extracted from it. Attributes that are not in the request
  /// keep their values.
  Owned<Document> update_document(const Text &id, const Draft &draft) const {
    return detail::make<Owned<Document>>(shiptrack_document_update, client(), id.c_str(), draft.raw());
  }
  /// Deletes a document.
  void delete_document(const Text &id) const {
    detail::run(shiptrack_document_delete, client(), id.c_str());
  }
  /// Returns a URL from which the file of a document can be downloaded for a short time. An embedded service without an
  /// HTTP server returns a path instead; its function `document_content` returns the bytes.
  /// Returns JSON: `download_url`.
  std::string document_download_url(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_document_download_url, client(), id.c_str()));
  }
  /// Extracts the data of a document again.
  /// Returns JSON: `status`.
  std::string reextract_document(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_document_reextract, client(), id.c_str()));
  }
  /// Detects the type of a document again.
  /// Returns JSON: `status`.
  std::string reclassify_document(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_document_reclassify, client(), id.c_str()));
  }
  /// Finds the shipments and containers of a document again.
  /// Returns JSON: `status`.
  std::string relink_document(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_document_relink, client(), id.c_str()));
  }
  /// Rotates the pages of a document. The embedded service does not change files: it answers 202 with a warning.
  /// Returns JSON: `status`.
  std::string rotate_document(const Text &id, std::int64_t degrees) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_document_rotate, client(), id.c_str(), degrees));
  }
  /// Lists the email submissions of the account, newest first. Without `include`, the response includes their documents
  /// and the data that was extracted from them.
  Pages<EmailSubmission> email_submissions(const Query &query = {}) const {
    return detail::make<Pages<EmailSubmission>>(shiptrack_email_submission_list, client(), query.raw());
  }
  /// Reads an email submission. Without `include`, the response includes its documents and the data that was extracted
  /// from them.
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
  /// Creates a customer. A name that another customer of the account has is rejected with 422.
  Owned<Party> create_party(const Text &company_name) const {
    return detail::make<Owned<Party>>(shiptrack_party_create, client(), company_name.c_str());
  }
  /// Reads a customer.
  Owned<Party> party(const Text &id) const {
    return detail::make<Owned<Party>>(shiptrack_party_get, client(), id.c_str());
  }
  /// Renames a customer. A name that another customer of the account has is rejected with 422.
  Owned<Party> update_party(const Text &id, const Draft &draft) const {
    return detail::make<Owned<Party>>(shiptrack_party_update, client(), id.c_str(), draft.raw());
  }
  /// Reads a port by its id or its UN/LOCODE.
  Owned<Port> port(const Text &id) const {
    return detail::make<Owned<Port>>(shiptrack_port_get, client(), id.c_str());
  }
  /// Finds at most 25 shipments, containers and tracking requests. The embedded service returns the best matches first:
  /// an equal number, reference or tag; then a number that begins or ends with the text, or a reference or tag that
  /// begins with it; then shipments with the text in the name of their vessel, customer or port.
  Pages<SearchResult> search(const Text &query) const {
    return detail::make<Pages<SearchResult>>(shiptrack_search, client(), query.c_str());
  }
  /// Lists shipments, newest first. The hosted service supports the filters `number`, `filter[tracking_stopped]` and
  /// `q`, and ignores the others.
  Pages<Shipment> shipments(const Query &query = {}) const {
    return detail::make<Pages<Shipment>>(shiptrack_shipment_list, client(), query.raw());
  }
  /// Reads a shipment.
  Owned<Shipment> shipment(const Text &id, const Query &query = {}) const {
    return detail::make<Owned<Shipment>>(shiptrack_shipment_get, client(), id.c_str(), query.raw());
  }
  /// Changes the references, tags and customer of a shipment. What is not in the request keeps its value.
  Owned<Shipment> update_shipment(const Text &id, const Draft &draft) const {
    return detail::make<Owned<Shipment>>(shiptrack_shipment_update, client(), id.c_str(), draft.raw());
  }
  /// Stops tracking a shipment and all its containers.
  Owned<Shipment> stop_tracking(const Text &id) const {
    return detail::make<Owned<Shipment>>(shiptrack_shipment_stop_tracking, client(), id.c_str());
  }
  /// Resumes tracking of a shipment that was stopped.
  Owned<Shipment> resume_tracking(const Text &id) const {
    return detail::make<Owned<Shipment>>(shiptrack_shipment_resume_tracking, client(), id.c_str());
  }
  /// Lists what is doubtful in the statements about a shipment: those that are not used, with the reason, and those
  /// that are probably wrong. Lists at most 1,000 doubts, newest first.
  /// Returns JSON: `doubts`, a list of objects with `reason`, `text`, `container`, `source`, `received_at`, `pointer`,
  /// `event`, `at` and `locode`, and `total`, the number of doubts.
  std::string shipment_doubts(const Text &id) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_shipment_doubts, client(), id.c_str()));
  }
  /// Lists the custom fields of a shipment.
  Pages<CustomField> shipment_custom_fields(const Text &id) const {
    return detail::make<Pages<CustomField>>(shiptrack_shipment_custom_fields, client(), id.c_str());
  }
  /// Sets a custom field of a shipment.
  Owned<CustomField> create_shipment_custom_field(const Text &id, const Text &api_slug, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_shipment_create_custom_field, client(), id.c_str(), api_slug.c_str(), value_json.c_str());
  }
  /// Changes the value of a custom field of a shipment.
  Owned<CustomField> update_shipment_custom_field(const Text &id, const Text &api_slug, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_shipment_update_custom_field, client(), id.c_str(), api_slug.c_str(), value_json.c_str());
  }
  /// Deletes the value of a custom field of a shipment.
  void delete_shipment_custom_field(const Text &id, const Text &api_slug) const {
    detail::run(shiptrack_shipment_delete_custom_field, client(), id.c_str(), api_slug.c_str());
  }
  /// Lists all ocean carriers on one page.
  Pages<ShippingLine> shipping_lines(const Query &query = {}) const {
    return detail::make<Pages<ShippingLine>>(shiptrack_shipping_line_list, client(), query.raw());
  }
  /// Reads an ocean carrier by its id or its SCAC.
  Owned<ShippingLine> shipping_line(const Text &id) const {
    return detail::make<Owned<ShippingLine>>(shiptrack_shipping_line_get, client(), id.c_str());
  }
  /// Reads a terminal of a port or of a railway.
  Owned<Terminal> terminal(const Text &id) const {
    return detail::make<Owned<Terminal>>(shiptrack_terminal_get, client(), id.c_str());
  }
  /// Lists tracking requests, newest first.
  Pages<TrackingRequest> tracking_requests(const Query &query = {}) const {
    return detail::make<Pages<TrackingRequest>>(shiptrack_tracking_request_list, client(), query.raw());
  }
  /// Reads a tracking request. Without `include`, the response includes its shipment.
  Owned<TrackingRequest> tracking_request(const Text &id, const Query &query = {}) const {
    return detail::make<Owned<TrackingRequest>>(shiptrack_tracking_request_get, client(), id.c_str(), query.raw());
  }
  /// Deletes a tracking request, its shipment with containers and events unless another tracking request has the
  /// shipment, and the notifications about them that were not delivered yet. What sources reported about the number is
  /// kept, and used if the number is tracked again. The event feed has the event `tracking_request.deleted`.
  void delete_tracking_request(const Text &id) const {
    detail::run(shiptrack_tracking_request_delete, client(), id.c_str());
  }
  /// Lists the custom fields of a tracking request.
  Pages<CustomField> tracking_request_custom_fields(const Text &id) const {
    return detail::make<Pages<CustomField>>(shiptrack_tracking_request_custom_fields, client(), id.c_str());
  }
  /// Sets a custom field of a tracking request.
  Owned<CustomField> create_tracking_request_custom_field(const Text &id, const Text &api_slug, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_tracking_request_create_custom_field, client(), id.c_str(), api_slug.c_str(), value_json.c_str());
  }
  /// Changes the value of a custom field of a tracking request.
  Owned<CustomField> update_tracking_request_custom_field(const Text &id, const Text &api_slug, const Text &value_json) const {
    return detail::make<Owned<CustomField>>(shiptrack_tracking_request_update_custom_field, client(), id.c_str(), api_slug.c_str(), value_json.c_str());
  }
  /// Deletes the value of a custom field of a tracking request.
  void delete_tracking_request_custom_field(const Text &id, const Text &api_slug) const {
    detail::run(shiptrack_tracking_request_delete_custom_field, client(), id.c_str(), api_slug.c_str());
  }
  /// Reads a vessel by its id or its IMO number. The hosted service adds its positions on request, which requires a
  /// paid plan (403 otherwise).
  Owned<Vessel> vessel(const Text &id, const Query &query = {}) const {
    return detail::make<Owned<Vessel>>(shiptrack_vessel_get, client(), id.c_str(), query.raw());
  }
  /// Reads the estimated positions of a vessel on its way between two ports, one for each minute. The hosted service
  /// requires a paid plan (403 otherwise).
  Owned<Vessel> vessel_future_positions(const Text &id, const Text &port_id, const Text &previous_port_id) const {
    return detail::make<Owned<Vessel>>(shiptrack_vessel_future_positions, client(), id.c_str(), port_id.c_str(), previous_port_id.c_str());
  }
  /// Reads the estimated positions of a vessel on its way between two ports, from its current position on.
  Owned<Vessel> vessel_future_positions_with_coordinates(const Text &id, const Text &port_id, const Text &previous_port_id, double latitude, double longitude) const {
    return detail::make<Owned<Vessel>>(shiptrack_vessel_future_positions_with_coordinates, client(), id.c_str(), port_id.c_str(), previous_port_id.c_str(), latitude, longitude);
  }
  /// Lists the notifications of webhooks, newest first.
  Pages<WebhookNotification> webhook_notifications(const Query &query = {}) const {
    return detail::make<Pages<WebhookNotification>>(shiptrack_webhook_notification_list, client(), query.raw());
  }
  /// Reads a notification of a webhook.
  Owned<WebhookNotification> webhook_notification(const Text &id, const Query &query = {}) const {
    return detail::make<Owned<WebhookNotification>>(shiptrack_webhook_notification_get, client(), id.c_str(), query.raw());
  }
  /// Returns example notifications of one event, in the form in which webhooks receive them.
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
  /// Changes a webhook. Attributes that are not in the request keep their values.
  Owned<Webhook> update_webhook(const Text &id, const Draft &draft) const {
    return detail::make<Owned<Webhook>>(shiptrack_webhook_update, client(), id.c_str(), draft.raw());
  }
  /// Deletes a webhook.
  void delete_webhook(const Text &id) const {
    detail::run(shiptrack_webhook_delete, client(), id.c_str());
  }
  /// Lists the events that webhooks can receive, by category.
  Pages<WebhookEventCategory> webhook_events() const {
    return detail::make<Pages<WebhookEventCategory>>(shiptrack_webhook_events, client());
  }
  /// Lists the IP addresses from which deliveries are sent. The embedded service lists the addresses that were
  /// configured when it was opened.
  /// Returns JSON: `webhook_notification_ips` and `last_updated`.
  std::string webhook_ips() const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_webhook_ips, client()));
  }
  /// Sends an example notification to a URL once, and returns the response of the receiver. Registers no webhook. The
  /// embedded service sends to the same addresses as deliveries.
  /// Returns JSON: `url`, `succeeded`, `error`, `status_code`, `request_headers`, `request_body`, `response_headers`,
  /// `response_body`.
  std::string trigger_webhook(const Text &url, const Text &event, const Draft &draft = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_webhook_trigger, client(), url.c_str(), event.c_str(), draft.raw()));
  }
  /// Delivers the notifications of an active webhook since a time that it did not receive: those whose delivery failed,
  /// with their ids, and those of events that happened while it was not active. Those that were delivered are not sent
  /// again.
  /// Returns JSON: `replayed`, the number of notifications.
  std::string replay_webhook(const Text &id, const Text &since) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_webhook_replay, client(), id.c_str(), since.c_str()));
  }
 private:
  const shiptrack_client *client() const { return static_cast<const Client &>(*this).raw(); }
};

}  // namespace shiptrack

#endif  // SHIPTRACK_OPERATIONS_HPP
