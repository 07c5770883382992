// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
// Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_RESOURCES_HPP
#define SHIPTRACK_RESOURCES_HPP

#include <shiptrack/resource.hpp>

namespace shiptrack {

/// An account of the service. It owns tracking requests, shipments, webhooks and email submissions.
class Account : public Resource {
 public:
  static constexpr const char *type_name = "account";
  using Resource::Resource;

  /// Name of the company that owns the account.
  SHIPTRACK_HPP_TEXT(account, company_name)
};

/// A container of a shipment.
class Container : public Resource {
 public:
  static constexpr const char *type_name = "container";
  using Resource::Resource;

  /// Container number (ISO 6346).
  SHIPTRACK_HPP_TEXT(container, number)

  /// References of the customer for the container.
  SHIPTRACK_HPP_LIST(container, ref_numbers)

  /// Type of the container: `dry`, `reefer`, `open top`, `flat rack`, `bulk` or `tank`; no value if unknown.
  SHIPTRACK_HPP_TEXT(container, equipment_type)

  /// Length of the container in feet: 10, 20, 40 or 45; no value if unknown.
  SHIPTRACK_HPP_NUMBER(container, equipment_length, std::int64_t)

  /// Height of the container: `standard` or `high_cube`; no value if unknown.
  SHIPTRACK_HPP_TEXT(container, equipment_height)

  /// Weight in pounds, as reported by the shipping line; 0 or no value if unknown.
  SHIPTRACK_HPP_NUMBER(container, weight_in_lbs, double)

  /// Kind of the weight, such as `verified gross mass`, `gross` or `tare`; missing if unknown. Only the embedded
  /// service reports it.
  SHIPTRACK_HPP_TEXT(container, weight_kind)

  /// Time when the service created the container.
  SHIPTRACK_HPP_TIME(container, created_at)

  /// Number of the seal on the doors; no value if unknown.
  SHIPTRACK_HPP_TEXT(container, seal_number)

  /// Numbers of all seals that the sources report, that of `seal_number` first: a seal may be replaced after an
  /// examination. Only the embedded service reports them.
  SHIPTRACK_HPP_LIST(container, seals)

  /// Last free day that applies where the container is picked up; no value if unknown. The embedded service returns the
  /// earliest one: at the port that of the terminal or the shipping line, at the inland destination that of the railway
  /// or the shipping line. The hosted service returns that of the shipping line, else of the terminal, else of the
  /// railway.
  SHIPTRACK_HPP_TIME(container, pickup_lfd)

  /// `true` if `pickup_lfd` was given before the container arrived, so that it may move with the arrival; missing
  /// otherwise. Only the embedded service reports it.
  SHIPTRACK_HPP_FLAG(container, pickup_lfd_may_move)

  /// Last free day that applied when the container was picked up; missing before that. Only the embedded service
  /// reports it.
  SHIPTRACK_HPP_TIME(container, pickup_lfd_at_pickup)

  /// Time of the pickup appointment at the terminal; no value if there is no appointment.
  SHIPTRACK_HPP_TIME(container, pickup_appointment_at)

  /// Whether the terminal reports availability for pickup; if not, `available_for_pickup` has no meaning.
  SHIPTRACK_HPP_FLAG(container, availability_known)

  /// Whether the container can be picked up, as reported by the terminal; no value if the terminal does not report it.
  SHIPTRACK_HPP_FLAG(container, available_for_pickup)

  /// Time when the vessel arrived at the port of discharge; no value before that.
  SHIPTRACK_HPP_TIME(container, pod_arrived_at)

  /// Time when the container was discharged at the port of discharge; no value before that.
  SHIPTRACK_HPP_TIME(container, pod_discharged_at)

  /// Time when the loaded container was picked up at the port of discharge; no value before that, and usually if it
  /// continues by rail.
  SHIPTRACK_HPP_TIME(container, pod_full_out_at)

  /// Time when the data of the terminal was last read; no value if never.
  SHIPTRACK_HPP_TIME(container, terminal_checked_at)

  /// Number of the chassis on which the container was picked up; no value if unknown.
  SHIPTRACK_HPP_TEXT(container, pod_full_out_chassis_number)

  /// Position in the yard of the terminal, as free text of the terminal; no value if unknown.
  SHIPTRACK_HPP_TEXT(container, location_at_pod_terminal)

  /// Time when the container was picked up at the inland destination; no value before that, and if it has no inland
  /// destination.
  SHIPTRACK_HPP_TIME(container, final_destination_full_out_at)

  /// Time when the empty container was returned; no value before that.
  SHIPTRACK_HPP_TIME(container, empty_terminated_at)

  /// Releases of the container by shipping line, customs and terminal. The hosted service names the attribute without
  /// describing its content; the embedded service omits it.
  SHIPTRACK_HPP_TEXT(container, release_statuses_json)

  /// Time zone of the port of discharge (IANA name); no value if unknown.
  SHIPTRACK_HPP_TEXT(container, pod_timezone)

  /// Time zone of the inland destination (IANA name); no value if unknown, and if there is no inland destination.
  SHIPTRACK_HPP_TEXT(container, final_destination_timezone)

  /// Time zone of the place where the empty container is returned (IANA name); no value if unknown.
  SHIPTRACK_HPP_TEXT(container, empty_terminated_timezone)

  /// SCAC of the railway that takes the container at the port of discharge; no value if unknown, and if it does not
  /// travel by rail.
  SHIPTRACK_HPP_TEXT(container, pod_rail_carrier_scac)

  /// SCAC of the railway that delivers to the inland destination; no value if unknown, and if it does not travel by
  /// rail.
  SHIPTRACK_HPP_TEXT(container, ind_rail_carrier_scac)

  /// Time when the service last requested data about the container from the terminal; no value if never.
  SHIPTRACK_HPP_TIME(container, pod_last_tracking_request_at)

  /// Time when the service last requested data about the shipment from the shipping line; no value if never.
  SHIPTRACK_HPP_TIME(container, shipment_last_tracking_request_at)

  /// Time when the container was loaded on a rail car at the port of discharge; no value before that, and if it does
  /// not travel by rail.
  SHIPTRACK_HPP_TIME(container, pod_rail_loaded_at)

  /// Time when the train left the port of discharge; no value before that, and if the container does not travel by
  /// rail.
  SHIPTRACK_HPP_TIME(container, pod_rail_departed_at)

  /// Estimated arrival at the inland destination, as reported by the railway; no value if unknown.
  SHIPTRACK_HPP_TIME(container, ind_eta_at)

  /// Actual arrival at the inland destination, as reported by the railway; no value before that.
  SHIPTRACK_HPP_TIME(container, ind_ata_at)

  /// Time when the container was unloaded from the rail car at the inland destination; no value before that.
  SHIPTRACK_HPP_TIME(container, ind_rail_unloaded_at)

  /// Last free day inland. Deprecated: use `pickup_lfd_rail` of `import_deadlines`.
  SHIPTRACK_HPP_TIME(container, ind_facility_lfd_on)

  /// Last free day of the shipping line, under an older name. The hosted service sends no value: use
  /// `import_deadlines`.
  SHIPTRACK_HPP_TIME(container, ssl_lfd)

  /// Last free day that the terminal at the port of discharge sets; no value if unknown.
  SHIPTRACK_HPP_TIME(container, pickup_lfd_terminal)

