// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! The getters of every resource type.

use crate::boundary::Text;
use crate::resource::layout::Position::{Item, Slot};
use crate::resource::{Resource, code_of, count_of, double_of, flag_of, integer_of, item_of, text_of};

const ACCOUNT: usize = 0;

/// Name of the company that has the account.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_account_company_name(resource: *const Resource) -> Text {
    text_of(resource, ACCOUNT, 0)
}

const CONTAINER: usize = 1;

/// Number painted on the container, ISO 6346.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_number(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 0)
}

/// How many items shiptrack_container_ref_numbers_at() has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ref_numbers_count(resource: *const Resource) -> usize {
    count_of(resource, CONTAINER, 0)
}

/// The customer's own references for the container. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ref_numbers_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 0, index)
}

/// Type of the container: `dry`, `reefer`, `open top`, `flat rack`, `bulk` or `tank`; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_equipment_type(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 1)
}

/// Length of the container in feet: 10, 20, 40, 45; no value when it is not known. SHIPTRACK_ABSENT when there is no
/// value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_equipment_length(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, CONTAINER, Slot(2), value)
}

/// Height of the container: `standard` or `high_cube`; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_equipment_height(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 3)
}

/// Weight in pounds, as the shipping line says; 0 or no value when it says nothing. SHIPTRACK_ABSENT when there is no
/// value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_weight_in_lbs(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, CONTAINER, Slot(4), value)
}

/// When the service learned of the container.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_created_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 5)
}

/// Number of the seal on its doors; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_seal_number(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 6)
}

/// Last day it is stored free of charge: the shipping line's, else the terminal's, else the railway's; no value until
/// one is given.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pickup_lfd(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 7)
}

/// Appointment to pick it up at the terminal; no value when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pickup_appointment_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 8)
}

/// Whether the terminal tells if it may be picked up; without that, `available_for_pickup` means nothing. 1 yes, 0 no,
/// -1 when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_availability_known(resource: *const Resource) -> i32 {
    flag_of(resource, CONTAINER, Slot(9))
}

/// Whether it may be picked up, as the terminal says; no value when the terminal does not. 1 yes, 0 no, -1 when there
/// is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_available_for_pickup(resource: *const Resource) -> i32 {
    flag_of(resource, CONTAINER, Slot(10))
}

/// When its vessel arrived at the port of discharge; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_arrived_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 11)
}

/// When it was discharged at the port of discharge; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_discharged_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 12)
}

/// When it was picked up at the port of discharge; no value before that, and usually when it travels on by rail.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_full_out_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 13)
}

/// When the terminal's data was last read; no value when it never was.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_terminal_checked_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 14)
}

/// Number of the chassis it was picked up on; no value when the terminal does not say.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_full_out_chassis_number(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 15)
}

/// Where it stands in the yard of the terminal, in the terminal's words; no value when the terminal does not say.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_location_at_pod_terminal(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 16)
}

/// When it was picked up at the inland destination; no value before that, and when it does not travel inland.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_final_destination_full_out_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 17)
}

/// When the empty container was returned; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_empty_terminated_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 18)
}

/// How many there are. Holds of the terminal, also of the inland one: what keeps the container from being picked up;
/// empty when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_holds_count(resource: *const Resource) -> usize {
    count_of(resource, CONTAINER, 1)
}

/// What kind: `freight`, `customs`, `USDA`, `VACIS`, `TMF` or `other`; terminals send others, too.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_holds_name(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 1, index)
}

/// `pending` or `hold`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_holds_status(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 2, index)
}

/// The terminal's own words; empty or no value when it has none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_holds_description(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 3, index)
}

/// How many there are. Fees due at the terminal, also at the inland one; empty when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_count(resource: *const Resource) -> usize {
    count_of(resource, CONTAINER, 4)
}

/// What for: `demurrage`, `exam`, `extended_dwell_time`, `other`, or `total`, which may contain the others.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_type(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 4, index)
}

/// How much, as the number came; 0 is an amount. In the digits it came in.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_amount_text(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 5, index)
}

/// How much, as the number came; 0 is an amount. SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_amount(resource: *const Resource, index: usize, value: *mut f64) -> i32 {
    double_of(resource, CONTAINER, Item(5, index), value)
}

/// Currency of the amount, ISO 4217; no value when the terminal does not say.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_currency_code(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 6, index)
}

/// Time zone of the port of discharge as its IANA name; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_timezone(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 19)
}

/// Time zone of the inland destination as its IANA name; no value when there is none or it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_final_destination_timezone(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 20)
}

/// Time zone of the place where the empty container is returned, as its IANA name; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_empty_terminated_timezone(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 21)
}

/// SCAC of the railway that takes it from the port of discharge; no value when it does not travel by rail.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_rail_carrier_scac(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 22)
}

/// SCAC of the railway that brings it to the inland destination; no value when it does not travel by rail.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_rail_carrier_scac(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 23)
}

/// When the terminal was last asked for it; no value when it never was.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_last_tracking_request_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 24)
}

/// When the shipping line was last asked for its shipment; no value when it never was.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_shipment_last_tracking_request_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 25)
}

/// When it was loaded on a rail car at the port of discharge; no value before that, and when it does not travel by
/// rail.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_rail_loaded_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 26)
}

/// When its train left the port of discharge; no value before that, and when it does not travel by rail.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_rail_departed_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 27)
}

/// When it is expected at the inland destination, as the railway says; no value when it does not.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_eta_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 28)
}

/// When it arrived at the inland destination, as the railway says; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_ata_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 29)
}

/// When it was unloaded from the rail car at the inland destination; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_rail_unloaded_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 30)
}

/// Last free day inland; the service's older name for `pickup_lfd_rail` of `import_deadlines`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_lfd_on(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 31)
}

