// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
// shiptrack.hpp includes this file: include that one.
#ifndef SHIPTRACK_RESOURCES_HPP
#define SHIPTRACK_RESOURCES_HPP

#include <shiptrack/resource.hpp>

namespace shiptrack {

/// An account of the service: the owner of requests, shipments, webhooks and mail.
class Account : public Resource {
 public:
  static constexpr const char *type_name = "account";
  using Resource::Resource;

  /// Name of the company that has the account.
  SHIPTRACK_HPP_TEXT(account, company_name)
};

/// A container of a shipment.
class Container : public Resource {
 public:
  static constexpr const char *type_name = "container";
  using Resource::Resource;

  /// Number painted on the container, ISO 6346.
  SHIPTRACK_HPP_TEXT(container, number)

  /// The customer's own references for the container.
  SHIPTRACK_HPP_LIST(container, ref_numbers)

  /// Type of the container: `dry`, `reefer`, `open top`, `flat rack`, `bulk` or `tank`; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(container, equipment_type)

  /// Length of the container in feet: 10, 20, 40, 45; nothing when it is not known.
  SHIPTRACK_HPP_NUMBER(container, equipment_length, std::int64_t)

  /// Height of the container: `standard` or `high_cube`; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(container, equipment_height)

  /// Weight in pounds, as the shipping line says; 0 or nothing when it says nothing.
  SHIPTRACK_HPP_NUMBER(container, weight_in_lbs, double)

  /// When the service learned of the container.
  SHIPTRACK_HPP_TIME(container, created_at)

  /// Number of the seal on its doors; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(container, seal_number)

  /// Last day it is stored free of charge: the shipping line's, else the terminal's, else the railway's; nothing until
  /// one is given.
  SHIPTRACK_HPP_TIME(container, pickup_lfd)

  /// Appointment to pick it up at the terminal; nothing when there is none.
  SHIPTRACK_HPP_TIME(container, pickup_appointment_at)

  /// Whether the terminal tells if it may be picked up; without that, `available_for_pickup` means nothing.
  SHIPTRACK_HPP_FLAG(container, availability_known)

  /// Whether it may be picked up, as the terminal says; nothing when the terminal does not.
  SHIPTRACK_HPP_FLAG(container, available_for_pickup)

  /// When its vessel arrived at the port of discharge; nothing before that.
  SHIPTRACK_HPP_TIME(container, pod_arrived_at)

  /// When it was discharged at the port of discharge; nothing before that.
  SHIPTRACK_HPP_TIME(container, pod_discharged_at)

  /// When it was picked up at the port of discharge; nothing before that, and usually when it travels on by rail.
  SHIPTRACK_HPP_TIME(container, pod_full_out_at)

  /// When the terminal's data was last read; nothing when it never was.
  SHIPTRACK_HPP_TIME(container, terminal_checked_at)

  /// Number of the chassis it was picked up on; nothing when the terminal does not say.
  SHIPTRACK_HPP_TEXT(container, pod_full_out_chassis_number)

  /// Where it stands in the yard of the terminal, in the terminal's words; nothing when the terminal does not say.
  SHIPTRACK_HPP_TEXT(container, location_at_pod_terminal)

  /// When it was picked up at the inland destination; nothing before that, and when it does not travel inland.
  SHIPTRACK_HPP_TIME(container, final_destination_full_out_at)

  /// When the empty container was returned; nothing before that.
  SHIPTRACK_HPP_TIME(container, empty_terminated_at)

  /// Time zone of the port of discharge as its IANA name; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(container, pod_timezone)

  /// Time zone of the inland destination as its IANA name; nothing when there is none or it is not known.
  SHIPTRACK_HPP_TEXT(container, final_destination_timezone)

  /// Time zone of the place where the empty container is returned, as its IANA name; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(container, empty_terminated_timezone)

  /// SCAC of the railway that takes it from the port of discharge; nothing when it does not travel by rail.
  SHIPTRACK_HPP_TEXT(container, pod_rail_carrier_scac)

  /// SCAC of the railway that brings it to the inland destination; nothing when it does not travel by rail.
  SHIPTRACK_HPP_TEXT(container, ind_rail_carrier_scac)

  /// When the terminal was last asked for it; nothing when it never was.
  SHIPTRACK_HPP_TIME(container, pod_last_tracking_request_at)

  /// When the shipping line was last asked for its shipment; nothing when it never was.
  SHIPTRACK_HPP_TIME(container, shipment_last_tracking_request_at)

  /// When it was loaded on a rail car at the port of discharge; nothing before that, and when it does not travel by
  /// rail.
  SHIPTRACK_HPP_TIME(container, pod_rail_loaded_at)

  /// When its train left the port of discharge; nothing before that, and when it does not travel by rail.
  SHIPTRACK_HPP_TIME(container, pod_rail_departed_at)

  /// When it is expected at the inland destination, as the railway says; nothing when it does not.
  SHIPTRACK_HPP_TIME(container, ind_eta_at)

  /// When it arrived at the inland destination, as the railway says; nothing before that.
  SHIPTRACK_HPP_TIME(container, ind_ata_at)

  /// When it was unloaded from the rail car at the inland destination; nothing before that.
  SHIPTRACK_HPP_TIME(container, ind_rail_unloaded_at)

  /// Last free day inland; the service's older name for `pickup_lfd_rail` of `import_deadlines`.
  SHIPTRACK_HPP_TIME(container, ind_facility_lfd_on)

  /// Last free day of the shipping line under an older name; nothing in all that has been seen, see `import_deadlines`.
  SHIPTRACK_HPP_TIME(container, ssl_lfd)

  /// Last free day the terminal at the port of discharge gives; nothing until it gives one.
  SHIPTRACK_HPP_TIME(container, pickup_lfd_terminal)

  /// Last free day the railway gives at the inland destination; nothing until it gives one.
  SHIPTRACK_HPP_TIME(container, pickup_lfd_rail)

  /// Last free day the shipping line gives; nothing until it gives one.
  SHIPTRACK_HPP_TIME(container, pickup_lfd_line)

  /// Where it is, as the service concludes from its events.
  SHIPTRACK_HPP_TEXT(container, current_status)
  SHIPTRACK_HPP_CODE(container, current_status_code, ContainerStatus)