  /// Last free day that the railway sets at the inland destination; no value if unknown.
  SHIPTRACK_HPP_TIME(container, pickup_lfd_rail)

  /// Last free day that the shipping line sets; no value if unknown.
  SHIPTRACK_HPP_TIME(container, pickup_lfd_line)

  /// Day until which the fees at the terminal are paid; left out if unknown. Only the embedded service reports it.
  SHIPTRACK_HPP_TIME(container, pickup_good_through)

  /// Last free day for the return of the empty container: that of detention, or of a combined free time; left out if
  /// unknown. Only the embedded service reports it.
  SHIPTRACK_HPP_TIME(container, return_lfd_line)

  /// Current status of the container, which the service derives from its events.
  SHIPTRACK_HPP_TEXT(container, current_status)
  SHIPTRACK_HPP_CODE(container, current_status_code, ContainerStatus)

  /// `true` if the container left its shipment, for example because it was rolled over to another booking; missing
  /// otherwise. Only the embedded service reports it.
  SHIPTRACK_HPP_FLAG(container, left_shipment)

  /// Time when a user marked the container as delivered; no value before that.
  SHIPTRACK_HPP_TIME(container, delivered_at)

  /// Time when the empty container was picked up at the origin; no value before that.
  SHIPTRACK_HPP_TIME(container, empty_out_at)

  /// Time when the loaded container was delivered to the port of lading; no value before that.
  SHIPTRACK_HPP_TIME(container, pol_full_in_at)

  /// Time when the container was loaded on the vessel at the port of lading; no value before that.
  SHIPTRACK_HPP_TIME(container, pol_vessel_loaded_at)

  /// Time when the vessel left the port of lading; no value before that.
  SHIPTRACK_HPP_TIME(container, pol_vessel_departed_at)

  /// Time when the service last requested data about the container from the railway; no value if never.
  SHIPTRACK_HPP_TIME(container, rail_last_tracking_request_at)

  /// A fee for a container at a terminal.
  struct Fee {
    /// Kind of the fee: `demurrage`, `exam`, `extended_dwell_time`, `other` or `total`. A `total` can include the other
    /// fees.
    std::string_view type;
    /// Amount of the fee, with the digits that the source sent; 0 is an amount.
    std::optional<double> amount;
    /// Currency of the amount (ISO 4217); no value if the terminal does not report it.
    std::optional<std::string_view> currency_code;
    /// Amount of the fee, with the digits that the source sent; 0 is an amount.
    std::string_view amount_text;
  };

  /// Fees at the terminal when the container was picked up; missing before that. Only the embedded service reports
  /// them.
  std::vector<Fee> fees_at_pickup() const {
    return detail::each(shiptrack_container_fees_at_pickup_count(raw()), [this](std::size_t i) {
      return Fee{detail::view(shiptrack_container_fees_at_pickup_type(raw(), i)),
          detail::number<double>(shiptrack_container_fees_at_pickup_amount, raw(), i),
          detail::text(shiptrack_container_fees_at_pickup_currency_code(raw(), i)),
          detail::view(shiptrack_container_fees_at_pickup_amount_text(raw(), i))};
    });
  }

  /// A hold on a container at a terminal: a reason why it cannot be picked up. Released holds are not listed.
  struct Hold {
    /// Kind of the hold: `freight`, `customs`, `USDA`, `VACIS`, `TMF` or `other`; terminals also send other names.
    std::string_view name;
    /// Status of the hold: `pending` or `hold`.
    std::string_view status;
    /// Description by the terminal; empty or no value if the terminal gives none.
    std::optional<std::string_view> description;
    /// More about the hold, in the words of the terminal; left out if the terminal gives none.
    std::optional<std::string_view> detail;
    /// When the source of the hold last confirmed it, if that is longer ago than usual; left out otherwise. Only the
    /// embedded service reports it.
    std::optional<Timestamp> unconfirmed_since;
  };

  /// Holds at the terminal at the port of discharge and at the inland terminal; empty if there are no holds.
  std::vector<Hold> holds() const {
    return detail::each(shiptrack_container_holds_count(raw()), [this](std::size_t i) {
      return Hold{detail::view(shiptrack_container_holds_name(raw(), i)),
          detail::view(shiptrack_container_holds_status(raw(), i)),
          detail::text(shiptrack_container_holds_description(raw(), i)),
          detail::text(shiptrack_container_holds_detail(raw(), i)),
          detail::time(shiptrack_container_holds_unconfirmed_since(raw(), i))};
    });
  }

  /// Fees at the terminal at the port of discharge and at the inland terminal; empty if there are no fees.
  std::vector<Fee> fees() const {
    return detail::each(shiptrack_container_fees_count(raw()), [this](std::size_t i) {
      return Fee{detail::view(shiptrack_container_fees_type(raw(), i)),
          detail::number<double>(shiptrack_container_fees_amount, raw(), i),
          detail::text(shiptrack_container_fees_currency_code(raw(), i)),
          detail::view(shiptrack_container_fees_amount_text(raw(), i))};
    });
  }

  /// Holds at the inland terminal, under an older name. The hosted service sends no value: use `holds_at_pod_terminal`.
  std::vector<Hold> ind_facility_holds() const {
    return detail::each(shiptrack_container_ind_facility_holds_count(raw()), [this](std::size_t i) {
      return Hold{detail::view(shiptrack_container_ind_facility_holds_name(raw(), i)),
          detail::view(shiptrack_container_ind_facility_holds_status(raw(), i)),
          detail::text(shiptrack_container_ind_facility_holds_description(raw(), i)),
          detail::text(shiptrack_container_ind_facility_holds_detail(raw(), i)),
          detail::time(shiptrack_container_ind_facility_holds_unconfirmed_since(raw(), i))};
    });
  }

  /// Fees at the inland terminal, under an older name. The hosted service sends no value: use `fees_at_pod_terminal`.
  std::vector<Fee> ind_facility_fees() const {
    return detail::each(shiptrack_container_ind_facility_fees_count(raw()), [this](std::size_t i) {
      return Fee{detail::view(shiptrack_container_ind_facility_fees_type(raw(), i)),
          detail::number<double>(shiptrack_container_ind_facility_fees_amount, raw(), i),
          detail::text(shiptrack_container_ind_facility_fees_currency_code(raw(), i)),
          detail::view(shiptrack_container_ind_facility_fees_amount_text(raw(), i))};
    });
  }
};

/// A container was added to a shipment. This resource is only included in the notification `container.created`.
class ContainerCreatedEvent : public Resource {
 public:
  static constexpr const char *type_name = "container_created_event";
  using Resource::Resource;

  /// Time when the service created the container.
  SHIPTRACK_HPP_TIME(container_created_event, timestamp)

  /// Time zone of the timestamp (IANA name); usually `Etc/UTC`.
  SHIPTRACK_HPP_TEXT(container_created_event, timezone)
};

/// The terminal where a container will be discharged changed. This resource is only included in the notification
/// `container.pod_terminal_changed`.
class ContainerPodTerminalChangedEvent : public Resource {
 public:
  static constexpr const char *type_name = "container_pod_terminal_changed_event";
  using Resource::Resource;

  /// Time when the service detected the change.
  SHIPTRACK_HPP_TIME(container_pod_terminal_changed_event, timestamp)