/// How many there are. Holds of the inland terminal under an older name; `None` in all that has been seen, see
/// `holds_at_pod_terminal`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_holds_count(resource: *const Resource) -> usize {
    count_of(resource, CONTAINER, 7)
}

/// What kind: `freight`, `customs`, `USDA`, `VACIS`, `TMF` or `other`; terminals send others, too.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_holds_name(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 7, index)
}

/// `pending` or `hold`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_holds_status(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 8, index)
}

/// The terminal's own words; empty or no value when it has none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_holds_description(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 9, index)
}

/// How many there are. Fees at the inland terminal under an older name; `None` in all that has been seen, see
/// `fees_at_pod_terminal`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_fees_count(resource: *const Resource) -> usize {
    count_of(resource, CONTAINER, 10)
}

/// What for: `demurrage`, `exam`, `extended_dwell_time`, `other`, or `total`, which may contain the others.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_fees_type(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 10, index)
}

/// How much, as the number came; 0 is an amount. In the digits it came in.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_fees_amount_text(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 11, index)
}

/// How much, as the number came; 0 is an amount. SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_fees_amount(
    resource: *const Resource,
    index: usize,
    value: *mut f64,
) -> i32 {
    double_of(resource, CONTAINER, Item(11, index), value)
}

/// Currency of the amount, ISO 4217; no value when the terminal does not say.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_fees_currency_code(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 12, index)
}

/// Last free day of the shipping line under an older name; no value in all that has been seen, see `import_deadlines`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ssl_lfd(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 32)
}

/// Last free day the terminal at the port of discharge gives; no value until it gives one.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pickup_lfd_terminal(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 33)
}

/// Last free day the railway gives at the inland destination; no value until it gives one.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pickup_lfd_rail(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 34)
}

/// Last free day the shipping line gives; no value until it gives one.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pickup_lfd_line(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 35)
}

/// Where it is, as the service concludes from its events.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_current_status(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 36)
}

/// Where it is, as the service concludes from its events. As a number: SHIPTRACK_CONTAINER_STATUS_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_current_status_code(resource: *const Resource) -> i32 {
    code_of(resource, CONTAINER, Slot(36))
}

/// When a user marked it as delivered; no value until one does.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_delivered_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 37)
}

/// When the empty container was collected at the origin; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_empty_out_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 38)
}

/// When the loaded container was brought to the port of lading; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pol_full_in_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 39)
}

/// When it was loaded on the vessel at the port of lading; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pol_vessel_loaded_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 40)
}

/// When its vessel left the port of lading; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pol_vessel_departed_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 41)
}

/// When the railway was last asked for it; no value when it never was.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_rail_last_tracking_request_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 42)
}

const CONTAINER_CREATED_EVENT: usize = 2;

/// When the service learned of the container.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_created_event_timestamp(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_CREATED_EVENT, 0)
}

/// Time zone that belongs to the time stamp, as its IANA name; usually `Etc/UTC`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_created_event_timezone(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_CREATED_EVENT, 1)
}

const CONTAINER_POD_TERMINAL_CHANGED_EVENT: usize = 3;

/// When the service learned of it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_terminal_changed_event_timestamp(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_POD_TERMINAL_CHANGED_EVENT, 0)
}

/// What kind of source said so.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_terminal_changed_event_data_source(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_POD_TERMINAL_CHANGED_EVENT, 1)
}

/// What kind of source said so. As a number: SHIPTRACK_DATA_SOURCE_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_terminal_changed_event_data_source_code(resource: *const Resource) -> i32 {
    code_of(resource, CONTAINER_POD_TERMINAL_CHANGED_EVENT, Slot(1))
}

const CONTAINER_UPDATED_EVENT: usize = 4;

/// What changed: under the name of each attribute a list of its old and its new value. Some older notifications name
/// the holds `pod_terminal_holds`; the values of `pod_terminal` are ids of terminals. A JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_updated_event_changeset_json(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_UPDATED_EVENT, 0)
}

/// When the service saw the change.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_updated_event_timestamp(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_UPDATED_EVENT, 1)
}

/// Time zone of the port of discharge as its IANA name; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_updated_event_timezone(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_UPDATED_EVENT, 2)
}

/// What kind of source said so; the terminal, as far as is known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_updated_event_data_source(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_UPDATED_EVENT, 3)
}

/// What kind of source said so; the terminal, as far as is known. As a number: SHIPTRACK_DATA_SOURCE_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_updated_event_data_source_code(resource: *const Resource) -> i32 {
    code_of(resource, CONTAINER_UPDATED_EVENT, Slot(3))
}

const CUSTOM_FIELD: usize = 5;

/// Name of the field in the interface, as its definition has it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_api_slug(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD, 0)
}

/// The value: text, number, boolean, list of texts or object, by the data type of the field; no value for no value.
/// JSON.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_value_json(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD, 1)
}

/// The value as a reader is shown it; no value for no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_display_value(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD, 2)
}

const CUSTOM_FIELD_DEFINITION: usize = 6;

/// What the field is added to; cannot be changed later.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_entity_type(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 0)
}

/// What the field is added to; cannot be changed later. As a number: SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_entity_type_code(resource: *const Resource) -> i32 {
    code_of(resource, CUSTOM_FIELD_DEFINITION, Slot(0))
}

/// Name of the field in the interface; cannot be changed later.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_api_slug(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 1)
}

/// Name of the field for readers.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_display_name(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 2)
}

/// What the field is for; no value when nobody said so.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_description(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 3)
}

/// What its values are; cannot be changed later.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_data_type(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 4)
}

/// What its values are; cannot be changed later. As a number: SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_data_type_code(resource: *const Resource) -> i32 {
    code_of(resource, CUSTOM_FIELD_DEFINITION, Slot(4))
}