  /// When a user marked it as delivered; nothing until one does.
  SHIPTRACK_HPP_TIME(container, delivered_at)

  /// When the empty container was collected at the origin; nothing before that.
  SHIPTRACK_HPP_TIME(container, empty_out_at)

  /// When the loaded container was brought to the port of lading; nothing before that.
  SHIPTRACK_HPP_TIME(container, pol_full_in_at)

  /// When it was loaded on the vessel at the port of lading; nothing before that.
  SHIPTRACK_HPP_TIME(container, pol_vessel_loaded_at)

  /// When its vessel left the port of lading; nothing before that.
  SHIPTRACK_HPP_TIME(container, pol_vessel_departed_at)

  /// When the railway was last asked for it; nothing when it never was.
  SHIPTRACK_HPP_TIME(container, rail_last_tracking_request_at)

  /// A hold on a container at a terminal. A cleared hold is not listed any more.
  struct Hold {
    /// What kind: `freight`, `customs`, `USDA`, `VACIS`, `TMF` or `other`; terminals send others, too.
    std::string_view name;
    /// `pending` or `hold`.
    std::string_view status;
    /// The terminal's own words; empty or nothing when it has none.
    std::optional<std::string_view> description;
  };

  /// Holds of the terminal, also of the inland one: what keeps the container from being picked up; empty when there is
  /// none.
  std::vector<Hold> holds() const {
    return detail::each(shiptrack_container_holds_count(raw()), [this](std::size_t i) {
      return Hold{detail::view(shiptrack_container_holds_name(raw(), i)),
          detail::view(shiptrack_container_holds_status(raw(), i)),
          detail::text(shiptrack_container_holds_description(raw(), i))};
    });
  }

  /// A fee on a container at a terminal.
  struct Fee {
    /// What for: `demurrage`, `exam`, `extended_dwell_time`, `other`, or `total`, which may contain the others.
    std::string_view type;
    /// How much, as the number came; 0 is an amount.
    std::string_view amount_text;
    /// Currency of the amount, ISO 4217; nothing when the terminal does not say.
    std::optional<std::string_view> currency_code;
    /// How much, as the number came; 0 is an amount.
    std::optional<double> amount;
  };

  /// Fees due at the terminal, also at the inland one; empty when there is none.
  std::vector<Fee> fees() const {
    return detail::each(shiptrack_container_fees_count(raw()), [this](std::size_t i) {
      return Fee{detail::view(shiptrack_container_fees_type(raw(), i)),
          detail::view(shiptrack_container_fees_amount_text(raw(), i)),
          detail::text(shiptrack_container_fees_currency_code(raw(), i)),
          detail::number<double>(shiptrack_container_fees_amount, raw(), i)};
    });
  }

  /// Holds of the inland terminal under an older name; nothing in all that has been seen, see `holds_at_pod_terminal`.
  std::vector<Hold> ind_facility_holds() const {
    return detail::each(shiptrack_container_ind_facility_holds_count(raw()), [this](std::size_t i) {
      return Hold{detail::view(shiptrack_container_ind_facility_holds_name(raw(), i)),
          detail::view(shiptrack_container_ind_facility_holds_status(raw(), i)),
          detail::text(shiptrack_container_ind_facility_holds_description(raw(), i))};
    });
  }

  /// Fees at the inland terminal under an older name; nothing in all that has been seen, see `fees_at_pod_terminal`.
  std::vector<Fee> ind_facility_fees() const {
    return detail::each(shiptrack_container_ind_facility_fees_count(raw()), [this](std::size_t i) {
      return Fee{detail::view(shiptrack_container_ind_facility_fees_type(raw(), i)),
          detail::view(shiptrack_container_ind_facility_fees_amount_text(raw(), i)),
          detail::text(shiptrack_container_ind_facility_fees_currency_code(raw(), i)),
          detail::number<double>(shiptrack_container_ind_facility_fees_amount, raw(), i)};
    });
  }
};

/// A container was added to a shipment. It is told with the notification `container.created` and nowhere else.
class ContainerCreatedEvent : public Resource {
 public:
  static constexpr const char *type_name = "container_created_event";
  using Resource::Resource;

  /// When the service learned of the container.
  SHIPTRACK_HPP_TIME(container_created_event, timestamp)

  /// Time zone that belongs to the time stamp, as its IANA name; usually `Etc/UTC`.
  SHIPTRACK_HPP_TEXT(container_created_event, timezone)
};

/// A container will be discharged at another terminal. It is told with the notification
/// `container.pod_terminal_changed` and nowhere else.
class ContainerPodTerminalChangedEvent : public Resource {
 public:
  static constexpr const char *type_name = "container_pod_terminal_changed_event";
  using Resource::Resource;

  /// When the service learned of it.
  SHIPTRACK_HPP_TIME(container_pod_terminal_changed_event, timestamp)

  /// What kind of source said so.
  SHIPTRACK_HPP_TEXT(container_pod_terminal_changed_event, data_source)
  SHIPTRACK_HPP_CODE(container_pod_terminal_changed_event, data_source_code, DataSource)
};

/// What a terminal says about a container changed. It is told with the notification `container.updated` and nowhere
/// else.
class ContainerUpdatedEvent : public Resource {
 public:
  static constexpr const char *type_name = "container_updated_event";
  using Resource::Resource;

  /// What changed: under the name of each attribute a list of its old and its new value. Some older notifications name
  /// the holds `pod_terminal_holds`; the values of `pod_terminal` are ids of terminals.
  SHIPTRACK_HPP_TEXT(container_updated_event, changeset_json)

  /// When the service saw the change.
  SHIPTRACK_HPP_TIME(container_updated_event, timestamp)

  /// Time zone of the port of discharge as its IANA name; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(container_updated_event, timezone)

  /// What kind of source said so; the terminal, as far as is known.
  SHIPTRACK_HPP_TEXT(container_updated_event, data_source)
  SHIPTRACK_HPP_CODE(container_updated_event, data_source_code, DataSource)
};

/// The value of a custom field for one shipment, container or tracking request.
class CustomField : public Resource {
 public:
  static constexpr const char *type_name = "custom_field";
  using Resource::Resource;

  /// Name of the field in the interface, as its definition has it.
  SHIPTRACK_HPP_TEXT(custom_field, api_slug)