  /// Kind of the source that reported the change; no value if unknown.
  SHIPTRACK_HPP_TEXT(container_pod_terminal_changed_event, data_source)
  SHIPTRACK_HPP_CODE(container_pod_terminal_changed_event, data_source_code, DataSource)
};

/// The data of the terminal about a container changed, or published times of the container were corrected. This
/// resource is only included in the notification `container.updated`.
class ContainerUpdatedEvent : public Resource {
 public:
  static constexpr const char *type_name = "container_updated_event";
  using Resource::Resource;

  /// The changes: the name of each changed attribute, with a list of its old and its new value. Some older
  /// notifications use the name `pod_terminal_holds` for the holds. The values of `pod_terminal` are ids of terminals.
  /// A corrected event that no attribute shows has names such as `container.transport.transshipment_arrived.timestamp`.
  SHIPTRACK_HPP_TEXT(container_updated_event, changeset_json)

  /// Time when the service detected the change.
  SHIPTRACK_HPP_TIME(container_updated_event, timestamp)

  /// Time zone of the port of discharge (IANA name); no value if unknown.
  SHIPTRACK_HPP_TEXT(container_updated_event, timezone)

  /// Kind of the source that reported the change; `terminal` in all known notifications of the hosted service.
  SHIPTRACK_HPP_TEXT(container_updated_event, data_source)
  SHIPTRACK_HPP_CODE(container_updated_event, data_source_code, DataSource)
};

/// The value of a custom field of one shipment, container or tracking request.
class CustomField : public Resource {
 public:
  static constexpr const char *type_name = "custom_field";
  using Resource::Resource;

  /// API name of the field: the `api_slug` of its definition.
  SHIPTRACK_HPP_TEXT(custom_field, api_slug)

  /// The value: text, number, boolean, list of texts or object, depending on the data type; no value if the field has
  /// no value.
  SHIPTRACK_HPP_TEXT(custom_field, value_json)

  /// The value formatted for people; no value if the field has no value.
  SHIPTRACK_HPP_TEXT(custom_field, display_value)
};

/// The definition of a custom field: its names, the type of the resources that have it, and the values that it accepts.
class CustomFieldDefinition : public Resource {
 public:
  static constexpr const char *type_name = "custom_field_definition";
  using Resource::Resource;

  /// Type of the resources that have the field; cannot be changed later.
  SHIPTRACK_HPP_TEXT(custom_field_definition, entity_type)
  SHIPTRACK_HPP_CODE(custom_field_definition, entity_type_code, CustomFieldEntityType)

  /// API name of the field; cannot be changed later.
  SHIPTRACK_HPP_TEXT(custom_field_definition, api_slug)

  /// Name of the field that is shown to people.
  SHIPTRACK_HPP_TEXT(custom_field_definition, display_name)

  /// Purpose of the field, for people; no value if not given.
  SHIPTRACK_HPP_TEXT(custom_field_definition, description)

  /// Data type of the values; cannot be changed later.
  SHIPTRACK_HPP_TEXT(custom_field_definition, data_type)
  SHIPTRACK_HPP_CODE(custom_field_definition, data_type_code, CustomFieldDataType)

  /// Type of the resources to which values of the data type `reference` refer; no value for other data types.
  SHIPTRACK_HPP_TEXT(custom_field_definition, reference_type)

  /// Rules for the values, such as `required`, `pattern` and `max_length`; no value if there are no rules.
  SHIPTRACK_HPP_TEXT(custom_field_definition, validation_json)

  /// Format in which values are shown; no value for the default format.
  SHIPTRACK_HPP_TEXT(custom_field_definition, default_format)

  /// Value for resources that are created without one; no value if there is no default.
  SHIPTRACK_HPP_TEXT(custom_field_definition, default_value_json)

  /// Template from which the definition was created; no value if it was created without a template.
  SHIPTRACK_HPP_TEXT(custom_field_definition, template_id)

  /// Time when the definition was created.
  SHIPTRACK_HPP_TIME(custom_field_definition, created_at)

  /// Time when the definition last changed.
  SHIPTRACK_HPP_TIME(custom_field_definition, updated_at)
};

/// An option of a custom field of the data type `enum` or `enum_multi`.
class CustomFieldOption : public Resource {
 public:
  static constexpr const char *type_name = "custom_field_option";
  using Resource::Resource;

  /// Text of the option that is shown to people.
  SHIPTRACK_HPP_TEXT(custom_field_option, label)

  /// Value that is stored. It is unique among the options of a definition.
  SHIPTRACK_HPP_TEXT(custom_field_option, value)

  /// Position among the options of the field, in ascending order; no value if the options have no order.
  SHIPTRACK_HPP_NUMBER(custom_field_option, position, std::int64_t)
};

/// A freight document and its file. An email submission includes its documents in a short form, which has only name,
/// source, type and times.
class Document : public Resource {
 public:
  static constexpr const char *type_name = "document";
  using Resource::Resource;

  /// Name of the document; initially the name of its file.
  SHIPTRACK_HPP_TEXT(document, name)

  /// How the service received the document.
  SHIPTRACK_HPP_TEXT(document, source)
  SHIPTRACK_HPP_CODE(document, source_code, DocumentSource)

  /// Type of the document, such as `bill_of_lading`; no value until it is classified.
  SHIPTRACK_HPP_TEXT(document, document_type)

  /// Type that a user set, which overrides the detected type; no value if no user set a type.
  SHIPTRACK_HPP_TEXT(document, document_type_manual)

  /// Explanation of the classification, for people; no value if missing.
  SHIPTRACK_HPP_TEXT(document, classification_notes)

  /// Name of the file; no value in the short form.
  SHIPTRACK_HPP_TEXT(document, file_name)

  /// Media type of the file, such as `application/pdf`; no value if unknown.
  SHIPTRACK_HPP_TEXT(document, file_content_type)

  /// Size of the file in bytes; no value if unknown.
  SHIPTRACK_HPP_NUMBER(document, file_size_bytes, std::int64_t)

  /// Time when the service received the document.
  SHIPTRACK_HPP_TIME(document, created_at)

  /// Time when the document last changed.
  SHIPTRACK_HPP_TIME(document, updated_at)
};

/// The data that was extracted from a document at one time.
class DocumentRepresentation : public Resource {
 public:
  static constexpr const char *type_name = "document_representation";
  using Resource::Resource;

  /// Version of the schema of the payload: a date as text.
  SHIPTRACK_HPP_TEXT(document_representation, schema_version)

  /// Extracted values, with the members of the schema of the document type; no value if nothing was extracted.
  SHIPTRACK_HPP_TEXT(document_representation, payload_json)

  /// Time when the data was extracted.
  SHIPTRACK_HPP_TIME(document_representation, created_at)

  /// Time when the values last changed.
  SHIPTRACK_HPP_TIME(document_representation, updated_at)
};

/// The schema of the data that is extracted from documents of one type: the payload of a document representation.
class DocumentSchema : public Resource {
 public:
  static constexpr const char *type_name = "document_schema";
  using Resource::Resource;

  /// Type of the documents, such as `bill_of_lading`.
  SHIPTRACK_HPP_TEXT(document_schema, document_type)

  /// Name of the document type that is shown to people.
  SHIPTRACK_HPP_TEXT(document_schema, label)

  /// Version of the schema: a date as text.
  SHIPTRACK_HPP_TEXT(document_schema, schema_version)