/// Type of the resources that values of the data type `reference` lead to; no value for every other data type.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_reference_type(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 5)
}

/// Rules for its values, such as `required`, `pattern` and `max_length`; no value when there are none. A JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_validation_json(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 6)
}

/// How its values are shown; no value for the usual way.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_default_format(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 7)
}

/// Value where none is given; no value when there is no such value. JSON.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_default_value_json(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 8)
}

/// Template the definition was made from; no value when it was made without one.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_template_id(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 9)
}

/// When the field was defined.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_created_at(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 10)
}

/// When the definition last changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_updated_at(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 11)
}

const CUSTOM_FIELD_OPTION: usize = 7;

/// Text that a reader is shown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_option_label(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_OPTION, 0)
}

/// Value that is stored; each option of a definition has its own.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_option_value(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_OPTION, 1)
}

/// Place among the options of the field, from the smallest; no value when they are in no order. SHIPTRACK_ABSENT when
/// there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_option_position(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, CUSTOM_FIELD_OPTION, Slot(2), value)
}

const DOCUMENT: usize = 8;

/// Name of the document, at first that of its file.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_name(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 0)
}

/// How the document came to the service.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_source(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 1)
}

/// How the document came to the service. As a number: SHIPTRACK_DOCUMENT_SOURCE_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_source_code(resource: *const Resource) -> i32 {
    code_of(resource, DOCUMENT, Slot(1))
}

/// Type of the document, such as `bill_of_lading`; no value until it was classified.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_document_type(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 2)
}

/// Type that a user set, which counts before the one found; no value when nobody did.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_document_type_manual(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 3)
}

/// Why the document was classified so, for readers; no value when nothing is noted.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_classification_notes(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 4)
}

/// Name of the file; no value in the short shape.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_file_name(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 5)
}

/// Media type of the file, such as `application/pdf`; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_file_content_type(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 6)
}

/// Size of the file in bytes; no value when it is not known. SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_file_size_bytes(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, DOCUMENT, Slot(7), value)
}

/// When the document came to the service.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_created_at(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 8)
}

/// When the document last changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_updated_at(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 9)
}

const DOCUMENT_REPRESENTATION: usize = 9;

/// Version of the schema that the payload follows, a date as text.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_representation_schema_version(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_REPRESENTATION, 0)
}

/// Values read out of the document, with the members of the schema of its type; no value when there are none. A JSON
/// object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_representation_payload_json(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_REPRESENTATION, 1)
}

/// When the document was read.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_representation_created_at(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_REPRESENTATION, 2)
}

/// When the values last changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_representation_updated_at(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_REPRESENTATION, 3)
}

const DOCUMENT_SCHEMA: usize = 10;

/// Type of the documents, such as `bill_of_lading`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_document_type(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 0)
}

/// Name of the document type for readers.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_label(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 1)
}

/// Version of the schema, a date as text.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_schema_version(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 2)
}

/// Document type and version, which is also the id.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_full_version(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 3)
}

/// Whether documents are read by this version now. 1 yes, 0 no, -1 when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_current(resource: *const Resource) -> i32 {
    flag_of(resource, DOCUMENT_SCHEMA, Slot(4))
}

/// Whether the version is a draft, which may still change. 1 yes, 0 no, -1 when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_draft(resource: *const Resource) -> i32 {
    flag_of(resource, DOCUMENT_SCHEMA, Slot(5))
}

/// When the version came into use, or will; no value when that is not decided.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_active_at(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 6)
}

/// The language the schema is written in.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_schema_format(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 7)
}

/// The language the schema is written in. As a number: SHIPTRACK_SCHEMA_FORMAT_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_schema_format_code(resource: *const Resource) -> i32 {
    code_of(resource, DOCUMENT_SCHEMA, Slot(7))
}

/// What the document type is, for readers; no value when nobody said so.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_description(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 8)
}

/// The schema itself, in the language that `schema_format` names. A JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_schema_payload_json(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 9)
}

/// When the schema was made.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_created_at(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 10)
}

/// When the schema last changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_updated_at(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 11)
}

const EMAIL_SUBMISSION: usize = 11;

/// Subject line of the message; empty when it has none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_subject(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 0)
}

/// The text of the message; no value when it has none, and in the short shape.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_body(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 1)
}

/// The first part of the text, in the short shape only.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_body_preview(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 2)
}

/// How many items shiptrack_email_submission_from_at() has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_from_count(resource: *const Resource) -> usize {
    count_of(resource, EMAIL_SUBMISSION, 0)
}

/// Addresses of those who sent the message. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_from_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 0, index)
}

/// How many items shiptrack_email_submission_to_at() has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_to_count(resource: *const Resource) -> usize {
    count_of(resource, EMAIL_SUBMISSION, 1)
}

/// Addresses of those the message was sent to. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_to_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 1, index)
}

/// How many items shiptrack_email_submission_cc_at() has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_cc_count(resource: *const Resource) -> usize {
    count_of(resource, EMAIL_SUBMISSION, 2)
}

/// Addresses of those who got a copy of the message. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_cc_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 2, index)
}

/// When the message was sent, as its header says; no value when it does not.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_sent_at(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 3)
}

/// Identifier of the message, from its header `Message-ID`; no value when it has none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_message_id(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 4)
}

/// Identifier of the message it answers, from its header `In-Reply-To`; no value when it answers none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_in_reply_to(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 5)
}

/// How many items shiptrack_email_submission_references_at() has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_references_count(resource: *const Resource) -> usize {
    count_of(resource, EMAIL_SUBMISSION, 3)
}

/// Identifiers of the messages before it in its thread, oldest first; no value in the short shape. Item `index`, from
/// 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_references_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 3, index)
}

/// Media type of the message as a whole; no value when it has none, and in the short shape.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_content_type(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 6)
}