  /// The value: text, number, boolean, list of texts or object, by the data type of the field; nothing for no value.
  SHIPTRACK_HPP_TEXT(custom_field, value_json)

  /// The value as a reader is shown it; nothing for no value.
  SHIPTRACK_HPP_TEXT(custom_field, display_value)
};

/// The definition of a custom field: its name, what has it and which values it takes.
class CustomFieldDefinition : public Resource {
 public:
  static constexpr const char *type_name = "custom_field_definition";
  using Resource::Resource;

  /// What the field is added to; cannot be changed later.
  SHIPTRACK_HPP_TEXT(custom_field_definition, entity_type)
  SHIPTRACK_HPP_CODE(custom_field_definition, entity_type_code, CustomFieldEntityType)

  /// Name of the field in the interface; cannot be changed later.
  SHIPTRACK_HPP_TEXT(custom_field_definition, api_slug)

  /// Name of the field for readers.
  SHIPTRACK_HPP_TEXT(custom_field_definition, display_name)

  /// What the field is for; nothing when nobody said so.
  SHIPTRACK_HPP_TEXT(custom_field_definition, description)

  /// What its values are; cannot be changed later.
  SHIPTRACK_HPP_TEXT(custom_field_definition, data_type)
  SHIPTRACK_HPP_CODE(custom_field_definition, data_type_code, CustomFieldDataType)

  /// Type of the resources that values of the data type `reference` lead to; nothing for every other data type.
  SHIPTRACK_HPP_TEXT(custom_field_definition, reference_type)

  /// Rules for its values, such as `required`, `pattern` and `max_length`; nothing when there are none.
  SHIPTRACK_HPP_TEXT(custom_field_definition, validation_json)

  /// How its values are shown; nothing for the usual way.
  SHIPTRACK_HPP_TEXT(custom_field_definition, default_format)

  /// Value where none is given; nothing when there is no such value.
  SHIPTRACK_HPP_TEXT(custom_field_definition, default_value_json)

  /// Template the definition was made from; nothing when it was made without one.
  SHIPTRACK_HPP_TEXT(custom_field_definition, template_id)

  /// When the field was defined.
  SHIPTRACK_HPP_TIME(custom_field_definition, created_at)

  /// When the definition last changed.
  SHIPTRACK_HPP_TIME(custom_field_definition, updated_at)
};

/// A value that can be chosen for a custom field of the data type `enum` or `enum_multi`.
class CustomFieldOption : public Resource {
 public:
  static constexpr const char *type_name = "custom_field_option";
  using Resource::Resource;

  /// Text that a reader is shown.
  SHIPTRACK_HPP_TEXT(custom_field_option, label)

  /// Value that is stored; each option of a definition has its own.
  SHIPTRACK_HPP_TEXT(custom_field_option, value)

  /// Place among the options of the field, from the smallest; nothing when they are in no order.
  SHIPTRACK_HPP_NUMBER(custom_field_option, position, std::int64_t)
};

/// A freight document and its file. Inside an email submission it comes in a short shape: name, source, type and times.
class Document : public Resource {
 public:
  static constexpr const char *type_name = "document";
  using Resource::Resource;

  /// Name of the document, at first that of its file.
  SHIPTRACK_HPP_TEXT(document, name)

  /// How the document came to the service.
  SHIPTRACK_HPP_TEXT(document, source)
  SHIPTRACK_HPP_CODE(document, source_code, DocumentSource)

  /// Type of the document, such as `bill_of_lading`; nothing until it was classified.
  SHIPTRACK_HPP_TEXT(document, document_type)

  /// Type that a user set, which counts before the one found; nothing when nobody did.
  SHIPTRACK_HPP_TEXT(document, document_type_manual)

  /// Why the document was classified so, for readers; nothing when nothing is noted.
  SHIPTRACK_HPP_TEXT(document, classification_notes)

  /// Name of the file; nothing in the short shape.
  SHIPTRACK_HPP_TEXT(document, file_name)

  /// Media type of the file, such as `application/pdf`; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(document, file_content_type)

  /// Size of the file in bytes; nothing when it is not known.
  SHIPTRACK_HPP_NUMBER(document, file_size_bytes, std::int64_t)

  /// When the document came to the service.
  SHIPTRACK_HPP_TIME(document, created_at)

  /// When the document last changed.
  SHIPTRACK_HPP_TIME(document, updated_at)
};

/// What was read out of a document, once.
class DocumentRepresentation : public Resource {
 public:
  static constexpr const char *type_name = "document_representation";
  using Resource::Resource;

  /// Version of the schema that the payload follows, a date as text.
  SHIPTRACK_HPP_TEXT(document_representation, schema_version)

  /// Values read out of the document, with the members of the schema of its type; nothing when there are none.
  SHIPTRACK_HPP_TEXT(document_representation, payload_json)

  /// When the document was read.
  SHIPTRACK_HPP_TIME(document_representation, created_at)

  /// When the values last changed.
  SHIPTRACK_HPP_TIME(document_representation, updated_at)
};

/// What is read out of documents of one type: the schema of the payload of a document representation.
class DocumentSchema : public Resource {
 public:
  static constexpr const char *type_name = "document_schema";
  using Resource::Resource;

  /// Type of the documents, such as `bill_of_lading`.
  SHIPTRACK_HPP_TEXT(document_schema, document_type)

  /// Name of the document type for readers.
  SHIPTRACK_HPP_TEXT(document_schema, label)

  /// Version of the schema, a date as text.
  SHIPTRACK_HPP_TEXT(document_schema, schema_version)

  /// Document type and version, which is also the id.
  SHIPTRACK_HPP_TEXT(document_schema, full_version)

  /// Whether documents are read by this version now.
  SHIPTRACK_HPP_FLAG(document_schema, current)

  /// Whether the version is a draft, which may still change.
  SHIPTRACK_HPP_FLAG(document_schema, draft)

  /// When the version came into use, or will; nothing when that is not decided.
  SHIPTRACK_HPP_TIME(document_schema, active_at)

  /// The language the schema is written in.
  SHIPTRACK_HPP_TEXT(document_schema, schema_format)
  SHIPTRACK_HPP_CODE(document_schema, schema_format_code, SchemaFormat)