  /// Document type and version, such as `bill_of_lading@2026-11-01`; the same as the id.
  SHIPTRACK_HPP_TEXT(document_schema, full_version)

  /// Whether this version is used to extract data now.
  SHIPTRACK_HPP_FLAG(document_schema, current)

  /// Whether the version is a draft, which can still change.
  SHIPTRACK_HPP_FLAG(document_schema, draft)

  /// Time from which the version is used; no value if not decided.
  SHIPTRACK_HPP_TIME(document_schema, active_at)

  /// Language of the schema; no value if there is no schema.
  SHIPTRACK_HPP_TEXT(document_schema, schema_format)
  SHIPTRACK_HPP_CODE(document_schema, schema_format_code, SchemaFormat)

  /// Description of the document type, for people; no value if not given.
  SHIPTRACK_HPP_TEXT(document_schema, description)

  /// The schema, in the language of `schema_format`; no value if there is no schema.
  SHIPTRACK_HPP_TEXT(document_schema, schema_payload_json)

  /// Time when the schema was created.
  SHIPTRACK_HPP_TIME(document_schema, created_at)

  /// Time when the schema last changed.
  SHIPTRACK_HPP_TIME(document_schema, updated_at)
};

/// A message that an account received. A document includes its message in a short form, which has `body_preview`
/// instead of `body`.
class EmailSubmission : public Resource {
 public:
  static constexpr const char *type_name = "email_submission";
  using Resource::Resource;

  /// Subject of the message; empty if it has none.
  SHIPTRACK_HPP_TEXT(email_submission, subject)

  /// Text of the message; no value if it has none, and in the short form.
  SHIPTRACK_HPP_TEXT(email_submission, body)

  /// The first 200 characters of the text; only in the short form.
  SHIPTRACK_HPP_TEXT(email_submission, body_preview)

  /// Addresses of the senders.
  SHIPTRACK_HPP_LIST(email_submission, from)

  /// Addresses of the recipients.
  SHIPTRACK_HPP_LIST(email_submission, to)

  /// Addresses of the recipients of copies.
  SHIPTRACK_HPP_LIST(email_submission, cc)

  /// Time when the message was sent, from its header `Date`; no value if missing.
  SHIPTRACK_HPP_TIME(email_submission, sent_at)

  /// Identifier of the message, from its header `Message-ID`; no value if missing.
  SHIPTRACK_HPP_TEXT(email_submission, message_id)

  /// Identifier of the message to which this is a reply, from its header `In-Reply-To`; no value if missing, and in the
  /// short form.
  SHIPTRACK_HPP_TEXT(email_submission, in_reply_to)

  /// Identifiers of the previous messages of the thread, oldest first; no value in the short form.
  SHIPTRACK_HPP_LIST(email_submission, references)

  /// Media type of the whole message; no value if missing, and in the short form.
  SHIPTRACK_HPP_TEXT(email_submission, content_type)

  /// Number of documents of the message that were not deleted; no value in the short form.
  SHIPTRACK_HPP_NUMBER(email_submission, documents_count, std::int64_t)

  /// Time when the service received the message.
  SHIPTRACK_HPP_TIME(email_submission, created_at)

  /// Time when the submission last changed.
  SHIPTRACK_HPP_TIME(email_submission, updated_at)

  /// A number of a bill of lading, booking or container in a message or its documents that is not tracked yet.
  struct UntrackedNumber {
    /// The number, in the form that a tracking request accepts.
    std::string_view number;
    /// Kind of the number: `bill_of_lading`, `booking_number` or `container`.
    std::string_view request_type;
    /// SCAC of the carrier that the number indicates; no value if it indicates none.
    std::optional<std::string_view> scac;
    /// Id of the first document that contains the number; no value if the message itself contains it.
    std::optional<std::string_view> document_id;
    /// Kind of the number: `bill_of_lading`, `booking_number` or `container`.
    RequestType request_type_code;
  };

  /// Numbers in the message and its documents that are not tracked yet; no value in the short form. Only the embedded
  /// service returns them.
  std::vector<UntrackedNumber> untracked_numbers() const {
    return detail::each(shiptrack_email_submission_untracked_numbers_count(raw()), [this](std::size_t i) {
      return UntrackedNumber{detail::view(shiptrack_email_submission_untracked_numbers_number(raw(), i)),
          detail::view(shiptrack_email_submission_untracked_numbers_request_type(raw(), i)),
          detail::text(shiptrack_email_submission_untracked_numbers_scac(raw(), i)),
          detail::text(shiptrack_email_submission_untracked_numbers_document_id(raw(), i)),
          RequestType(shiptrack_email_submission_untracked_numbers_request_type_code(raw(), i))};
    });
  }
};

/// The estimated arrival of a shipment changed. This resource is included in the notification
/// `shipment.estimated.arrival`.
class EstimatedEvent : public Resource {
 public:
  static constexpr const char *type_name = "estimated_event";
  using Resource::Resource;

  /// Time when the service detected the change.
  SHIPTRACK_HPP_TIME(estimated_event, created_at)

  /// New estimated time of arrival.
  SHIPTRACK_HPP_TIME(estimated_event, estimated_timestamp)

  /// Name of the event: `shipment.estimated.arrival` in all known notifications.
  SHIPTRACK_HPP_TEXT(estimated_event, event)
  SHIPTRACK_HPP_CODE(estimated_event, event_code, EventName)

  /// UN/LOCODE of the port of discharge; no value if unknown.
  SHIPTRACK_HPP_TEXT(estimated_event, location_locode)

  /// Time zone of the port of discharge (IANA name); no value if unknown.
  SHIPTRACK_HPP_TEXT(estimated_event, timezone)

  /// Number of the voyage that arrives at the port of discharge; no value if unknown.
  SHIPTRACK_HPP_TEXT(estimated_event, voyage_number)

  /// Kind of the source that reported the change.
  SHIPTRACK_HPP_TEXT(estimated_event, data_source)
  SHIPTRACK_HPP_CODE(estimated_event, data_source_code, DataSource)
};

/// A city or region inland that is the destination of a container and not a port.
class MetroArea : public Resource {
 public:
  static constexpr const char *type_name = "metro_area";
  using Resource::Resource;

  /// Name of the area, usually that of its main city.
  SHIPTRACK_HPP_TEXT(metro_area, name)

  /// UN/LOCODE of the area.
  SHIPTRACK_HPP_TEXT(metro_area, code)

  /// Abbreviation of the state or province, which can be a number as text; no value if the country has none or it is
  /// unknown.
  SHIPTRACK_HPP_TEXT(metro_area, state_abbr)

  /// Country code: two letters (ISO 3166-1).
  SHIPTRACK_HPP_TEXT(metro_area, country_code)

  /// Time zone of the area (IANA name); can be an older name such as `US/Eastern`.
  SHIPTRACK_HPP_TEXT(metro_area, time_zone)

  /// Latitude in degrees, positive to the north; no value if unknown. The API writes it as text.
  SHIPTRACK_HPP_NUMBER(metro_area, latitude, double)
  SHIPTRACK_HPP_TEXT(metro_area, latitude_text)