/// How many documents were made from the message and not discarded; no value in the short shape. SHIPTRACK_ABSENT when
/// there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_documents_count(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, EMAIL_SUBMISSION, Slot(7), value)
}

/// How many there are. Numbers that the message and its documents name, and that nobody tracks: an embedded service
/// offers them here, and the hosted service tells none; `None` in the short shape.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_untracked_numbers_count(resource: *const Resource) -> usize {
    count_of(resource, EMAIL_SUBMISSION, 4)
}

/// The number, as a tracking request takes it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_untracked_numbers_number(resource: *const Resource, index: usize) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 4, index)
}

/// What it is: `bill_of_lading`, `booking_number` or `container`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_untracked_numbers_request_type(
    resource: *const Resource,
    index: usize,
) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 5, index)
}

/// What it is: `bill_of_lading`, `booking_number` or `container`. As a number: SHIPTRACK_REQUEST_TYPE_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_untracked_numbers_request_type_code(
    resource: *const Resource,
    index: usize,
) -> i32 {
    code_of(resource, EMAIL_SUBMISSION, Item(5, index))
}

/// Carrier that the number points to; no value where it does not tell.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_untracked_numbers_scac(resource: *const Resource, index: usize) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 6, index)
}

/// Id of the document that names it first; no value where the message itself does.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_untracked_numbers_document_id(
    resource: *const Resource,
    index: usize,
) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 7, index)
}

/// When the service took the message in.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_created_at(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 8)
}

/// When the submission last changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_updated_at(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 9)
}

const ESTIMATED_EVENT: usize = 12;

/// When the service learned of the change.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_created_at(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 0)
}

/// When the shipment is expected to arrive now.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_estimated_timestamp(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 1)
}

/// Which event is expected: `shipment.estimated.arrival`, as far as is known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_event(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 2)
}

/// Which event is expected: `shipment.estimated.arrival`, as far as is known. As a number: SHIPTRACK_EVENT_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_event_code(resource: *const Resource) -> i32 {
    code_of(resource, ESTIMATED_EVENT, Slot(2))
}

/// Port of discharge as its UN/LOCODE; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_location_locode(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 3)
}

/// Time zone of the port of discharge as its IANA name; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_timezone(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 4)
}

/// Number of the voyage that arrives there; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_voyage_number(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 5)
}

/// What kind of source said so.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_data_source(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 6)
}

/// What kind of source said so. As a number: SHIPTRACK_DATA_SOURCE_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_data_source_code(resource: *const Resource) -> i32 {
    code_of(resource, ESTIMATED_EVENT, Slot(6))
}

const METRO_AREA: usize = 13;

/// Name of the area, usually of its main city.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_name(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 0)
}

/// UN/LOCODE of the area.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_code(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 1)
}

/// State or province, abbreviated; some places have a number here as text. no value where the country has none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_state_abbr(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 2)
}

/// Country, as the two letters of ISO 3166-1.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_country_code(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 3)
}

/// Time zone of the area as its IANA name; older names such as `US/Eastern` occur.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_time_zone(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 4)
}

/// Latitude in degrees, positive to the north; the service writes it as text. no value when it is not known.
/// SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_latitude(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, METRO_AREA, Slot(5), value)
}

/// Latitude in degrees, positive to the north; the service writes it as text. no value when it is not known. In the
/// digits it came in.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_latitude_text(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 5)
}

/// Longitude in degrees, positive to the east; the service writes it as text. no value when it is not known.
/// SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_longitude(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, METRO_AREA, Slot(6), value)
}

/// Longitude in degrees, positive to the east; the service writes it as text. no value when it is not known. In the
/// digits it came in.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_longitude_text(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 6)
}

const PARTY: usize = 14;

/// Name of the company; an account has each name once.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_party_company_name(resource: *const Resource) -> Text {
    text_of(resource, PARTY, 0)
}

const PORT: usize = 15;

/// Name of the port.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_name(resource: *const Resource) -> Text {
    text_of(resource, PORT, 0)
}

/// UN/LOCODE of the port as the service has it; some are not the official one.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_code(resource: *const Resource) -> Text {
    text_of(resource, PORT, 1)
}

/// State or province, abbreviated; some places have a number here as text. no value where the country has none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_state_abbr(resource: *const Resource) -> Text {
    text_of(resource, PORT, 2)
}

/// City the port belongs to; no value when the service does not know it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_city(resource: *const Resource) -> Text {
    text_of(resource, PORT, 3)
}

/// Country, as the two letters of ISO 3166-1.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_country_code(resource: *const Resource) -> Text {
    text_of(resource, PORT, 4)
}

/// Time zone of the port as its IANA name; older names such as `US/Eastern` occur.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_time_zone(resource: *const Resource) -> Text {
    text_of(resource, PORT, 5)
}

/// Latitude in degrees, positive to the north; the service writes it as text. no value when it is not known.
/// SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_latitude(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, PORT, Slot(6), value)
}

/// Latitude in degrees, positive to the north; the service writes it as text. no value when it is not known. In the
/// digits it came in.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_latitude_text(resource: *const Resource) -> Text {
    text_of(resource, PORT, 6)
}

/// Longitude in degrees, positive to the east; the service writes it as text. no value when it is not known.
/// SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_longitude(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, PORT, Slot(7), value)
}

/// Longitude in degrees, positive to the east; the service writes it as text. no value when it is not known. In the
/// digits it came in.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_longitude_text(resource: *const Resource) -> Text {
    text_of(resource, PORT, 7)
}

const RAIL_TERMINAL: usize = 16;

/// Full name of the terminal.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_rail_terminal_name(resource: *const Resource) -> Text {
    text_of(resource, RAIL_TERMINAL, 0)
}

/// Short name that people in the trade use; no value when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_rail_terminal_nickname(resource: *const Resource) -> Text {
    text_of(resource, RAIL_TERMINAL, 1)
}