  /// What the document type is, for readers; nothing when nobody said so.
  SHIPTRACK_HPP_TEXT(document_schema, description)

  /// The schema itself, in the language that `schema_format` names.
  SHIPTRACK_HPP_TEXT(document_schema, schema_payload_json)

  /// When the schema was made.
  SHIPTRACK_HPP_TIME(document_schema, created_at)

  /// When the schema last changed.
  SHIPTRACK_HPP_TIME(document_schema, updated_at)
};

/// A message an account received. Inside a document it comes in a short shape: `body_preview` in place of `body`.
class EmailSubmission : public Resource {
 public:
  static constexpr const char *type_name = "email_submission";
  using Resource::Resource;

  /// Subject line of the message; empty when it has none.
  SHIPTRACK_HPP_TEXT(email_submission, subject)

  /// The text of the message; nothing when it has none, and in the short shape.
  SHIPTRACK_HPP_TEXT(email_submission, body)

  /// The first part of the text, in the short shape only.
  SHIPTRACK_HPP_TEXT(email_submission, body_preview)

  /// Addresses of those who sent the message.
  SHIPTRACK_HPP_LIST(email_submission, from)

  /// Addresses of those the message was sent to.
  SHIPTRACK_HPP_LIST(email_submission, to)

  /// Addresses of those who got a copy of the message.
  SHIPTRACK_HPP_LIST(email_submission, cc)

  /// When the message was sent, as its header says; nothing when it does not.
  SHIPTRACK_HPP_TIME(email_submission, sent_at)

  /// Identifier of the message, from its header `Message-ID`; nothing when it has none.
  SHIPTRACK_HPP_TEXT(email_submission, message_id)

  /// Identifier of the message it answers, from its header `In-Reply-To`; nothing when it answers none.
  SHIPTRACK_HPP_TEXT(email_submission, in_reply_to)

  /// Identifiers of the messages before it in its thread, oldest first; nothing in the short shape.
  SHIPTRACK_HPP_LIST(email_submission, references)

  /// Media type of the message as a whole; nothing when it has none, and in the short shape.
  SHIPTRACK_HPP_TEXT(email_submission, content_type)

  /// How many documents were made from the message and not discarded; nothing in the short shape.
  SHIPTRACK_HPP_NUMBER(email_submission, documents_count, std::int64_t)

  /// When the service took the message in.
  SHIPTRACK_HPP_TIME(email_submission, created_at)

  /// When the submission last changed.
  SHIPTRACK_HPP_TIME(email_submission, updated_at)

  /// A number of freight that a message or one of its documents names, and that nobody tracks.
  struct UntrackedNumber {
    /// What it is: `bill_of_lading`, `booking_number` or `container`.
    std::string_view request_type;
    /// Carrier that the number points to; nothing where it does not tell.
    std::optional<std::string_view> scac;
    /// Id of the document that names it first; nothing where the message itself does.
    std::optional<std::string_view> document_id;
    /// The number, as a tracking request takes it.
    std::string_view number;
    /// What it is: `bill_of_lading`, `booking_number` or `container`.
    RequestType request_type_code;
  };

  /// Numbers that the message and its documents name, and that nobody tracks: an embedded service offers them here, and
  /// the hosted service tells none; nothing in the short shape.
  std::vector<UntrackedNumber> untracked_numbers() const {
    return detail::each(shiptrack_email_submission_untracked_numbers_count(raw()), [this](std::size_t i) {
      return UntrackedNumber{detail::view(shiptrack_email_submission_untracked_numbers_request_type(raw(), i)),
          detail::text(shiptrack_email_submission_untracked_numbers_scac(raw(), i)),
          detail::text(shiptrack_email_submission_untracked_numbers_document_id(raw(), i)),
          detail::view(shiptrack_email_submission_untracked_numbers_number(raw(), i)),
          RequestType(shiptrack_email_submission_untracked_numbers_request_type_code(raw(), i))};
    });
  }
};

/// The expected arrival of a shipment changed. It is told with the notification `shipment.estimated.arrival`.
class EstimatedEvent : public Resource {
 public:
  static constexpr const char *type_name = "estimated_event";
  using Resource::Resource;

  /// When the service learned of the change.
  SHIPTRACK_HPP_TIME(estimated_event, created_at)

  /// When the shipment is expected to arrive now.
  SHIPTRACK_HPP_TIME(estimated_event, estimated_timestamp)

  /// Which event is expected: `shipment.estimated.arrival`, as far as is known.
  SHIPTRACK_HPP_TEXT(estimated_event, event)
  SHIPTRACK_HPP_CODE(estimated_event, event_code, EventName)

  /// Port of discharge as its UN/LOCODE; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(estimated_event, location_locode)

  /// Time zone of the port of discharge as its IANA name; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(estimated_event, timezone)

  /// Number of the voyage that arrives there; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(estimated_event, voyage_number)

  /// What kind of source said so.
  SHIPTRACK_HPP_TEXT(estimated_event, data_source)
  SHIPTRACK_HPP_CODE(estimated_event, data_source_code, DataSource)
};

/// A city or region inland that a container is bound for, which is not a port itself.
class MetroArea : public Resource {
 public:
  static constexpr const char *type_name = "metro_area";
  using Resource::Resource;

  /// Name of the area, usually of its main city.
  SHIPTRACK_HPP_TEXT(metro_area, name)

  /// UN/LOCODE of the area.
  SHIPTRACK_HPP_TEXT(metro_area, code)

  /// State or province, abbreviated; some places have a number here as text. nothing where the country has none.
  SHIPTRACK_HPP_TEXT(metro_area, state_abbr)

  /// Country, as the two letters of ISO 3166-1.
  SHIPTRACK_HPP_TEXT(metro_area, country_code)

  /// Time zone of the area as its IANA name; older names such as `US/Eastern` occur.
  SHIPTRACK_HPP_TEXT(metro_area, time_zone)

  /// Latitude in degrees, positive to the north; the service writes it as text. nothing when it is not known.
  SHIPTRACK_HPP_NUMBER(metro_area, latitude, double)
  SHIPTRACK_HPP_TEXT(metro_area, latitude_text)