  /// Longitude in degrees, positive to the east; no value if unknown. The API writes it as text.
  SHIPTRACK_HPP_NUMBER(metro_area, longitude, double)
  SHIPTRACK_HPP_TEXT(metro_area, longitude_text)
};

/// A customer of an account: a company for which shipments are tracked.
class Party : public Resource {
 public:
  static constexpr const char *type_name = "party";
  using Resource::Resource;

  /// Name of the company. It is unique in the account.
  SHIPTRACK_HPP_TEXT(party, company_name)
};

/// A port where vessels call.
class Port : public Resource {
 public:
  static constexpr const char *type_name = "port";
  using Resource::Resource;

  /// Name of the port.
  SHIPTRACK_HPP_TEXT(port, name)

  /// UN/LOCODE of the port. Some codes of the hosted service differ from the official ones.
  SHIPTRACK_HPP_TEXT(port, code)

  /// Abbreviation of the state or province, which can be a number as text; no value if the country has none or it is
  /// unknown.
  SHIPTRACK_HPP_TEXT(port, state_abbr)

  /// City of the port; no value if unknown.
  SHIPTRACK_HPP_TEXT(port, city)

  /// Country code: two letters (ISO 3166-1).
  SHIPTRACK_HPP_TEXT(port, country_code)

  /// Time zone of the port (IANA name); can be an older name such as `US/Eastern`.
  SHIPTRACK_HPP_TEXT(port, time_zone)

  /// Latitude in degrees, positive to the north; no value if unknown. The API writes it as text.
  SHIPTRACK_HPP_NUMBER(port, latitude, double)
  SHIPTRACK_HPP_TEXT(port, latitude_text)

  /// Longitude in degrees, positive to the east; no value if unknown. The API writes it as text.
  SHIPTRACK_HPP_NUMBER(port, longitude, double)
  SHIPTRACK_HPP_TEXT(port, longitude_text)
};

/// A terminal of a railway, inland or at a port.
class RailTerminal : public Resource {
 public:
  static constexpr const char *type_name = "rail_terminal";
  using Resource::Resource;

  /// Full name of the terminal.
  SHIPTRACK_HPP_TEXT(rail_terminal, name)

  /// Common short name; no value if the terminal has no short name.
  SHIPTRACK_HPP_TEXT(rail_terminal, nickname)

  /// FIRMS code of US customs; no value in other countries and if unknown.
  SHIPTRACK_HPP_TEXT(rail_terminal, firms_code)

  /// City of the address; no value if unknown.
  SHIPTRACK_HPP_TEXT(rail_terminal, city)
};

/// A statement of a carrier, terminal or railway about something that happened to a container or will happen.
class RawEvent : public Resource {
 public:
  static constexpr const char *type_name = "raw_event";
  using Resource::Resource;

  /// Milestone as which the service classifies the statement; no value if it is not classified.
  SHIPTRACK_HPP_TEXT(raw_event, event)
  SHIPTRACK_HPP_CODE(raw_event, event_code, Milestone)

  /// Text of the source; no value if it sent none.
  SHIPTRACK_HPP_TEXT(raw_event, original_event)

  /// Time when it happened or is expected to happen; no value if unknown.
  SHIPTRACK_HPP_TIME(raw_event, timestamp)

  /// Whether it is planned or expected, and has not happened yet.
  SHIPTRACK_HPP_FLAG(raw_event, estimated)

  /// Day when it happened. Deprecated: use `timestamp` and `estimated`.
  SHIPTRACK_HPP_TIME(raw_event, actual_on)

  /// Day when it is expected. Deprecated: use `timestamp` and `estimated`.
  SHIPTRACK_HPP_TIME(raw_event, estimated_on)

  /// Time when it happened. Deprecated: use `timestamp` and `estimated`.
  SHIPTRACK_HPP_TIME(raw_event, actual_at)

  /// Time when it is expected. Deprecated: use `timestamp` and `estimated`.
  SHIPTRACK_HPP_TIME(raw_event, estimated_at)

  /// Time when it will happen, as reported by the source. Both services send no value: use `timestamp`.
  SHIPTRACK_HPP_TIME(raw_event, will_occur_at)

  /// Time zone of the place (IANA name); no value if the timestamp is a local time at the place.
  SHIPTRACK_HPP_TEXT(raw_event, timezone)

  /// Time when the service received the statement.
  SHIPTRACK_HPP_TIME(raw_event, created_at)

  /// Name of the place, as written by the source; no value if the source names no place.
  SHIPTRACK_HPP_TEXT(raw_event, location_name)

  /// UN/LOCODE of the place; no value if the service does not recognize the place.
  SHIPTRACK_HPP_TEXT(raw_event, location_locode)

  /// Name of the vessel; no value if no vessel is involved.
  SHIPTRACK_HPP_TEXT(raw_event, vessel_name)

  /// IMO number of the vessel, as text; no value if no vessel is involved or the number is unknown.
  SHIPTRACK_HPP_TEXT(raw_event, vessel_imo)

  /// Position of the statement in the list of the source, which is not always in chronological order.
  SHIPTRACK_HPP_NUMBER(raw_event, index, std::int64_t)

  /// Number of the voyage; empty or no value if unknown.
  SHIPTRACK_HPP_TEXT(raw_event, voyage_number)

  /// Time when the source corrected or withdrew the statement; no value while it is valid.
  SHIPTRACK_HPP_TIME(raw_event, invalidated_at)

  /// Time when the source last repeated an estimate that it first sent at `created_at`. Only the embedded service
  /// returns this.
  SHIPTRACK_HPP_TIME(raw_event, confirmed_at)

  /// Kind of the source.
  SHIPTRACK_HPP_TEXT(raw_event, data_source)
  SHIPTRACK_HPP_CODE(raw_event, data_source_code, DataSource)

  /// Name of the source, such as the name of the shipping line.
  SHIPTRACK_HPP_TEXT(raw_event, data_provider_name)

  /// Code of the source; for a shipping line its SCAC.
  SHIPTRACK_HPP_TEXT(raw_event, data_provider_code)
};

/// A shipment, container or tracking request that a search found. The hosted service documents the type of the found
/// resource instead of `search_result`; the client reads both.
class SearchResult : public Resource {
 public:
  static constexpr const char *type_name = "search_result";
  using Resource::Resource;

  /// Kind of the result.
  SHIPTRACK_HPP_TEXT(search_result, entity_type)
  SHIPTRACK_HPP_CODE(search_result, entity_type_code, SearchEntityType)

  /// Number of the bill of lading, booking or container.
  SHIPTRACK_HPP_TEXT(search_result, number)

  /// Id of the shipment, or of the shipment to which the container belongs; no value if there is no shipment yet.
  SHIPTRACK_HPP_TEXT(search_result, shipment_id)

  /// SCAC of the shipping line; no value if unknown.
  SHIPTRACK_HPP_TEXT(search_result, scac)

  /// Name of the port of lading; no value if unknown.
  SHIPTRACK_HPP_TEXT(search_result, port_of_lading_name)

  /// Name of the port of discharge; no value if unknown.
  SHIPTRACK_HPP_TEXT(search_result, port_of_discharge_name)

  /// Number of containers of the shipment; no value for results of other kinds.
  SHIPTRACK_HPP_NUMBER(search_result, containers_count, std::int64_t)

  /// Whether tracking of the shipment has stopped.
  SHIPTRACK_HPP_FLAG(search_result, tracking_stopped)