/// FIRMS code that US customs gave it; no value elsewhere.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_rail_terminal_firms_code(resource: *const Resource) -> Text {
    text_of(resource, RAIL_TERMINAL, 2)
}

/// City of its address; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_rail_terminal_city(resource: *const Resource) -> Text {
    text_of(resource, RAIL_TERMINAL, 3)
}

const RAW_EVENT: usize = 17;

/// What happened, as the service understands the source; no value when it does not.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_event(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 0)
}

/// What happened, as the service understands the source; no value when it does not. As a number: SHIPTRACK_MILESTONE_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_event_code(resource: *const Resource) -> i32 {
    code_of(resource, RAW_EVENT, Slot(0))
}

/// The source's own wording; no value when it used none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_original_event(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 1)
}

/// When it happened, or is expected to.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_timestamp(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 2)
}

/// Whether it is planned or expected and has not happened yet. 1 yes, 0 no, -1 when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_estimated(resource: *const Resource) -> i32 {
    flag_of(resource, RAW_EVENT, Slot(3))
}

/// Day it happened; deprecated by the service in favour of `timestamp` and `estimated`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_actual_on(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 4)
}

/// Day it is expected on; deprecated by the service in favour of `timestamp` and `estimated`, and rarely sent.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_estimated_on(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 5)
}

/// When it happened; deprecated by the service in favour of `timestamp` and `estimated`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_actual_at(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 6)
}

/// When it is expected; deprecated by the service in favour of `timestamp` and `estimated`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_estimated_at(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 7)
}

/// When it will happen, as the source says; always empty in what has been seen.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_will_occur_at(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 8)
}

/// Time zone of the place as its IANA name; no value when the time stamp is the place's own clock.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_timezone(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 9)
}

/// When the service learned of it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_created_at(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 10)
}

/// Place as the source calls it; no value when it names none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_location_name(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 11)
}

/// Place as its UN/LOCODE; no value when the service does not recognise it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_location_locode(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 12)
}

/// Name of the vessel; no value when it took place without one.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_vessel_name(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 13)
}

/// IMO number of the vessel; no value when it took place without one.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_vessel_imo(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 14)
}

/// Place of the event in the source's own order, which is not always the order of time. SHIPTRACK_ABSENT when there is
/// no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_index(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, RAW_EVENT, Slot(15), value)
}

/// Number of the voyage; empty or no value when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_voyage_number(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 16)
}

/// When its source said otherwise or took it back; no value while it stands.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_invalidated_at(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 17)
}

/// When the source said so last, of what is expected: it was first said at `created_at`. The embedded service alone
/// tells this.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_confirmed_at(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 18)
}

/// What kind of source said so.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_data_source(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 19)
}

/// What kind of source said so. As a number: SHIPTRACK_DATA_SOURCE_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_data_source_code(resource: *const Resource) -> i32 {
    code_of(resource, RAW_EVENT, Slot(19))
}

/// Name of the source, such as that of the shipping line.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_data_provider_name(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 20)
}

/// Code of the source; a shipping line's is its SCAC.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_data_provider_code(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 21)
}

const SEARCH_RESULT: usize = 18;

/// What kind of thing was found.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_entity_type(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 0)
}

/// What kind of thing was found. As a number: SHIPTRACK_SEARCH_ENTITY_TYPE_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_entity_type_code(resource: *const Resource) -> i32 {
    code_of(resource, SEARCH_RESULT, Slot(0))
}

/// Number of the bill of lading, booking or container.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_number(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 1)
}

/// Id of the shipment, of a container that of the shipment it belongs to; no value while there is no shipment.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_shipment_id(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 2)
}

/// SCAC of the shipping line; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_scac(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 3)
}

/// Name of the port of lading; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_port_of_lading_name(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 4)
}

/// Name of the port of discharge; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_port_of_discharge_name(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 5)
}

/// How many containers the shipment has; no value for everything else. SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_containers_count(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, SEARCH_RESULT, Slot(6), value)
}

/// Whether the shipment is no longer followed. 1 yes, 0 no, -1 when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_tracking_stopped(resource: *const Resource) -> i32 {
    flag_of(resource, SEARCH_RESULT, Slot(7))
}

/// Why the shipment is no longer followed; no value while it is.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_tracking_stopped_reason(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 8)
}

/// Why the shipment is no longer followed; no value while it is. As a number: SHIPTRACK_STOP_REASON_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_tracking_stopped_reason_code(resource: *const Resource) -> i32 {
    code_of(resource, SEARCH_RESULT, Slot(8))
}

/// Where it stands: the status of a tracking request or the current status of a container.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_status(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 9)
}

/// Why the tracking request failed; no value when it did not.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_failed_reason(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 10)
}

/// Why the tracking request failed; no value when it did not. As a number: SHIPTRACK_FAILED_REASON_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_failed_reason_code(resource: *const Resource) -> i32 {
    code_of(resource, SEARCH_RESULT, Slot(10))
}

/// How many items shiptrack_search_result_ref_numbers_at() has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_ref_numbers_count(resource: *const Resource) -> usize {
    count_of(resource, SEARCH_RESULT, 0)
}

/// The customer's own references. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_ref_numbers_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, SEARCH_RESULT, 0, index)
}

/// When the service learned of what was found.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_created_at(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 11)
}

/// When what was found last changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_updated_at(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 12)
}

const SHIPMENT: usize = 19;

/// Number of the bill of lading or booking as it was submitted.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_bill_of_lading_number(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 0)
}

/// Number as the shipping line is asked for it, often without the line's prefix.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_normalized_number(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 1)
}

/// How many items shiptrack_shipment_ref_numbers_at() has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_ref_numbers_count(resource: *const Resource) -> usize {
    count_of(resource, SHIPMENT, 0)
}