  /// Longitude in degrees, positive to the east; the service writes it as text. nothing when it is not known.
  SHIPTRACK_HPP_NUMBER(metro_area, longitude, double)
  SHIPTRACK_HPP_TEXT(metro_area, longitude_text)
};

/// A company that an account tracks shipments for: its customer.
class Party : public Resource {
 public:
  static constexpr const char *type_name = "party";
  using Resource::Resource;

  /// Name of the company; an account has each name once.
  SHIPTRACK_HPP_TEXT(party, company_name)
};

/// A port where vessels call.
class Port : public Resource {
 public:
  static constexpr const char *type_name = "port";
  using Resource::Resource;

  /// Name of the port.
  SHIPTRACK_HPP_TEXT(port, name)

  /// UN/LOCODE of the port as the service has it; some are not the official one.
  SHIPTRACK_HPP_TEXT(port, code)

  /// State or province, abbreviated; some places have a number here as text. nothing where the country has none.
  SHIPTRACK_HPP_TEXT(port, state_abbr)

  /// City the port belongs to; nothing when the service does not know it.
  SHIPTRACK_HPP_TEXT(port, city)

  /// Country, as the two letters of ISO 3166-1.
  SHIPTRACK_HPP_TEXT(port, country_code)

  /// Time zone of the port as its IANA name; older names such as `US/Eastern` occur.
  SHIPTRACK_HPP_TEXT(port, time_zone)

  /// Latitude in degrees, positive to the north; the service writes it as text. nothing when it is not known.
  SHIPTRACK_HPP_NUMBER(port, latitude, double)
  SHIPTRACK_HPP_TEXT(port, latitude_text)

  /// Longitude in degrees, positive to the east; the service writes it as text. nothing when it is not known.
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

  /// Short name that people in the trade use; nothing when there is none.
  SHIPTRACK_HPP_TEXT(rail_terminal, nickname)

  /// FIRMS code that US customs gave it; nothing elsewhere.
  SHIPTRACK_HPP_TEXT(rail_terminal, firms_code)

  /// City of its address; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(rail_terminal, city)
};

/// What a carrier, terminal or railway says happened to a container, or will happen, in its own words.
class RawEvent : public Resource {
 public:
  static constexpr const char *type_name = "raw_event";
  using Resource::Resource;

  /// What happened, as the service understands the source; nothing when it does not.
  SHIPTRACK_HPP_TEXT(raw_event, event)
  SHIPTRACK_HPP_CODE(raw_event, event_code, Milestone)

  /// The source's own wording; nothing when it used none.
  SHIPTRACK_HPP_TEXT(raw_event, original_event)

  /// When it happened, or is expected to.
  SHIPTRACK_HPP_TIME(raw_event, timestamp)

  /// Whether it is planned or expected and has not happened yet.
  SHIPTRACK_HPP_FLAG(raw_event, estimated)

  /// Day it happened; deprecated by the service in favour of `timestamp` and `estimated`.
  SHIPTRACK_HPP_TIME(raw_event, actual_on)

  /// Day it is expected on; deprecated by the service in favour of `timestamp` and `estimated`, and rarely sent.
  SHIPTRACK_HPP_TIME(raw_event, estimated_on)

  /// When it happened; deprecated by the service in favour of `timestamp` and `estimated`.
  SHIPTRACK_HPP_TIME(raw_event, actual_at)

  /// When it is expected; deprecated by the service in favour of `timestamp` and `estimated`.
  SHIPTRACK_HPP_TIME(raw_event, estimated_at)

  /// When it will happen, as the source says; always empty in what has been seen.
  SHIPTRACK_HPP_TIME(raw_event, will_occur_at)

  /// Time zone of the place as its IANA name; nothing when the time stamp is the place's own clock.
  SHIPTRACK_HPP_TEXT(raw_event, timezone)

  /// When the service learned of it.
  SHIPTRACK_HPP_TIME(raw_event, created_at)

  /// Place as the source calls it; nothing when it names none.
  SHIPTRACK_HPP_TEXT(raw_event, location_name)

  /// Place as its UN/LOCODE; nothing when the service does not recognise it.
  SHIPTRACK_HPP_TEXT(raw_event, location_locode)

  /// Name of the vessel; nothing when it took place without one.
  SHIPTRACK_HPP_TEXT(raw_event, vessel_name)

  /// IMO number of the vessel; nothing when it took place without one.
  SHIPTRACK_HPP_TEXT(raw_event, vessel_imo)

  /// Place of the event in the source's own order, which is not always the order of time.
  SHIPTRACK_HPP_NUMBER(raw_event, index, std::int64_t)

  /// Number of the voyage; empty or nothing when there is none.
  SHIPTRACK_HPP_TEXT(raw_event, voyage_number)

  /// When its source said otherwise or took it back; nothing while it stands.
  SHIPTRACK_HPP_TIME(raw_event, invalidated_at)

  /// When the source said so last, of what is expected: it was first said at `created_at`. The embedded service alone
  /// tells this.
  SHIPTRACK_HPP_TIME(raw_event, confirmed_at)

  /// What kind of source said so.
  SHIPTRACK_HPP_TEXT(raw_event, data_source)
  SHIPTRACK_HPP_CODE(raw_event, data_source_code, DataSource)

  /// Name of the source, such as that of the shipping line.
  SHIPTRACK_HPP_TEXT(raw_event, data_provider_name)

  /// Code of the source; a shipping line's is its SCAC.
  SHIPTRACK_HPP_TEXT(raw_event, data_provider_code)
};

/// What a search found: a shipment, a container or a tracking request, with what identifies it. The interface documents
/// the type of what was found in place of `search_result`; both are read.
class SearchResult : public Resource {
 public:
  static constexpr const char *type_name = "search_result";
  using Resource::Resource;

  /// What kind of thing was found.
  SHIPTRACK_HPP_TEXT(search_result, entity_type)
  SHIPTRACK_HPP_CODE(search_result, entity_type_code, SearchEntityType)

  /// Number of the bill of lading, booking or container.
  SHIPTRACK_HPP_TEXT(search_result, number)

  /// Id of the shipment, of a container that of the shipment it belongs to; nothing while there is no shipment.
  SHIPTRACK_HPP_TEXT(search_result, shipment_id)

  /// SCAC of the shipping line; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(search_result, scac)

  /// Name of the port of lading; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(search_result, port_of_lading_name)