  /// Reason why tracking stopped; no value while the shipment is tracked.
  SHIPTRACK_HPP_TEXT(search_result, tracking_stopped_reason)
  SHIPTRACK_HPP_CODE(search_result, tracking_stopped_reason_code, StopReason)

  /// Status of the tracking request, or current status of the container; no value for shipments.
  SHIPTRACK_HPP_TEXT(search_result, status)

  /// Reason why the tracking request failed; no value if it did not fail.
  SHIPTRACK_HPP_TEXT(search_result, failed_reason)
  SHIPTRACK_HPP_CODE(search_result, failed_reason_code, FailedReason)

  /// References of the customer.
  SHIPTRACK_HPP_LIST(search_result, ref_numbers)

  /// Time when the found resource was created.
  SHIPTRACK_HPP_TIME(search_result, created_at)

  /// Time when the found resource last changed.
  SHIPTRACK_HPP_TIME(search_result, updated_at)
};

/// A shipment: the containers that travel under one bill of lading or booking.
class Shipment : public Resource {
 public:
  static constexpr const char *type_name = "shipment";
  using Resource::Resource;

  /// Number of the bill of lading or booking, as it was submitted.
  SHIPTRACK_HPP_TEXT(shipment, bill_of_lading_number)

  /// Number in the form that is sent to the shipping line, often without the prefix of the line.
  SHIPTRACK_HPP_TEXT(shipment, normalized_number)

  /// References of the customer for the shipment.
  SHIPTRACK_HPP_LIST(shipment, ref_numbers)

  /// Time when the service created the shipment.
  SHIPTRACK_HPP_TIME(shipment, created_at)

  /// Tags that the account assigned to the shipment.
  SHIPTRACK_HPP_LIST(shipment, tags)

  /// UN/LOCODE of the port of lading; no value if unknown.
  SHIPTRACK_HPP_TEXT(shipment, port_of_lading_locode)

  /// Name of the port of lading; no value if unknown.
  SHIPTRACK_HPP_TEXT(shipment, port_of_lading_name)

  /// UN/LOCODE of the port of discharge; no value if unknown.
  SHIPTRACK_HPP_TEXT(shipment, port_of_discharge_locode)

  /// Name of the port of discharge; no value if unknown.
  SHIPTRACK_HPP_TEXT(shipment, port_of_discharge_name)

  /// UN/LOCODE of the inland destination; no value if there is no inland destination, or only its name is known.
  SHIPTRACK_HPP_TEXT(shipment, destination_locode)

  /// Name of the inland destination; no value if there is no inland destination.
  SHIPTRACK_HPP_TEXT(shipment, destination_name)

  /// SCAC of the shipping line.
  SHIPTRACK_HPP_TEXT(shipment, shipping_line_scac)

  /// Full name of the shipping line.
  SHIPTRACK_HPP_TEXT(shipment, shipping_line_name)

  /// Short name of the shipping line.
  SHIPTRACK_HPP_TEXT(shipment, shipping_line_short_name)

  /// Name of the customer for whom the shipment is tracked; no value if no customer was given.
  SHIPTRACK_HPP_TEXT(shipment, customer_name)

  /// Name of the vessel that arrives at the port of discharge; no value if unknown.
  SHIPTRACK_HPP_TEXT(shipment, pod_vessel_name)

  /// IMO number, as text, of the vessel that arrives at the port of discharge; no value if unknown.
  SHIPTRACK_HPP_TEXT(shipment, pod_vessel_imo)

  /// Number of the voyage that arrives at the port of discharge; no value if unknown.
  SHIPTRACK_HPP_TEXT(shipment, pod_voyage_number)

  /// Estimated departure from the port of lading; no value if unknown. Its time zone is `pol_timezone`.
  SHIPTRACK_HPP_TIME(shipment, pol_etd_at)

  /// First estimate of the departure from the port of lading; no value if unknown.
  SHIPTRACK_HPP_TIME(shipment, pol_original_etd_at)

  /// Actual departure from the port of lading; no value before that.
  SHIPTRACK_HPP_TIME(shipment, pol_atd_at)

  /// Estimated arrival at the port of discharge; no value if unknown, and often after the arrival. Its time zone is
  /// `pod_timezone`.
  SHIPTRACK_HPP_TIME(shipment, pod_eta_at)

  /// First estimate of the arrival at the port of discharge; no value if unknown.
  SHIPTRACK_HPP_TIME(shipment, pod_original_eta_at)

  /// Actual arrival at the port of discharge; no value before that.
  SHIPTRACK_HPP_TIME(shipment, pod_ata_at)

  /// Estimated arrival at the inland destination, as reported by the shipping line; no value if unknown. Its time zone
  /// is `destination_timezone`.
  SHIPTRACK_HPP_TIME(shipment, destination_eta_at)

  /// First estimate of the arrival at the inland destination; no value if unknown.
  SHIPTRACK_HPP_TIME(shipment, destination_original_eta_at)

  /// Actual arrival at the inland destination, as reported by the shipping line; no value before that.
  SHIPTRACK_HPP_TIME(shipment, destination_ata_at)

  /// Time zone of the port of lading (IANA name); no value if unknown.
  SHIPTRACK_HPP_TEXT(shipment, pol_timezone)

  /// Time zone of the port of discharge (IANA name); no value if unknown.
  SHIPTRACK_HPP_TEXT(shipment, pod_timezone)

  /// Time zone of the inland destination (IANA name); no value if unknown, and if there is no inland destination.
  SHIPTRACK_HPP_TEXT(shipment, destination_timezone)

  /// Time when the service last requested data from the shipping line; no value if never.
  SHIPTRACK_HPP_TIME(shipment, line_tracking_last_attempted_at)

  /// Time when the shipping line last returned data; no value if never.
  SHIPTRACK_HPP_TIME(shipment, line_tracking_last_succeeded_at)

  /// Time when tracking stopped; no value while the shipment is tracked.
  SHIPTRACK_HPP_TIME(shipment, line_tracking_stopped_at)

  /// Reason why tracking stopped; no value while the shipment is tracked.
  SHIPTRACK_HPP_TEXT(shipment, line_tracking_stopped_reason)
  SHIPTRACK_HPP_CODE(shipment, line_tracking_stopped_reason_code, StopReason)
};

/// Published times or places of a shipment were corrected. This resource is only included in the notification
/// `shipment.updated`, which the hosted service does not have.
class ShipmentUpdatedEvent : public Resource {
 public:
  static constexpr const char *type_name = "shipment_updated_event";
  using Resource::Resource;

  /// The changes: the name of each corrected attribute, with a list of its old and its new value.
  SHIPTRACK_HPP_TEXT(shipment_updated_event, changeset_json)

  /// Time when the service detected the change.
  SHIPTRACK_HPP_TIME(shipment_updated_event, timestamp)

  /// Kind of the source that reported the change.
  SHIPTRACK_HPP_TEXT(shipment_updated_event, data_source)
  SHIPTRACK_HPP_CODE(shipment_updated_event, data_source_code, DataSource)
};

/// A shipping line: an ocean carrier at which numbers can be tracked.
class ShippingLine : public Resource {
 public:
  static constexpr const char *type_name = "shipping_line";
  using Resource::Resource;

  /// Standard Carrier Alpha Code (SCAC) of the shipping line: four letters that identify it in tracking requests.
  SHIPTRACK_HPP_TEXT(shipping_line, scac)