/// The customer's own references for the shipment. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_ref_numbers_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, SHIPMENT, 0, index)
}

/// When the service learned of the shipment.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_created_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 2)
}

/// How many items shiptrack_shipment_tags_at() has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_tags_count(resource: *const Resource) -> usize {
    count_of(resource, SHIPMENT, 1)
}

/// Labels that the account gave the shipment. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_tags_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, SHIPMENT, 1, index)
}

/// UN/LOCODE of the port of lading; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_port_of_lading_locode(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 3)
}

/// Name of the port of lading; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_port_of_lading_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 4)
}

/// UN/LOCODE of the port of discharge; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_port_of_discharge_locode(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 5)
}

/// Name of the port of discharge; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_port_of_discharge_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 6)
}

/// UN/LOCODE of the inland destination; no value when there is none or only its name is known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_destination_locode(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 7)
}

/// Name of the inland destination; no value when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_destination_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 8)
}

/// SCAC of the shipping line.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_shipping_line_scac(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 9)
}

/// Full name of the shipping line.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_shipping_line_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 10)
}

/// Short name of the shipping line.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_shipping_line_short_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 11)
}

/// Name of the customer it is tracked for; no value when none was given.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_customer_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 12)
}

/// Name of the vessel that arrives at the port of discharge; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_vessel_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 13)
}

/// IMO number of that vessel as text; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_vessel_imo(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 14)
}

/// Number of the voyage on which that vessel arrives; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_voyage_number(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 15)
}

/// Planned departure from the port of lading, in the zone `pol_timezone`; no value when the shipping line gives none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pol_etd_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 16)
}

/// Departure from the port of lading as it was first planned; no value when the shipping line gave none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pol_original_etd_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 17)
}

/// Actual departure from the port of lading; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pol_atd_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 18)
}

/// Expected arrival at the port of discharge, in the zone `pod_timezone`; no value when it is not known, and often
/// after the arrival.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_eta_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 19)
}

/// Arrival at the port of discharge as it was first expected; no value when the shipping line gave none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_original_eta_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 20)
}

/// Actual arrival at the port of discharge; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_ata_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 21)
}

/// Expected arrival at the inland destination as the shipping line says, in the zone `destination_timezone`; no value
/// when it gives none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_destination_eta_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 22)
}

/// Arrival at the inland destination as it was first expected; no value when the shipping line gave none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_destination_original_eta_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 23)
}

/// Actual arrival at the inland destination as the shipping line says; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_destination_ata_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 24)
}

/// Time zone of the port of lading as its IANA name; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pol_timezone(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 25)
}

/// Time zone of the port of discharge as its IANA name; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_timezone(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 26)
}

/// Time zone of the inland destination as its IANA name; no value when there is none or it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_destination_timezone(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 27)
}

/// When the shipping line was last asked for the shipment; no value when it never was.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_line_tracking_last_attempted_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 28)
}

/// When the shipping line last answered with data; no value when it never did.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_line_tracking_last_succeeded_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 29)
}

/// When the service stopped following the shipment; no value while it follows it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_line_tracking_stopped_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 30)
}

/// Why the service stopped following the shipment; no value while it follows it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_line_tracking_stopped_reason(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 31)
}

/// Why the service stopped following the shipment; no value while it follows it. As a number: SHIPTRACK_STOP_REASON_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_line_tracking_stopped_reason_code(resource: *const Resource) -> i32 {
    code_of(resource, SHIPMENT, Slot(31))
}

const SHIPPING_LINE: usize = 20;

/// Standard Carrier Alpha Code (SCAC) of the shipping line: four letters that name it in tracking requests.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_scac(resource: *const Resource) -> Text {
    text_of(resource, SHIPPING_LINE, 0)
}

/// Full name of the shipping line.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPPING_LINE, 1)
}

/// How many items shiptrack_shipping_line_alternative_scacs_at() has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_alternative_scacs_count(resource: *const Resource) -> usize {
    count_of(resource, SHIPPING_LINE, 0)
}

/// Other codes that mean the same shipping line; tracking requests take them, too. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_alternative_scacs_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, SHIPPING_LINE, 0, index)
}

/// Short name of the shipping line, as people in the trade use it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_short_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPPING_LINE, 2)
}

/// Whether its bills of lading can be tracked. 1 yes, 0 no, -1 when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_bill_of_lading_tracking_support(resource: *const Resource) -> i32 {
    flag_of(resource, SHIPPING_LINE, Slot(3))
}

/// Whether its bookings can be tracked. 1 yes, 0 no, -1 when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_booking_number_tracking_support(resource: *const Resource) -> i32 {
    flag_of(resource, SHIPPING_LINE, Slot(4))
}

/// Whether containers can be tracked at it by their number alone. 1 yes, 0 no, -1 when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_container_number_tracking_support(resource: *const Resource) -> i32 {
    flag_of(resource, SHIPPING_LINE, Slot(5))
}

/// Which data the shipping line supplies: a boolean a kind, each with notes under a name ending in `_notes`. A JSON
/// object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_provided_data_json(resource: *const Resource) -> Text {
    text_of(resource, SHIPPING_LINE, 6)
}

/// URL of the shipping line's own tracking page, with `${BLNUM}` where the number goes; no value when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_tracking_url(resource: *const Resource) -> Text {
    text_of(resource, SHIPPING_LINE, 7)
}

/// URL of the shipping line's contact page; no value when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_contact_url(resource: *const Resource) -> Text {
    text_of(resource, SHIPPING_LINE, 8)
}

const TERMINAL: usize = 21;

/// Full name of the terminal.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_name(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 0)
}

/// Short name that people in the trade use; no value when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_nickname(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 1)
}