  /// Name of the port of discharge; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(search_result, port_of_discharge_name)

  /// How many containers the shipment has; nothing for everything else.
  SHIPTRACK_HPP_NUMBER(search_result, containers_count, std::int64_t)

  /// Whether the shipment is no longer followed.
  SHIPTRACK_HPP_FLAG(search_result, tracking_stopped)

  /// Why the shipment is no longer followed; nothing while it is.
  SHIPTRACK_HPP_TEXT(search_result, tracking_stopped_reason)
  SHIPTRACK_HPP_CODE(search_result, tracking_stopped_reason_code, StopReason)

  /// Where it stands: the status of a tracking request or the current status of a container.
  SHIPTRACK_HPP_TEXT(search_result, status)

  /// Why the tracking request failed; nothing when it did not.
  SHIPTRACK_HPP_TEXT(search_result, failed_reason)
  SHIPTRACK_HPP_CODE(search_result, failed_reason_code, FailedReason)

  /// The customer's own references.
  SHIPTRACK_HPP_LIST(search_result, ref_numbers)

  /// When the service learned of what was found.
  SHIPTRACK_HPP_TIME(search_result, created_at)

  /// When what was found last changed.
  SHIPTRACK_HPP_TIME(search_result, updated_at)
};

/// A shipment: what travels under one bill of lading or booking.
class Shipment : public Resource {
 public:
  static constexpr const char *type_name = "shipment";
  using Resource::Resource;

  /// Number of the bill of lading or booking as it was submitted.
  SHIPTRACK_HPP_TEXT(shipment, bill_of_lading_number)

  /// Number as the shipping line is asked for it, often without the line's prefix.
  SHIPTRACK_HPP_TEXT(shipment, normalized_number)

  /// The customer's own references for the shipment.
  SHIPTRACK_HPP_LIST(shipment, ref_numbers)

  /// When the service learned of the shipment.
  SHIPTRACK_HPP_TIME(shipment, created_at)

  /// Labels that the account gave the shipment.
  SHIPTRACK_HPP_LIST(shipment, tags)

  /// UN/LOCODE of the port of lading; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(shipment, port_of_lading_locode)

  /// Name of the port of lading; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(shipment, port_of_lading_name)

  /// UN/LOCODE of the port of discharge; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(shipment, port_of_discharge_locode)

  /// Name of the port of discharge; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(shipment, port_of_discharge_name)

  /// UN/LOCODE of the inland destination; nothing when there is none or only its name is known.
  SHIPTRACK_HPP_TEXT(shipment, destination_locode)

  /// Name of the inland destination; nothing when there is none.
  SHIPTRACK_HPP_TEXT(shipment, destination_name)

  /// SCAC of the shipping line.
  SHIPTRACK_HPP_TEXT(shipment, shipping_line_scac)

  /// Full name of the shipping line.
  SHIPTRACK_HPP_TEXT(shipment, shipping_line_name)

  /// Short name of the shipping line.
  SHIPTRACK_HPP_TEXT(shipment, shipping_line_short_name)

  /// Name of the customer it is tracked for; nothing when none was given.
  SHIPTRACK_HPP_TEXT(shipment, customer_name)

  /// Name of the vessel that arrives at the port of discharge; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(shipment, pod_vessel_name)

  /// IMO number of that vessel as text; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(shipment, pod_vessel_imo)

  /// Number of the voyage on which that vessel arrives; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(shipment, pod_voyage_number)

  /// Planned departure from the port of lading, in the zone `pol_timezone`; nothing when the shipping line gives none.
  SHIPTRACK_HPP_TIME(shipment, pol_etd_at)

  /// Departure from the port of lading as it was first planned; nothing when the shipping line gave none.
  SHIPTRACK_HPP_TIME(shipment, pol_original_etd_at)

  /// Actual departure from the port of lading; nothing before that.
  SHIPTRACK_HPP_TIME(shipment, pol_atd_at)

  /// Expected arrival at the port of discharge, in the zone `pod_timezone`; nothing when it is not known, and often
  /// after the arrival.
  SHIPTRACK_HPP_TIME(shipment, pod_eta_at)

  /// Arrival at the port of discharge as it was first expected; nothing when the shipping line gave none.
  SHIPTRACK_HPP_TIME(shipment, pod_original_eta_at)

  /// Actual arrival at the port of discharge; nothing before that.
  SHIPTRACK_HPP_TIME(shipment, pod_ata_at)

  /// Expected arrival at the inland destination as the shipping line says, in the zone `destination_timezone`; nothing
  /// when it gives none.
  SHIPTRACK_HPP_TIME(shipment, destination_eta_at)

  /// Arrival at the inland destination as it was first expected; nothing when the shipping line gave none.
  SHIPTRACK_HPP_TIME(shipment, destination_original_eta_at)

  /// Actual arrival at the inland destination as the shipping line says; nothing before that.
  SHIPTRACK_HPP_TIME(shipment, destination_ata_at)

  /// Time zone of the port of lading as its IANA name; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(shipment, pol_timezone)

  /// Time zone of the port of discharge as its IANA name; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(shipment, pod_timezone)

  /// Time zone of the inland destination as its IANA name; nothing when there is none or it is not known.
  SHIPTRACK_HPP_TEXT(shipment, destination_timezone)

  /// When the shipping line was last asked for the shipment; nothing when it never was.
  SHIPTRACK_HPP_TIME(shipment, line_tracking_last_attempted_at)

  /// When the shipping line last answered with data; nothing when it never did.
  SHIPTRACK_HPP_TIME(shipment, line_tracking_last_succeeded_at)

  /// When the service stopped following the shipment; nothing while it follows it.
  SHIPTRACK_HPP_TIME(shipment, line_tracking_stopped_at)

  /// Why the service stopped following the shipment; nothing while it follows it.
  SHIPTRACK_HPP_TEXT(shipment, line_tracking_stopped_reason)
  SHIPTRACK_HPP_CODE(shipment, line_tracking_stopped_reason_code, StopReason)
};

/// A shipping line: an ocean carrier whose numbers can be tracked.
class ShippingLine : public Resource {
 public:
  static constexpr const char *type_name = "shipping_line";
  using Resource::Resource;

  /// Standard Carrier Alpha Code (SCAC) of the shipping line: four letters that name it in tracking requests.
  SHIPTRACK_HPP_TEXT(shipping_line, scac)