  /// Full name of the shipping line.
  SHIPTRACK_HPP_TEXT(shipping_line, name)

  /// Other SCACs of the shipping line, which tracking requests also accept.
  SHIPTRACK_HPP_LIST(shipping_line, alternative_scacs)

  /// Common short name of the shipping line.
  SHIPTRACK_HPP_TEXT(shipping_line, short_name)

  /// Whether bills of lading of the shipping line can be tracked; no value if unknown.
  SHIPTRACK_HPP_FLAG(shipping_line, bill_of_lading_tracking_support)

  /// Whether bookings of the shipping line can be tracked; no value if unknown.
  SHIPTRACK_HPP_FLAG(shipping_line, booking_number_tracking_support)

  /// Whether containers can be tracked by container number at the shipping line; no value if unknown.
  SHIPTRACK_HPP_FLAG(shipping_line, container_number_tracking_support)

  /// Which data the shipping line supplies: a boolean for each kind of data, and a text with the same name and the
  /// suffix `_notes`; no value if unknown.
  SHIPTRACK_HPP_TEXT(shipping_line, provided_data_json)

  /// URL of the tracking page of the shipping line; no value if unknown. The number replaces `${BLNUM}`; if the URL
  /// does not contain it, the number is entered on the page.
  SHIPTRACK_HPP_TEXT(shipping_line, tracking_url)

  /// URL of the contact page of the shipping line; no value if unknown.
  SHIPTRACK_HPP_TEXT(shipping_line, contact_url)

  /// Whether this service can ask the shipping line about numbers. Only the embedded service has this attribute.
  SHIPTRACK_HPP_FLAG(shipping_line, can_be_asked)
};

/// A terminal: the facility where a container is discharged, stored and picked up. This type also represents terminals
/// of railways, because reading a terminal by its id can return one.
class Terminal : public Resource {
 public:
  static constexpr const char *type_name = "terminal";
  using Resource::Resource;

  /// Full name of the terminal.
  SHIPTRACK_HPP_TEXT(terminal, name)

  /// Common short name; no value if the terminal has no short name.
  SHIPTRACK_HPP_TEXT(terminal, nickname)

  /// FIRMS code of US customs, or in Canada the sublocation code of the CBSA; no value in other countries and if
  /// unknown.
  SHIPTRACK_HPP_TEXT(terminal, firms_code)

  /// Code of the terminal in the SMDG list; no value if unknown.
  SHIPTRACK_HPP_TEXT(terminal, smdg_code)

  /// Facility code of the Bureau International des Containers (BIC); no value if unknown.
  SHIPTRACK_HPP_TEXT(terminal, bic_facility_code)

  /// Street and number of the address, which can end in spaces; no value if unknown.
  SHIPTRACK_HPP_TEXT(terminal, street)

  /// City of the address; no value if unknown.
  SHIPTRACK_HPP_TEXT(terminal, city)

  /// State or province of the address, in full; no value if unknown.
  SHIPTRACK_HPP_TEXT(terminal, state)

  /// State or province of the address, abbreviated; no value if unknown.
  SHIPTRACK_HPP_TEXT(terminal, state_abbr)

  /// Postal code of the address, as text; no value if unknown.
  SHIPTRACK_HPP_TEXT(terminal, zip)

  /// Name of the country (not a code); no value if unknown.
  SHIPTRACK_HPP_TEXT(terminal, country)

  /// Which data the terminal supplies: a boolean for each kind of data, and a text with the same name and the suffix
  /// `_notes`; no value if unknown.
  SHIPTRACK_HPP_TEXT(terminal, provided_data_json)

  /// Kind of facility. A terminal of a railway has either the type `terminal` and the kind `rail`, or the type
  /// `rail_terminal`; no value if unknown.
  SHIPTRACK_HPP_TEXT(terminal, facility_type)
  SHIPTRACK_HPP_CODE(terminal, facility_type_code, FacilityType)
};

/// A request to track a number at a shipping line.
class TrackingRequest : public Resource {
 public:
  static constexpr const char *type_name = "tracking_request";
  using Resource::Resource;

  /// Kind of the number.
  SHIPTRACK_HPP_TEXT(tracking_request, request_type)
  SHIPTRACK_HPP_CODE(tracking_request, request_type_code, RequestType)

  /// Number, as it was submitted.
  SHIPTRACK_HPP_TEXT(tracking_request, request_number)

  /// SCAC of the shipping line; no value while the service is detecting it.
  SHIPTRACK_HPP_TEXT(tracking_request, scac)

  /// Status of the request.
  SHIPTRACK_HPP_TEXT(tracking_request, status)
  SHIPTRACK_HPP_CODE(tracking_request, status_code, RequestStatus)

  /// Reason why the last look-up or the whole request failed; no value if it did not fail.
  SHIPTRACK_HPP_TEXT(tracking_request, failed_reason)
  SHIPTRACK_HPP_CODE(tracking_request, failed_reason_code, FailedReason)

  /// Whether the service is repeating look-ups after a failed one.
  SHIPTRACK_HPP_FLAG(tracking_request, is_retrying)

  /// Number of consecutive failed look-ups; no value if the last one succeeded, and once there is a shipment.
  SHIPTRACK_HPP_NUMBER(tracking_request, retry_count, std::int64_t)

  /// References of the customer, which are copied to the shipment.
  SHIPTRACK_HPP_LIST(tracking_request, ref_numbers)

  /// Tags for the shipment.
  SHIPTRACK_HPP_LIST(tracking_request, shipment_tags)

  /// Time when the request was created.
  SHIPTRACK_HPP_TIME(tracking_request, created_at)

  /// Time when the request last changed.
  SHIPTRACK_HPP_TIME(tracking_request, updated_at)
};

/// An event of a container. Lists of events have no fixed order.
class TransportEvent : public Resource {
 public:
  static constexpr const char *type_name = "transport_event";
  using Resource::Resource;

  /// Name of the event: what happened, or which date changed.
  SHIPTRACK_HPP_TEXT(transport_event, event)
  SHIPTRACK_HPP_CODE(transport_event, event_code, EventName)

  /// Number of the voyage; no value if the event belongs to no voyage.
  SHIPTRACK_HPP_TEXT(transport_event, voyage_number)

  /// Time when the event happened or is expected to happen; no value if unknown.
  SHIPTRACK_HPP_TIME(transport_event, timestamp)

  /// Time zone of the place (IANA name); no value if the timestamp is a local time at the place.
  SHIPTRACK_HPP_TEXT(transport_event, timezone)

  /// UN/LOCODE of the place; no value if unknown or not recognized.
  SHIPTRACK_HPP_TEXT(transport_event, location_locode)

  /// Time when the service created the event.
  SHIPTRACK_HPP_TIME(transport_event, created_at)

  /// Kind of the source that reported the event; no value if unknown.
  SHIPTRACK_HPP_TEXT(transport_event, data_source)
  SHIPTRACK_HPP_CODE(transport_event, data_source_code, DataSource)

  /// Time when the event was withdrawn or replaced; no value while it is valid.
  SHIPTRACK_HPP_TIME(transport_event, invalidated_at)