/// FIRMS code that US customs gave it, in Canada the sublocation code of the CBSA; no value elsewhere.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_firms_code(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 2)
}

/// Code of the terminal in SMDG's list; no value when it has none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_smdg_code(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 3)
}

/// Facility code of the Bureau International des Containers (BIC); no value when it has none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_bic_facility_code(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 4)
}

/// Street and number; may end in blanks. no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_street(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 5)
}

/// City of its address; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_city(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 6)
}

/// State or province in full; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_state(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 7)
}

/// State or province, abbreviated; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_state_abbr(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 8)
}

/// Postal code, as text; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_zip(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 9)
}

/// Country by its name, not by a code; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_country(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 10)
}

/// Which data the terminal supplies: a boolean a kind, each with notes under a name ending in `_notes`. A JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_provided_data_json(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 11)
}

/// Kind of facility; a railway's comes as a `terminal` with `rail` here as well as under a type of its own.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_facility_type(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 12)
}

/// Kind of facility; a railway's comes as a `terminal` with `rail` here as well as under a type of its own. As a
/// number: SHIPTRACK_FACILITY_TYPE_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_facility_type_code(resource: *const Resource) -> i32 {
    code_of(resource, TERMINAL, Slot(12))
}

const TRACKING_REQUEST: usize = 22;

/// What kind of number is tracked.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_request_type(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 0)
}

/// What kind of number is tracked. As a number: SHIPTRACK_REQUEST_TYPE_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_request_type_code(resource: *const Resource) -> i32 {
    code_of(resource, TRACKING_REQUEST, Slot(0))
}

/// The number as it was submitted.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_request_number(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 1)
}

/// SCAC of the shipping line that is asked; no value while it is being detected.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_scac(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 2)
}

/// Where the request stands.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_status(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 3)
}

/// Where the request stands. As a number: SHIPTRACK_REQUEST_STATUS_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_status_code(resource: *const Resource) -> i32 {
    code_of(resource, TRACKING_REQUEST, Slot(3))
}

/// Why the last look-up failed, or the request as a whole; no value without trouble.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_failed_reason(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 4)
}

/// Why the last look-up failed, or the request as a whole; no value without trouble. As a number:
/// SHIPTRACK_FAILED_REASON_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_failed_reason_code(resource: *const Resource) -> i32 {
    code_of(resource, TRACKING_REQUEST, Slot(4))
}

/// Whether look-ups are being repeated after one that met trouble. 1 yes, 0 no, -1 when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_is_retrying(resource: *const Resource) -> i32 {
    flag_of(resource, TRACKING_REQUEST, Slot(5))
}

/// How many look-ups in a row met trouble; no value without trouble, and as soon as there is a shipment.
/// SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_retry_count(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, TRACKING_REQUEST, Slot(6), value)
}

/// How many items shiptrack_tracking_request_ref_numbers_at() has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_ref_numbers_count(resource: *const Resource) -> usize {
    count_of(resource, TRACKING_REQUEST, 0)
}

/// The customer's own references, which the shipment gets, too. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_ref_numbers_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, TRACKING_REQUEST, 0, index)
}

/// How many items shiptrack_tracking_request_shipment_tags_at() has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_shipment_tags_count(resource: *const Resource) -> usize {
    count_of(resource, TRACKING_REQUEST, 1)
}

/// Labels that the shipment gets once there is one. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_shipment_tags_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, TRACKING_REQUEST, 1, index)
}

/// When the request was made.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_created_at(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 7)
}

/// When the request last changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_updated_at(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 8)
}

const TRANSPORT_EVENT: usize = 23;

/// What happened, or is expected to, or which date changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_event(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 0)
}

/// What happened, or is expected to, or which date changed. As a number: SHIPTRACK_EVENT_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_event_code(resource: *const Resource) -> i32 {
    code_of(resource, TRANSPORT_EVENT, Slot(0))
}

/// Number of the voyage; no value when the event belongs to none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_voyage_number(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 1)
}

/// When it happened, or is expected to; no value when nobody says.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_timestamp(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 2)
}

/// Time zone of the place as its IANA name; no value when the time stamp is the place's own clock.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_timezone(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 3)
}

/// UN/LOCODE of the place; no value when it is not recognised.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_location_locode(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 4)
}

/// When the service learned of the event.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_created_at(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 5)
}

/// What kind of source said so; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_data_source(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 6)
}

/// What kind of source said so; no value when it is not known. As a number: SHIPTRACK_DATA_SOURCE_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_data_source_code(resource: *const Resource) -> i32 {
    code_of(resource, TRANSPORT_EVENT, Slot(6))
}

/// When the event was withdrawn; no value while it stands.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_invalidated_at(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 7)
}

/// The new last free day or appointment, for events that tell of its change; no value for all others.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_value(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 8)
}

const VESSEL: usize = 25;

/// Name of the vessel.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_name(resource: *const Resource) -> Text {
    text_of(resource, VESSEL, 0)
}

/// IMO number of the vessel, seven digits as text; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_imo(resource: *const Resource) -> Text {
    text_of(resource, VESSEL, 1)
}

/// Maritime Mobile Service Identity (MMSI) of its radio, nine digits as text; no value when it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_mmsi(resource: *const Resource) -> Text {
    text_of(resource, VESSEL, 2)
}

/// Latitude of the last position in degrees, positive to the north; no value when no position is known.
/// SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_latitude(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, VESSEL, Slot(3), value)
}

/// Latitude of the last position in degrees, positive to the north; no value when no position is known. In the digits
/// it came in.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_latitude_text(resource: *const Resource) -> Text {
    text_of(resource, VESSEL, 3)
}

/// Longitude of the last position in degrees, positive to the east; no value when no position is known.
/// SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_longitude(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, VESSEL, Slot(4), value)
}