  /// Full name of the shipping line.
  SHIPTRACK_HPP_TEXT(shipping_line, name)

  /// Other codes that mean the same shipping line; tracking requests take them, too.
  SHIPTRACK_HPP_LIST(shipping_line, alternative_scacs)

  /// Short name of the shipping line, as people in the trade use it.
  SHIPTRACK_HPP_TEXT(shipping_line, short_name)

  /// Whether its bills of lading can be tracked.
  SHIPTRACK_HPP_FLAG(shipping_line, bill_of_lading_tracking_support)

  /// Whether its bookings can be tracked.
  SHIPTRACK_HPP_FLAG(shipping_line, booking_number_tracking_support)

  /// Whether containers can be tracked at it by their number alone.
  SHIPTRACK_HPP_FLAG(shipping_line, container_number_tracking_support)

  /// Which data the shipping line supplies: a boolean a kind, each with notes under a name ending in `_notes`.
  SHIPTRACK_HPP_TEXT(shipping_line, provided_data_json)

  /// URL of the shipping line's own tracking page, with `${BLNUM}` where the number goes; nothing when there is none.
  SHIPTRACK_HPP_TEXT(shipping_line, tracking_url)

  /// URL of the shipping line's contact page; nothing when there is none.
  SHIPTRACK_HPP_TEXT(shipping_line, contact_url)
};

/// A terminal: the facility where a container is discharged, stored and picked up. Terminals of railways are read as
/// this type, too, where one is asked for by its id.
class Terminal : public Resource {
 public:
  static constexpr const char *type_name = "terminal";
  using Resource::Resource;

  /// Full name of the terminal.
  SHIPTRACK_HPP_TEXT(terminal, name)

  /// Short name that people in the trade use; nothing when there is none.
  SHIPTRACK_HPP_TEXT(terminal, nickname)

  /// FIRMS code that US customs gave it, in Canada the sublocation code of the CBSA; nothing elsewhere.
  SHIPTRACK_HPP_TEXT(terminal, firms_code)

  /// Code of the terminal in SMDG's list; nothing when it has none.
  SHIPTRACK_HPP_TEXT(terminal, smdg_code)

  /// Facility code of the Bureau International des Containers (BIC); nothing when it has none.
  SHIPTRACK_HPP_TEXT(terminal, bic_facility_code)

  /// Street and number; may end in blanks. nothing when it is not known.
  SHIPTRACK_HPP_TEXT(terminal, street)

  /// City of its address; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(terminal, city)

  /// State or province in full; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(terminal, state)

  /// State or province, abbreviated; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(terminal, state_abbr)

  /// Postal code, as text; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(terminal, zip)

  /// Country by its name, not by a code; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(terminal, country)

  /// Which data the terminal supplies: a boolean a kind, each with notes under a name ending in `_notes`.
  SHIPTRACK_HPP_TEXT(terminal, provided_data_json)

  /// Kind of facility; a railway's comes as a `terminal` with `rail` here as well as under a type of its own.
  SHIPTRACK_HPP_TEXT(terminal, facility_type)
  SHIPTRACK_HPP_CODE(terminal, facility_type_code, FacilityType)
};

/// A request to track a number at a shipping line.
class TrackingRequest : public Resource {
 public:
  static constexpr const char *type_name = "tracking_request";
  using Resource::Resource;

  /// What kind of number is tracked.
  SHIPTRACK_HPP_TEXT(tracking_request, request_type)
  SHIPTRACK_HPP_CODE(tracking_request, request_type_code, RequestType)

  /// The number as it was submitted.
  SHIPTRACK_HPP_TEXT(tracking_request, request_number)

  /// SCAC of the shipping line that is asked; nothing while it is being detected.
  SHIPTRACK_HPP_TEXT(tracking_request, scac)

  /// Where the request stands.
  SHIPTRACK_HPP_TEXT(tracking_request, status)
  SHIPTRACK_HPP_CODE(tracking_request, status_code, RequestStatus)

  /// Why the last look-up failed, or the request as a whole; nothing without trouble.
  SHIPTRACK_HPP_TEXT(tracking_request, failed_reason)
  SHIPTRACK_HPP_CODE(tracking_request, failed_reason_code, FailedReason)

  /// Whether look-ups are being repeated after one that met trouble.
  SHIPTRACK_HPP_FLAG(tracking_request, is_retrying)

  /// How many look-ups in a row met trouble; nothing without trouble, and as soon as there is a shipment.
  SHIPTRACK_HPP_NUMBER(tracking_request, retry_count, std::int64_t)

  /// The customer's own references, which the shipment gets, too.
  SHIPTRACK_HPP_LIST(tracking_request, ref_numbers)

  /// Labels that the shipment gets once there is one.
  SHIPTRACK_HPP_LIST(tracking_request, shipment_tags)

  /// When the request was made.
  SHIPTRACK_HPP_TIME(tracking_request, created_at)

  /// When the request last changed.
  SHIPTRACK_HPP_TIME(tracking_request, updated_at)
};

/// An event of a container. Events come in no fixed order: sort them by their `timestamp`.
class TransportEvent : public Resource {
 public:
  static constexpr const char *type_name = "transport_event";
  using Resource::Resource;

  /// What happened, or is expected to, or which date changed.
  SHIPTRACK_HPP_TEXT(transport_event, event)
  SHIPTRACK_HPP_CODE(transport_event, event_code, EventName)

  /// Number of the voyage; nothing when the event belongs to none.
  SHIPTRACK_HPP_TEXT(transport_event, voyage_number)

  /// When it happened, or is expected to; nothing when nobody says.
  SHIPTRACK_HPP_TIME(transport_event, timestamp)

  /// Time zone of the place as its IANA name; nothing when the time stamp is the place's own clock.
  SHIPTRACK_HPP_TEXT(transport_event, timezone)

  /// UN/LOCODE of the place; nothing when it is not recognised.
  SHIPTRACK_HPP_TEXT(transport_event, location_locode)

  /// When the service learned of the event.
  SHIPTRACK_HPP_TIME(transport_event, created_at)

  /// What kind of source said so; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(transport_event, data_source)
  SHIPTRACK_HPP_CODE(transport_event, data_source_code, DataSource)