  /// New last free day or appointment, for events that report such a change; no value for other events.
  SHIPTRACK_HPP_TEXT(transport_event, value)
};

/// A user of an account. The hosted service documents no attributes of users; unknown attributes are preserved.
class User : public Resource {
 public:
  static constexpr const char *type_name = "user";
  using Resource::Resource;
};

/// A vessel and its last reported position. The embedded service has no positions.
class Vessel : public Resource {
 public:
  static constexpr const char *type_name = "vessel";
  using Resource::Resource;

  /// Name of the vessel.
  SHIPTRACK_HPP_TEXT(vessel, name)

  /// IMO number of the vessel: seven digits as text; no value if unknown.
  SHIPTRACK_HPP_TEXT(vessel, imo)

  /// Maritime Mobile Service Identity (MMSI) of the radio of the vessel: nine digits as text; no value if unknown.
  SHIPTRACK_HPP_TEXT(vessel, mmsi)

  /// Latitude of the last position in degrees, positive to the north; no value if no position is known.
  SHIPTRACK_HPP_NUMBER(vessel, latitude, double)
  SHIPTRACK_HPP_TEXT(vessel, latitude_text)

  /// Longitude of the last position in degrees, positive to the east; no value if no position is known.
  SHIPTRACK_HPP_NUMBER(vessel, longitude, double)
  SHIPTRACK_HPP_TEXT(vessel, longitude_text)

  /// Speed over ground at the last position, in knots; no value if unknown.
  SHIPTRACK_HPP_NUMBER(vessel, nautical_speed_knots, double)

  /// Heading at the last position in degrees, clockwise from north; no value if unknown.
  SHIPTRACK_HPP_NUMBER(vessel, navigational_heading_degrees, double)

  /// Time of the last position; no value if no position is known.
  SHIPTRACK_HPP_TIME(vessel, position_timestamp)

  /// A position of a vessel at one time: reported or estimated.
  struct Position {
    /// Latitude in degrees, positive to the north.
    std::optional<double> latitude;
    /// Longitude in degrees, positive to the east.
    std::optional<double> longitude;
    /// Heading in degrees, clockwise from north; no value if unknown.
    std::optional<double> heading;
    /// Time of the position.
    std::optional<Timestamp> timestamp;
    /// Whether the position is an estimate, not a report of the vessel.
    std::optional<bool> estimated;
    /// Latitude in degrees, positive to the north.
    std::optional<std::string_view> latitude_text;
    /// Longitude in degrees, positive to the east.
    std::optional<std::string_view> longitude_text;
  };

  /// Positions in chronological order; no value unless requested, which requires a paid plan of the hosted service.
  std::vector<Position> positions() const {
    return detail::each(shiptrack_vessel_positions_count(raw()), [this](std::size_t i) {
      return Position{detail::number<double>(shiptrack_vessel_positions_latitude, raw(), i),
          detail::number<double>(shiptrack_vessel_positions_longitude, raw(), i),
          detail::number<double>(shiptrack_vessel_positions_heading, raw(), i),
          detail::time(shiptrack_vessel_positions_timestamp(raw(), i)),
          detail::flag(shiptrack_vessel_positions_estimated(raw(), i)),
          detail::text(shiptrack_vessel_positions_latitude_text(raw(), i)),
          detail::text(shiptrack_vessel_positions_longitude_text(raw(), i))};
    });
  }
};

/// A URL to which the service posts notifications of events.
class Webhook : public Resource {
 public:
  static constexpr const char *type_name = "webhook";
  using Resource::Resource;

  /// URL to which notifications are posted. The hosted service requires `https`.
  SHIPTRACK_HPP_TEXT(webhook, url)

  /// Whether notifications are sent. The service sets it to false after repeated failures, see `disabled_reason`.
  SHIPTRACK_HPP_FLAG(webhook, active)

  /// Names of the events that the webhook receives; at least one. The extensions `tracking_request.deleted`,
  /// `shipment.updated` and `webhook.disabled` are only sent if they are listed.
  SHIPTRACK_HPP_LIST(webhook, events)
  SHIPTRACK_HPP_CODES(webhook, events, EventName)

  /// Secret with which the service signs deliveries; no value in responses that do not contain it.
  SHIPTRACK_HPP_TEXT(webhook, secret)

  /// Time when the webhook was created.
  SHIPTRACK_HPP_TIME(webhook, created_at)

  /// Time since which all deliveries have failed; missing if the last one succeeded. Only the embedded service reports
  /// it.
  SHIPTRACK_HPP_TIME(webhook, failing_since)

  /// Time when the service disabled the webhook; missing if it did not, or if the webhook was activated again. Only the
  /// embedded service reports it.
  SHIPTRACK_HPP_TIME(webhook, disabled_at)

  /// Why the service disabled the webhook; missing if `disabled_at` is missing.
  SHIPTRACK_HPP_TEXT(webhook, disabled_reason)
  SHIPTRACK_HPP_CODE(webhook, disabled_reason_code, WebhookDisabledReason)

  /// An HTTP header that is sent with every delivery. Its value is not printed, because it often is a credential.
  struct Header {
    /// Name of the header. The service capitalizes it.
    std::string_view name;
    /// Value of the header.
    std::string_view value;
  };

  /// HTTP headers that are sent with every delivery; no value if no headers are set.
  std::vector<Header> headers() const {
    return detail::each(shiptrack_webhook_headers_count(raw()), [this](std::size_t i) {
      return Header{detail::view(shiptrack_webhook_headers_name(raw(), i)),
          detail::view(shiptrack_webhook_headers_value(raw(), i))};
    });
  }
};

/// A category of events that webhooks can receive. Its id is a short name.
class WebhookEventCategory : public Resource {
 public:
  static constexpr const char *type_name = "webhook_event_category";
  using Resource::Resource;

  /// Name of the category that is shown to people.
  SHIPTRACK_HPP_TEXT(webhook_event_category, name)

  /// An event that webhooks can receive.
  struct EventDescription {
    /// Name of the event.
    std::string_view name;
    /// Description of the event, for people.
    std::string_view description;
    /// Name of the event.
    EventName name_code;
  };

  /// Events of the category that the account can receive.
  std::vector<EventDescription> events() const {
    return detail::each(shiptrack_webhook_event_category_events_count(raw()), [this](std::size_t i) {
      return EventDescription{detail::view(shiptrack_webhook_event_category_events_name(raw(), i)),
          detail::view(shiptrack_webhook_event_category_events_description(raw(), i)),
          EventName(shiptrack_webhook_event_category_events_name_code(raw(), i))};
    });
  }
};

/// A notification of one event for one webhook.
class WebhookNotification : public Resource {
 public:
  static constexpr const char *type_name = "webhook_notification";
  using Resource::Resource;

  /// Name of the event.
  SHIPTRACK_HPP_TEXT(webhook_notification, event)
  SHIPTRACK_HPP_CODE(webhook_notification, event_code, EventName)

  /// Status of the delivery. The body of a delivery can already contain `succeeded`.
  SHIPTRACK_HPP_TEXT(webhook_notification, delivery_status)
  SHIPTRACK_HPP_CODE(webhook_notification, delivery_status_code, DeliveryStatus)

  /// Time when the notification was created.
  SHIPTRACK_HPP_TIME(webhook_notification, created_at)

  /// Version of the payload: a date as text; only for events of documents, otherwise no value.
  SHIPTRACK_HPP_TEXT(webhook_notification, version)
};

}  // namespace shiptrack

#endif  // SHIPTRACK_RESOURCES_HPP