/// Longitude of the last position in degrees, positive to the east; no value when no position is known. In the digits
/// it came in.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_longitude_text(resource: *const Resource) -> Text {
    text_of(resource, VESSEL, 4)
}

/// Speed over ground at the last position in knots; no value when it is not known. SHIPTRACK_ABSENT when there is no
/// value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_nautical_speed_knots(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, VESSEL, Slot(5), value)
}

/// Heading at the last position in degrees, clockwise from north; no value when it is not known. SHIPTRACK_ABSENT when
/// there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_navigational_heading_degrees(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, VESSEL, Slot(6), value)
}

/// Moment of the last position; no value when no position is known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_position_timestamp(resource: *const Resource) -> Text {
    text_of(resource, VESSEL, 7)
}

/// How many there are. Positions in the order of time; `None` unless they were asked for, which a paid plan allows.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_count(resource: *const Resource) -> usize {
    count_of(resource, VESSEL, 0)
}

/// Latitude in degrees, positive to the north. SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_latitude(resource: *const Resource, index: usize, value: *mut f64) -> i32 {
    double_of(resource, VESSEL, Item(0, index), value)
}

/// Latitude in degrees, positive to the north. In the digits it came in.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_latitude_text(resource: *const Resource, index: usize) -> Text {
    item_of(resource, VESSEL, 0, index)
}

/// Longitude in degrees, positive to the east. SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_longitude(
    resource: *const Resource,
    index: usize,
    value: *mut f64,
) -> i32 {
    double_of(resource, VESSEL, Item(1, index), value)
}

/// Longitude in degrees, positive to the east. In the digits it came in.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_longitude_text(resource: *const Resource, index: usize) -> Text {
    item_of(resource, VESSEL, 1, index)
}

/// Heading in degrees, clockwise from north; no value when it is not known. SHIPTRACK_ABSENT when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_heading(resource: *const Resource, index: usize, value: *mut f64) -> i32 {
    double_of(resource, VESSEL, Item(2, index), value)
}

/// Moment of the position.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_timestamp(resource: *const Resource, index: usize) -> Text {
    item_of(resource, VESSEL, 3, index)
}

/// Whether the position is an estimate and not a report of the vessel. 1 yes, 0 no, -1 when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_estimated(resource: *const Resource, index: usize) -> i32 {
    flag_of(resource, VESSEL, Item(4, index))
}

const WEBHOOK: usize = 26;

/// URL to which notifications are posted; the hosted service wants https.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_url(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK, 0)
}

/// Whether notifications are posted to the URL; the service switches it off after repeated failures. 1 yes, 0 no, -1
/// when there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_active(resource: *const Resource) -> i32 {
    flag_of(resource, WEBHOOK, Slot(1))
}

/// How many items shiptrack_webhook_events_at() has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_events_count(resource: *const Resource) -> usize {
    count_of(resource, WEBHOOK, 0)
}

/// Events it is notified of; at least one. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_events_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, WEBHOOK, 0, index)
}

/// Events it is notified of; at least one. Item `index`, from 0. As a number: SHIPTRACK_EVENT_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_events_code_at(resource: *const Resource, index: usize) -> i32 {
    code_of(resource, WEBHOOK, Item(0, index))
}

/// Key of the signatures, made by the service; no value where the service does not show it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_secret(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK, 2)
}

/// How many there are. Headers sent along with every notification; `None` when there are none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_headers_count(resource: *const Resource) -> usize {
    count_of(resource, WEBHOOK, 1)
}

/// Name of the header; the service writes it with capitals.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_headers_name(resource: *const Resource, index: usize) -> Text {
    item_of(resource, WEBHOOK, 1, index)
}

/// Value of the header.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_headers_value(resource: *const Resource, index: usize) -> Text {
    item_of(resource, WEBHOOK, 2, index)
}

/// When the webhook was registered.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_created_at(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK, 3)
}

const WEBHOOK_EVENT_CATEGORY: usize = 27;

/// Name of the category for readers.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_event_category_name(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK_EVENT_CATEGORY, 0)
}

/// How many there are. Events of the category, as far as the account may have them.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_event_category_events_count(resource: *const Resource) -> usize {
    count_of(resource, WEBHOOK_EVENT_CATEGORY, 0)
}

/// Name of the event.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_event_category_events_name(resource: *const Resource, index: usize) -> Text {
    item_of(resource, WEBHOOK_EVENT_CATEGORY, 0, index)
}

/// Name of the event. As a number: SHIPTRACK_EVENT_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_event_category_events_name_code(resource: *const Resource, index: usize) -> i32 {
    code_of(resource, WEBHOOK_EVENT_CATEGORY, Item(0, index))
}

/// What the event tells, for readers.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_event_category_events_description(resource: *const Resource, index: usize) -> Text {
    item_of(resource, WEBHOOK_EVENT_CATEGORY, 1, index)
}

const WEBHOOK_NOTIFICATION: usize = 28;

/// Event it notifies of.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_event(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK_NOTIFICATION, 0)
}

/// Event it notifies of. As a number: SHIPTRACK_EVENT_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_event_code(resource: *const Resource) -> i32 {
    code_of(resource, WEBHOOK_NOTIFICATION, Slot(0))
}

/// How far its delivery has come; a delivered notification may already say `succeeded`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_delivery_status(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK_NOTIFICATION, 1)
}

/// How far its delivery has come; a delivered notification may already say `succeeded`. As a number:
/// SHIPTRACK_DELIVERY_STATUS_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_delivery_status_code(resource: *const Resource) -> i32 {
    code_of(resource, WEBHOOK_NOTIFICATION, Slot(1))
}

/// When the notification was made.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_created_at(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK_NOTIFICATION, 2)
}

/// Version of the payload, a date as text; no value for all events but those of documents.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_version(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK_NOTIFICATION, 3)
}