  /// When the event was withdrawn; nothing while it stands.
  SHIPTRACK_HPP_TIME(transport_event, invalidated_at)

  /// The new last free day or appointment, for events that tell of its change; nothing for all others.
  SHIPTRACK_HPP_TEXT(transport_event, value)
};

/// A user of an account. The service documents no attributes of users: what it sends of them is kept as it came.
class User : public Resource {
 public:
  static constexpr const char *type_name = "user";
  using Resource::Resource;
};

/// A vessel, with the last position it reported.
class Vessel : public Resource {
 public:
  static constexpr const char *type_name = "vessel";
  using Resource::Resource;

  /// Name of the vessel.
  SHIPTRACK_HPP_TEXT(vessel, name)

  /// IMO number of the vessel, seven digits as text; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(vessel, imo)

  /// Maritime Mobile Service Identity (MMSI) of its radio, nine digits as text; nothing when it is not known.
  SHIPTRACK_HPP_TEXT(vessel, mmsi)

  /// Latitude of the last position in degrees, positive to the north; nothing when no position is known.
  SHIPTRACK_HPP_NUMBER(vessel, latitude, double)
  SHIPTRACK_HPP_TEXT(vessel, latitude_text)

  /// Longitude of the last position in degrees, positive to the east; nothing when no position is known.
  SHIPTRACK_HPP_NUMBER(vessel, longitude, double)
  SHIPTRACK_HPP_TEXT(vessel, longitude_text)

  /// Speed over ground at the last position in knots; nothing when it is not known.
  SHIPTRACK_HPP_NUMBER(vessel, nautical_speed_knots, double)

  /// Heading at the last position in degrees, clockwise from north; nothing when it is not known.
  SHIPTRACK_HPP_NUMBER(vessel, navigational_heading_degrees, double)

  /// Moment of the last position; nothing when no position is known.
  SHIPTRACK_HPP_TIME(vessel, position_timestamp)

  /// Where a vessel was at one moment, or is expected to be.
  struct Position {
    /// Latitude in degrees, positive to the north.
    std::optional<double> latitude;
    /// Latitude in degrees, positive to the north.
    std::optional<std::string_view> latitude_text;
    /// Longitude in degrees, positive to the east.
    std::optional<double> longitude;
    /// Longitude in degrees, positive to the east.
    std::optional<std::string_view> longitude_text;
    /// Heading in degrees, clockwise from north; nothing when it is not known.
    std::optional<double> heading;
    /// Moment of the position.
    std::optional<Timestamp> timestamp;
    /// Whether the position is an estimate and not a report of the vessel.
    std::optional<bool> estimated;
  };

  /// Positions in the order of time; nothing unless they were asked for, which a paid plan allows.
  std::vector<Position> positions() const {
    return detail::each(shiptrack_vessel_positions_count(raw()), [this](std::size_t i) {
      return Position{detail::number<double>(shiptrack_vessel_positions_latitude, raw(), i),
          detail::text(shiptrack_vessel_positions_latitude_text(raw(), i)),
          detail::number<double>(shiptrack_vessel_positions_longitude, raw(), i),
          detail::text(shiptrack_vessel_positions_longitude_text(raw(), i)),
          detail::number<double>(shiptrack_vessel_positions_heading, raw(), i),
          detail::time(shiptrack_vessel_positions_timestamp(raw(), i)),
          detail::flag(shiptrack_vessel_positions_estimated(raw(), i))};
    });
  }
};

/// A URL to which notifications of events are posted.
class Webhook : public Resource {
 public:
  static constexpr const char *type_name = "webhook";
  using Resource::Resource;

  /// URL to which notifications are posted; the hosted service wants https.
  SHIPTRACK_HPP_TEXT(webhook, url)

  /// Whether notifications are posted to the URL; the service switches it off after repeated failures.
  SHIPTRACK_HPP_FLAG(webhook, active)

  /// Events it is notified of; at least one.
  SHIPTRACK_HPP_LIST(webhook, events)
  SHIPTRACK_HPP_CODES(webhook, events, EventName)

  /// Key of the signatures, made by the service; nothing where the service does not show it.
  SHIPTRACK_HPP_TEXT(webhook, secret)

  /// When the webhook was registered.
  SHIPTRACK_HPP_TIME(webhook, created_at)

  /// A header sent along with every delivery. Its value is not printed: it often is a credential.
  struct Header {
    /// Name of the header; the service writes it with capitals.
    std::string_view name;
    /// Value of the header.
    std::string_view value;
  };

  /// Headers sent along with every notification; nothing when there are none.
  std::vector<Header> headers() const {
    return detail::each(shiptrack_webhook_headers_count(raw()), [this](std::size_t i) {
      return Header{detail::view(shiptrack_webhook_headers_name(raw(), i)),
          detail::view(shiptrack_webhook_headers_value(raw(), i))};
    });
  }
};

/// Events that webhooks can be notified of and that belong together. The id is a short name of the category.
class WebhookEventCategory : public Resource {
 public:
  static constexpr const char *type_name = "webhook_event_category";
  using Resource::Resource;

  /// Name of the category for readers.
  SHIPTRACK_HPP_TEXT(webhook_event_category, name)

  /// An event that webhooks can be notified of.
  struct EventDescription {
    /// Name of the event.
    std::string_view name;
    /// What the event tells, for readers.
    std::string_view description;
    /// Name of the event.
    EventName name_code;
  };

  /// Events of the category, as far as the account may have them.
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

  /// Event it notifies of.
  SHIPTRACK_HPP_TEXT(webhook_notification, event)
  SHIPTRACK_HPP_CODE(webhook_notification, event_code, EventName)

  /// How far its delivery has come; a delivered notification may already say `succeeded`.
  SHIPTRACK_HPP_TEXT(webhook_notification, delivery_status)
  SHIPTRACK_HPP_CODE(webhook_notification, delivery_status_code, DeliveryStatus)

  /// When the notification was made.
  SHIPTRACK_HPP_TIME(webhook_notification, created_at)

  /// Version of the payload, a date as text; nothing for all events but those of documents.
  SHIPTRACK_HPP_TEXT(webhook_notification, version)
};

}  // namespace shiptrack

#endif  // SHIPTRACK_RESOURCES_HPP
