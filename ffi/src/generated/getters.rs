// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! The getters of all resource types.

use crate::boundary::Text;
use crate::resource::layout::Position::{Item, Slot};
use crate::resource::{Resource, code_of, count_of, double_of, flag_of, integer_of, item_of, text_of};

const ACCOUNT: usize = 0;

/// Name of the company that owns the account.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_account_company_name(resource: *const Resource) -> Text {
    text_of(resource, ACCOUNT, 0)
}

const CONTAINER: usize = 1;

/// Container number (ISO 6346).
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_number(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 0)
}

/// The number of items of shiptrack_container_ref_numbers_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ref_numbers_count(resource: *const Resource) -> usize {
    count_of(resource, CONTAINER, 0)
}

/// References of the customer for the container. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ref_numbers_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 0, index)
}

/// Type of the container: `dry`, `reefer`, `open top`, `flat rack`, `bulk` or `tank`; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_equipment_type(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 1)
}

/// Length of the container in feet: 10, 20, 40 or 45; no value if unknown. Writes it to `value`. Returns
/// SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_equipment_length(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, CONTAINER, Slot(2), value)
}

/// Height of the container: `standard` or `high_cube`; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_equipment_height(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 3)
}

/// Weight in pounds, as reported by the shipping line; 0 or no value if unknown. Writes it to `value`. Returns
/// SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_weight_in_lbs(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, CONTAINER, Slot(4), value)
}

/// Kind of the weight, such as `verified gross mass`, `gross` or `tare`; missing if unknown. Only the embedded service
/// reports it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_weight_kind(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 5)
}

/// Time when the service created the container.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_created_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 6)
}

/// Number of the seal on the doors; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_seal_number(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 7)
}

/// The number of items of shiptrack_container_seals_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_seals_count(resource: *const Resource) -> usize {
    count_of(resource, CONTAINER, 1)
}

/// Numbers of all seals that the sources report, that of `seal_number` first: a seal may be replaced after an
/// examination. Only the embedded service reports them. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_seals_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 1, index)
}

/// Last free day that applies where the container is picked up; no value if unknown. The embedded service returns the
/// earliest one: at the port that of the terminal or the shipping line, at the inland destination that of the railway
/// or the shipping line. The hosted service returns that of the shipping line, else of the terminal, else of the
/// railway.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pickup_lfd(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 8)
}

/// `true` if `pickup_lfd` was given before the container arrived, so that it may move with the arrival; missing
/// otherwise. Only the embedded service reports it. 1 yes, 0 no, -1 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pickup_lfd_may_move(resource: *const Resource) -> i32 {
    flag_of(resource, CONTAINER, Slot(9))
}

/// Last free day that applied when the container was picked up; missing before that. Only the embedded service reports
/// it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pickup_lfd_at_pickup(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 10)
}

/// The number of items. Fees at the terminal when the container was picked up; missing before that. Only the embedded
/// service reports them.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_at_pickup_count(resource: *const Resource) -> usize {
    count_of(resource, CONTAINER, 2)
}

/// Kind of the fee: `demurrage`, `exam`, `extended_dwell_time`, `other` or `total`. A `total` can include the other
/// fees.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_at_pickup_type(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 2, index)
}

/// Amount of the fee, with the digits that the source sent; 0 is an amount. Writes it to `value`. Returns
/// SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_at_pickup_amount(
    resource: *const Resource,
    index: usize,
    value: *mut f64,
) -> i32 {
    double_of(resource, CONTAINER, Item(3, index), value)
}

/// Amount of the fee, with the digits that the source sent; 0 is an amount. As a text, with the digits that were
/// received.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_at_pickup_amount_text(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 3, index)
}

/// Currency of the amount (ISO 4217); no value if the terminal does not report it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_at_pickup_currency_code(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 4, index)
}

/// Time of the pickup appointment at the terminal; no value if there is no appointment.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pickup_appointment_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 11)
}

/// Whether the terminal reports availability for pickup; if not, `available_for_pickup` has no meaning. 1 yes, 0 no, -1
/// if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_availability_known(resource: *const Resource) -> i32 {
    flag_of(resource, CONTAINER, Slot(12))
}

/// Whether the container can be picked up, as reported by the terminal; no value if the terminal does not report it. 1
/// yes, 0 no, -1 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_available_for_pickup(resource: *const Resource) -> i32 {
    flag_of(resource, CONTAINER, Slot(13))
}

/// Time when the vessel arrived at the port of discharge; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_arrived_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 14)
}

/// Time when the container was discharged at the port of discharge; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_discharged_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 15)
}

/// Time when the loaded container was picked up at the port of discharge; no value before that, and usually if it
/// continues by rail.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_full_out_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 16)
}

/// Time when the data of the terminal was last read; no value if never.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_terminal_checked_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 17)
}

/// Number of the chassis on which the container was picked up; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_full_out_chassis_number(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 18)
}

/// Position in the yard of the terminal, as free text of the terminal; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_location_at_pod_terminal(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 19)
}

/// Time when the container was picked up at the inland destination; no value before that, and if it has no inland
/// destination.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_final_destination_full_out_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 20)
}

/// Time when the empty container was returned; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_empty_terminated_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 21)
}

/// The number of items. Holds at the terminal at the port of discharge and at the inland terminal; empty if there are
/// no holds.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_holds_count(resource: *const Resource) -> usize {
    count_of(resource, CONTAINER, 5)
}

/// Kind of the hold: `freight`, `customs`, `USDA`, `VACIS`, `TMF` or `other`; terminals also send other names.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_holds_name(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 5, index)
}

/// Status of the hold: `pending` or `hold`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_holds_status(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 6, index)
}

/// Description by the terminal; empty or no value if the terminal gives none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_holds_description(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 7, index)
}

/// More about the hold, in the words of the terminal; left out if the terminal gives none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_holds_detail(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 8, index)
}

/// When the source of the hold last confirmed it, if that is longer ago than usual; left out otherwise. Only the
/// embedded service reports it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_holds_unconfirmed_since(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 9, index)
}

/// The number of items. Fees at the terminal at the port of discharge and at the inland terminal; empty if there are no
/// fees.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_count(resource: *const Resource) -> usize {
    count_of(resource, CONTAINER, 10)
}

/// Kind of the fee: `demurrage`, `exam`, `extended_dwell_time`, `other` or `total`. A `total` can include the other
/// fees.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_type(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 10, index)
}

/// Amount of the fee, with the digits that the source sent; 0 is an amount. Writes it to `value`. Returns
/// SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_amount(resource: *const Resource, index: usize, value: *mut f64) -> i32 {
    double_of(resource, CONTAINER, Item(11, index), value)
}

/// Amount of the fee, with the digits that the source sent; 0 is an amount. As a text, with the digits that were
/// received.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_amount_text(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 11, index)
}

/// Currency of the amount (ISO 4217); no value if the terminal does not report it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_fees_currency_code(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 12, index)
}

/// Releases of the container by shipping line, customs and terminal. The hosted service names the attribute without
/// describing its content; the embedded service omits it. JSON.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_release_statuses_json(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 22)
}

/// Time zone of the port of discharge (IANA name); no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_timezone(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 23)
}

/// Time zone of the inland destination (IANA name); no value if unknown, and if there is no inland destination.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_final_destination_timezone(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 24)
}

/// Time zone of the place where the empty container is returned (IANA name); no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_empty_terminated_timezone(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 25)
}

/// SCAC of the railway that takes the container at the port of discharge; no value if unknown, and if it does not
/// travel by rail.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_rail_carrier_scac(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 26)
}

/// SCAC of the railway that delivers to the inland destination; no value if unknown, and if it does not travel by rail.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_rail_carrier_scac(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 27)
}

/// Time when the service last requested data about the container from the terminal; no value if never.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_last_tracking_request_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 28)
}

/// Time when the service last requested data about the shipment from the shipping line; no value if never.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_shipment_last_tracking_request_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 29)
}

/// Time when the container was loaded on a rail car at the port of discharge; no value before that, and if it does not
/// travel by rail.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_rail_loaded_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 30)
}

/// Time when the train left the port of discharge; no value before that, and if the container does not travel by rail.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_rail_departed_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 31)
}

/// Estimated arrival at the inland destination, as reported by the railway; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_eta_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 32)
}

/// Actual arrival at the inland destination, as reported by the railway; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_ata_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 33)
}

/// Time when the container was unloaded from the rail car at the inland destination; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_rail_unloaded_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 34)
}

/// Last free day inland. Deprecated: use `pickup_lfd_rail` of `import_deadlines`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_lfd_on(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 35)
}

/// The number of items. Holds at the inland terminal, under an older name. The hosted service sends no value: use
/// `holds_at_pod_terminal`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_holds_count(resource: *const Resource) -> usize {
    count_of(resource, CONTAINER, 13)
}

/// Kind of the hold: `freight`, `customs`, `USDA`, `VACIS`, `TMF` or `other`; terminals also send other names.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_holds_name(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 13, index)
}

/// Status of the hold: `pending` or `hold`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_holds_status(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 14, index)
}

/// Description by the terminal; empty or no value if the terminal gives none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_holds_description(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 15, index)
}

/// More about the hold, in the words of the terminal; left out if the terminal gives none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_holds_detail(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 16, index)
}

/// When the source of the hold last confirmed it, if that is longer ago than usual; left out otherwise. Only the
/// embedded service reports it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_holds_unconfirmed_since(
    resource: *const Resource,
    index: usize,
) -> Text {
    item_of(resource, CONTAINER, 17, index)
}

/// The number of items. Fees at the inland terminal, under an older name. The hosted service sends no value: use
/// `fees_at_pod_terminal`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_fees_count(resource: *const Resource) -> usize {
    count_of(resource, CONTAINER, 18)
}

/// Kind of the fee: `demurrage`, `exam`, `extended_dwell_time`, `other` or `total`. A `total` can include the other
/// fees.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_fees_type(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 18, index)
}

/// Amount of the fee, with the digits that the source sent; 0 is an amount. Writes it to `value`. Returns
/// SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_fees_amount(
    resource: *const Resource,
    index: usize,
    value: *mut f64,
) -> i32 {
    double_of(resource, CONTAINER, Item(19, index), value)
}

/// Amount of the fee, with the digits that the source sent; 0 is an amount. As a text, with the digits that were
/// received.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_fees_amount_text(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 19, index)
}

/// Currency of the amount (ISO 4217); no value if the terminal does not report it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ind_facility_fees_currency_code(resource: *const Resource, index: usize) -> Text {
    item_of(resource, CONTAINER, 20, index)
}

/// Last free day of the shipping line, under an older name. The hosted service sends no value: use `import_deadlines`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_ssl_lfd(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 36)
}

/// Last free day that the terminal at the port of discharge sets; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pickup_lfd_terminal(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 37)
}

/// Last free day that the railway sets at the inland destination; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pickup_lfd_rail(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 38)
}

/// Last free day that the shipping line sets; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pickup_lfd_line(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 39)
}

/// Day until which the fees at the terminal are paid; left out if unknown. Only the embedded service reports it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pickup_good_through(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 40)
}

/// Last free day for the return of the empty container: that of detention, or of a combined free time; left out if
/// unknown. Only the embedded service reports it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_return_lfd_line(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 41)
}

/// Current status of the container, which the service derives from its events.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_current_status(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 42)
}

/// Current status of the container, which the service derives from its events. As a number:
/// SHIPTRACK_CONTAINER_STATUS_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_current_status_code(resource: *const Resource) -> i32 {
    code_of(resource, CONTAINER, Slot(42))
}

/// `true` if the container left its shipment, for example because it was rolled over to another booking; missing
/// otherwise. Only the embedded service reports it. 1 yes, 0 no, -1 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_left_shipment(resource: *const Resource) -> i32 {
    flag_of(resource, CONTAINER, Slot(43))
}

/// Time when a user marked the container as delivered; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_delivered_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 44)
}

/// Time when the empty container was picked up at the origin; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_empty_out_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 45)
}

/// Time when the loaded container was delivered to the port of lading; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pol_full_in_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 46)
}

/// Time when the container was loaded on the vessel at the port of lading; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pol_vessel_loaded_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 47)
}

/// Time when the vessel left the port of lading; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pol_vessel_departed_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 48)
}

/// Time when the service last requested data about the container from the railway; no value if never.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_rail_last_tracking_request_at(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER, 49)
}

const CONTAINER_CREATED_EVENT: usize = 2;

/// Time when the service created the container.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_created_event_timestamp(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_CREATED_EVENT, 0)
}

/// Time zone of the timestamp (IANA name); usually `Etc/UTC`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_created_event_timezone(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_CREATED_EVENT, 1)
}

const CONTAINER_POD_TERMINAL_CHANGED_EVENT: usize = 3;

/// Time when the service detected the change.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_terminal_changed_event_timestamp(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_POD_TERMINAL_CHANGED_EVENT, 0)
}

/// Kind of the source that reported the change; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_terminal_changed_event_data_source(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_POD_TERMINAL_CHANGED_EVENT, 1)
}

/// Kind of the source that reported the change; no value if unknown. As a number: SHIPTRACK_DATA_SOURCE_…, 0 if there
/// is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_pod_terminal_changed_event_data_source_code(resource: *const Resource) -> i32 {
    code_of(resource, CONTAINER_POD_TERMINAL_CHANGED_EVENT, Slot(1))
}

const CONTAINER_UPDATED_EVENT: usize = 4;

/// The changes: the name of each changed attribute, with a list of its old and its new value. Some older notifications
/// use the name `pod_terminal_holds` for the holds. The values of `pod_terminal` are ids of terminals. A corrected
/// event that no attribute shows has names such as `container.transport.transshipment_arrived.timestamp`. A JSON
/// object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_updated_event_changeset_json(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_UPDATED_EVENT, 0)
}

/// Time when the service detected the change.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_updated_event_timestamp(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_UPDATED_EVENT, 1)
}

/// Time zone of the port of discharge (IANA name); no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_updated_event_timezone(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_UPDATED_EVENT, 2)
}

/// Kind of the source that reported the change; `terminal` in all known notifications of the hosted service.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_updated_event_data_source(resource: *const Resource) -> Text {
    text_of(resource, CONTAINER_UPDATED_EVENT, 3)
}

/// Kind of the source that reported the change; `terminal` in all known notifications of the hosted service. As a
/// number: SHIPTRACK_DATA_SOURCE_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_updated_event_data_source_code(resource: *const Resource) -> i32 {
    code_of(resource, CONTAINER_UPDATED_EVENT, Slot(3))
}

const CUSTOM_FIELD: usize = 5;

/// API name of the field: the `api_slug` of its definition.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_api_slug(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD, 0)
}

/// The value: text, number, boolean, list of texts or object, depending on the data type; no value if the field has no
/// value. JSON.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_value_json(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD, 1)
}

/// The value formatted for people; no value if the field has no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_display_value(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD, 2)
}

const CUSTOM_FIELD_DEFINITION: usize = 6;

/// Type of the resources that have the field; cannot be changed later.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_entity_type(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 0)
}

/// Type of the resources that have the field; cannot be changed later. As a number:
/// SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_entity_type_code(resource: *const Resource) -> i32 {
    code_of(resource, CUSTOM_FIELD_DEFINITION, Slot(0))
}

/// API name of the field; cannot be changed later.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_api_slug(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 1)
}

/// Name of the field that is shown to people.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_display_name(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 2)
}

/// Purpose of the field, for people; no value if not given.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_description(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 3)
}

/// Data type of the values; cannot be changed later.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_data_type(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 4)
}

/// Data type of the values; cannot be changed later. As a number: SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_…, 0 if there is no
/// value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_data_type_code(resource: *const Resource) -> i32 {
    code_of(resource, CUSTOM_FIELD_DEFINITION, Slot(4))
}

/// Type of the resources to which values of the data type `reference` refer; no value for other data types.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_reference_type(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 5)
}

/// Rules for the values, such as `required`, `pattern` and `max_length`; no value if there are no rules. A JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_validation_json(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 6)
}

/// Format in which values are shown; no value for the default format.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_default_format(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 7)
}

/// Value for resources that are created without one; no value if there is no default. JSON.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_default_value_json(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 8)
}

/// Template from which the definition was created; no value if it was created without a template.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_template_id(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 9)
}

/// Time when the definition was created.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_created_at(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 10)
}

/// Time when the definition last changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_updated_at(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_DEFINITION, 11)
}

const CUSTOM_FIELD_OPTION: usize = 7;

/// Text of the option that is shown to people.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_option_label(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_OPTION, 0)
}

/// Value that is stored. It is unique among the options of a definition.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_option_value(resource: *const Resource) -> Text {
    text_of(resource, CUSTOM_FIELD_OPTION, 1)
}

/// Position among the options of the field, in ascending order; no value if the options have no order. Writes it to
/// `value`. Returns SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_option_position(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, CUSTOM_FIELD_OPTION, Slot(2), value)
}

const DOCUMENT: usize = 8;

/// Name of the document; initially the name of its file.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_name(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 0)
}

/// How the service received the document.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_source(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 1)
}

/// How the service received the document. As a number: SHIPTRACK_DOCUMENT_SOURCE_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_source_code(resource: *const Resource) -> i32 {
    code_of(resource, DOCUMENT, Slot(1))
}

/// Type of the document, such as `bill_of_lading`; no value until it is classified.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_document_type(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 2)
}

/// Type that a user set, which overrides the detected type; no value if no user set a type.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_document_type_manual(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 3)
}

/// Explanation of the classification, for people; no value if missing.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_classification_notes(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 4)
}

/// Name of the file; no value in the short form.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_file_name(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 5)
}

/// Media type of the file, such as `application/pdf`; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_file_content_type(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 6)
}

/// Size of the file in bytes; no value if unknown. Writes it to `value`. Returns SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_file_size_bytes(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, DOCUMENT, Slot(7), value)
}

/// Time when the service received the document.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_created_at(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 8)
}

/// Time when the document last changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_updated_at(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT, 9)
}

const DOCUMENT_REPRESENTATION: usize = 9;

/// Version of the schema of the payload: a date as text.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_representation_schema_version(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_REPRESENTATION, 0)
}

/// Extracted values, with the members of the schema of the document type; no value if nothing was extracted. A JSON
/// object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_representation_payload_json(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_REPRESENTATION, 1)
}

/// Time when the data was extracted.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_representation_created_at(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_REPRESENTATION, 2)
}

/// Time when the values last changed.
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

/// Name of the document type that is shown to people.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_label(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 1)
}

/// Version of the schema: a date as text.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_schema_version(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 2)
}

/// Document type and version, such as `bill_of_lading@2026-11-01`; the same as the id.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_full_version(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 3)
}

/// Whether this version is used to extract data now. 1 yes, 0 no, -1 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_current(resource: *const Resource) -> i32 {
    flag_of(resource, DOCUMENT_SCHEMA, Slot(4))
}

/// Whether the version is a draft, which can still change. 1 yes, 0 no, -1 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_draft(resource: *const Resource) -> i32 {
    flag_of(resource, DOCUMENT_SCHEMA, Slot(5))
}

/// Time from which the version is used; no value if not decided.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_active_at(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 6)
}

/// Language of the schema; no value if there is no schema.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_schema_format(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 7)
}

/// Language of the schema; no value if there is no schema. As a number: SHIPTRACK_SCHEMA_FORMAT_…, 0 if there is no
/// value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_schema_format_code(resource: *const Resource) -> i32 {
    code_of(resource, DOCUMENT_SCHEMA, Slot(7))
}

/// Description of the document type, for people; no value if not given.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_description(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 8)
}

/// The schema, in the language of `schema_format`; no value if there is no schema. A JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_schema_payload_json(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 9)
}

/// Time when the schema was created.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_created_at(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 10)
}

/// Time when the schema last changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_updated_at(resource: *const Resource) -> Text {
    text_of(resource, DOCUMENT_SCHEMA, 11)
}

const EMAIL_SUBMISSION: usize = 11;

/// Subject of the message; empty if it has none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_subject(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 0)
}

/// Text of the message; no value if it has none, and in the short form.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_body(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 1)
}

/// The first 200 characters of the text; only in the short form.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_body_preview(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 2)
}

/// The number of items of shiptrack_email_submission_from_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_from_count(resource: *const Resource) -> usize {
    count_of(resource, EMAIL_SUBMISSION, 0)
}

/// Addresses of the senders. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_from_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 0, index)
}

/// The number of items of shiptrack_email_submission_to_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_to_count(resource: *const Resource) -> usize {
    count_of(resource, EMAIL_SUBMISSION, 1)
}

/// Addresses of the recipients. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_to_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 1, index)
}

/// The number of items of shiptrack_email_submission_cc_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_cc_count(resource: *const Resource) -> usize {
    count_of(resource, EMAIL_SUBMISSION, 2)
}

/// Addresses of the recipients of copies. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_cc_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 2, index)
}

/// Time when the message was sent, from its header `Date`; no value if missing.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_sent_at(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 3)
}

/// Identifier of the message, from its header `Message-ID`; no value if missing.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_message_id(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 4)
}

/// Identifier of the message to which this is a reply, from its header `In-Reply-To`; no value if missing, and in the
/// short form.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_in_reply_to(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 5)
}

/// The number of items of shiptrack_email_submission_references_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_references_count(resource: *const Resource) -> usize {
    count_of(resource, EMAIL_SUBMISSION, 3)
}

/// Identifiers of the previous messages of the thread, oldest first; no value in the short form. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_references_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 3, index)
}

/// Media type of the whole message; no value if missing, and in the short form.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_content_type(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 6)
}

/// Number of documents of the message that were not deleted; no value in the short form. Writes it to `value`. Returns
/// SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_documents_count(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, EMAIL_SUBMISSION, Slot(7), value)
}

/// The number of items. Numbers in the message and its documents that are not tracked yet; no value in the short form.
/// Only the embedded service returns them.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_untracked_numbers_count(resource: *const Resource) -> usize {
    count_of(resource, EMAIL_SUBMISSION, 4)
}

/// The number, in the form that a tracking request accepts.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_untracked_numbers_number(resource: *const Resource, index: usize) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 4, index)
}

/// Kind of the number: `bill_of_lading`, `booking_number` or `container`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_untracked_numbers_request_type(
    resource: *const Resource,
    index: usize,
) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 5, index)
}

/// Kind of the number: `bill_of_lading`, `booking_number` or `container`. As a number: SHIPTRACK_REQUEST_TYPE_…, 0 if
/// there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_untracked_numbers_request_type_code(
    resource: *const Resource,
    index: usize,
) -> i32 {
    code_of(resource, EMAIL_SUBMISSION, Item(5, index))
}

/// SCAC of the carrier that the number indicates; no value if it indicates none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_untracked_numbers_scac(resource: *const Resource, index: usize) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 6, index)
}

/// Id of the first document that contains the number; no value if the message itself contains it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_untracked_numbers_document_id(
    resource: *const Resource,
    index: usize,
) -> Text {
    item_of(resource, EMAIL_SUBMISSION, 7, index)
}

/// Time when the service received the message.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_created_at(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 8)
}

/// Time when the submission last changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_updated_at(resource: *const Resource) -> Text {
    text_of(resource, EMAIL_SUBMISSION, 9)
}

const ESTIMATED_EVENT: usize = 12;

/// Time when the service detected the change.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_created_at(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 0)
}

/// New estimated time of arrival.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_estimated_timestamp(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 1)
}

/// Name of the event: `shipment.estimated.arrival` in all known notifications.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_event(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 2)
}

/// Name of the event: `shipment.estimated.arrival` in all known notifications. As a number: SHIPTRACK_EVENT_…, 0 if
/// there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_event_code(resource: *const Resource) -> i32 {
    code_of(resource, ESTIMATED_EVENT, Slot(2))
}

/// UN/LOCODE of the port of discharge; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_location_locode(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 3)
}

/// Time zone of the port of discharge (IANA name); no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_timezone(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 4)
}

/// Number of the voyage that arrives at the port of discharge; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_voyage_number(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 5)
}

/// Kind of the source that reported the change.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_data_source(resource: *const Resource) -> Text {
    text_of(resource, ESTIMATED_EVENT, 6)
}

/// Kind of the source that reported the change. As a number: SHIPTRACK_DATA_SOURCE_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_estimated_event_data_source_code(resource: *const Resource) -> i32 {
    code_of(resource, ESTIMATED_EVENT, Slot(6))
}

const METRO_AREA: usize = 13;

/// Name of the area, usually that of its main city.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_name(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 0)
}

/// UN/LOCODE of the area.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_code(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 1)
}

/// Abbreviation of the state or province, which can be a number as text; no value if the country has none or it is
/// unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_state_abbr(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 2)
}

/// Country code: two letters (ISO 3166-1).
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_country_code(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 3)
}

/// Time zone of the area (IANA name); can be an older name such as `US/Eastern`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_time_zone(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 4)
}

/// Latitude in degrees, positive to the north; no value if unknown. The API writes it as text. Writes it to `value`.
/// Returns SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_latitude(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, METRO_AREA, Slot(5), value)
}

/// Latitude in degrees, positive to the north; no value if unknown. The API writes it as text. As a text, with the
/// digits that were received.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_latitude_text(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 5)
}

/// Longitude in degrees, positive to the east; no value if unknown. The API writes it as text. Writes it to `value`.
/// Returns SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_longitude(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, METRO_AREA, Slot(6), value)
}

/// Longitude in degrees, positive to the east; no value if unknown. The API writes it as text. As a text, with the
/// digits that were received.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_longitude_text(resource: *const Resource) -> Text {
    text_of(resource, METRO_AREA, 6)
}

const PARTY: usize = 14;

/// Name of the company. It is unique in the account.
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

/// UN/LOCODE of the port. Some codes of the hosted service differ from the official ones.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_code(resource: *const Resource) -> Text {
    text_of(resource, PORT, 1)
}

/// Abbreviation of the state or province, which can be a number as text; no value if the country has none or it is
/// unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_state_abbr(resource: *const Resource) -> Text {
    text_of(resource, PORT, 2)
}

/// City of the port; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_city(resource: *const Resource) -> Text {
    text_of(resource, PORT, 3)
}

/// Country code: two letters (ISO 3166-1).
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_country_code(resource: *const Resource) -> Text {
    text_of(resource, PORT, 4)
}

/// Time zone of the port (IANA name); can be an older name such as `US/Eastern`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_time_zone(resource: *const Resource) -> Text {
    text_of(resource, PORT, 5)
}

/// Latitude in degrees, positive to the north; no value if unknown. The API writes it as text. Writes it to `value`.
/// Returns SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_latitude(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, PORT, Slot(6), value)
}

/// Latitude in degrees, positive to the north; no value if unknown. The API writes it as text. As a text, with the
/// digits that were received.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_latitude_text(resource: *const Resource) -> Text {
    text_of(resource, PORT, 6)
}

/// Longitude in degrees, positive to the east; no value if unknown. The API writes it as text. Writes it to `value`.
/// Returns SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_longitude(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, PORT, Slot(7), value)
}

/// Longitude in degrees, positive to the east; no value if unknown. The API writes it as text. As a text, with the
/// digits that were received.
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

/// Common short name; no value if the terminal has no short name.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_rail_terminal_nickname(resource: *const Resource) -> Text {
    text_of(resource, RAIL_TERMINAL, 1)
}

/// FIRMS code of US customs; no value in other countries and if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_rail_terminal_firms_code(resource: *const Resource) -> Text {
    text_of(resource, RAIL_TERMINAL, 2)
}

/// City of the address; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_rail_terminal_city(resource: *const Resource) -> Text {
    text_of(resource, RAIL_TERMINAL, 3)
}

const RAW_EVENT: usize = 17;

/// Milestone as which the service classifies the statement; no value if it is not classified.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_event(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 0)
}

/// Milestone as which the service classifies the statement; no value if it is not classified. As a number:
/// SHIPTRACK_MILESTONE_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_event_code(resource: *const Resource) -> i32 {
    code_of(resource, RAW_EVENT, Slot(0))
}

/// Text of the source; no value if it sent none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_original_event(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 1)
}

/// Time when it happened or is expected to happen; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_timestamp(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 2)
}

/// Whether it is planned or expected, and has not happened yet. 1 yes, 0 no, -1 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_estimated(resource: *const Resource) -> i32 {
    flag_of(resource, RAW_EVENT, Slot(3))
}

/// Day when it happened. Deprecated: use `timestamp` and `estimated`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_actual_on(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 4)
}

/// Day when it is expected. Deprecated: use `timestamp` and `estimated`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_estimated_on(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 5)
}

/// Time when it happened. Deprecated: use `timestamp` and `estimated`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_actual_at(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 6)
}

/// Time when it is expected. Deprecated: use `timestamp` and `estimated`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_estimated_at(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 7)
}

/// Time when it will happen, as reported by the source. Both services send no value: use `timestamp`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_will_occur_at(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 8)
}

/// Time zone of the place (IANA name); no value if the timestamp is a local time at the place.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_timezone(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 9)
}

/// Time when the service received the statement.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_created_at(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 10)
}

/// Name of the place, as written by the source; no value if the source names no place.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_location_name(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 11)
}

/// UN/LOCODE of the place; no value if the service does not recognize the place.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_location_locode(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 12)
}

/// Name of the vessel; no value if no vessel is involved.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_vessel_name(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 13)
}

/// IMO number of the vessel, as text; no value if no vessel is involved or the number is unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_vessel_imo(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 14)
}

/// Position of the statement in the list of the source, which is not always in chronological order. Writes it to
/// `value`. Returns SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_index(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, RAW_EVENT, Slot(15), value)
}

/// Number of the voyage; empty or no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_voyage_number(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 16)
}

/// Time when the source corrected or withdrew the statement; no value while it is valid.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_invalidated_at(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 17)
}

/// Time when the source last repeated an estimate that it first sent at `created_at`. Only the embedded service returns
/// this.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_confirmed_at(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 18)
}

/// Kind of the source.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_data_source(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 19)
}

/// Kind of the source. As a number: SHIPTRACK_DATA_SOURCE_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_data_source_code(resource: *const Resource) -> i32 {
    code_of(resource, RAW_EVENT, Slot(19))
}

/// Name of the source, such as the name of the shipping line.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_data_provider_name(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 20)
}

/// Code of the source; for a shipping line its SCAC.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_raw_event_data_provider_code(resource: *const Resource) -> Text {
    text_of(resource, RAW_EVENT, 21)
}

const SEARCH_RESULT: usize = 18;

/// Kind of the result.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_entity_type(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 0)
}

/// Kind of the result. As a number: SHIPTRACK_SEARCH_ENTITY_TYPE_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_entity_type_code(resource: *const Resource) -> i32 {
    code_of(resource, SEARCH_RESULT, Slot(0))
}

/// Number of the bill of lading, booking or container.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_number(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 1)
}

/// Id of the shipment, or of the shipment to which the container belongs; no value if there is no shipment yet.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_shipment_id(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 2)
}

/// SCAC of the shipping line; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_scac(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 3)
}

/// Name of the port of lading; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_port_of_lading_name(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 4)
}

/// Name of the port of discharge; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_port_of_discharge_name(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 5)
}

/// Number of containers of the shipment; no value for results of other kinds. Writes it to `value`. Returns
/// SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_containers_count(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, SEARCH_RESULT, Slot(6), value)
}

/// Whether tracking of the shipment has stopped. 1 yes, 0 no, -1 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_tracking_stopped(resource: *const Resource) -> i32 {
    flag_of(resource, SEARCH_RESULT, Slot(7))
}

/// Reason why tracking stopped; no value while the shipment is tracked.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_tracking_stopped_reason(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 8)
}

/// Reason why tracking stopped; no value while the shipment is tracked. As a number: SHIPTRACK_STOP_REASON_…, 0 if
/// there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_tracking_stopped_reason_code(resource: *const Resource) -> i32 {
    code_of(resource, SEARCH_RESULT, Slot(8))
}

/// Status of the tracking request, or current status of the container; no value for shipments.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_status(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 9)
}

/// Reason why the tracking request failed; no value if it did not fail.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_failed_reason(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 10)
}

/// Reason why the tracking request failed; no value if it did not fail. As a number: SHIPTRACK_FAILED_REASON_…, 0 if
/// there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_failed_reason_code(resource: *const Resource) -> i32 {
    code_of(resource, SEARCH_RESULT, Slot(10))
}

/// The number of items of shiptrack_search_result_ref_numbers_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_ref_numbers_count(resource: *const Resource) -> usize {
    count_of(resource, SEARCH_RESULT, 0)
}

/// References of the customer. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_ref_numbers_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, SEARCH_RESULT, 0, index)
}

/// Time when the found resource was created.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_created_at(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 11)
}

/// Time when the found resource last changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_result_updated_at(resource: *const Resource) -> Text {
    text_of(resource, SEARCH_RESULT, 12)
}

const SHIPMENT: usize = 19;

/// Number of the bill of lading or booking, as it was submitted.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_bill_of_lading_number(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 0)
}

/// Number in the form that is sent to the shipping line, often without the prefix of the line.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_normalized_number(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 1)
}

/// The number of items of shiptrack_shipment_ref_numbers_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_ref_numbers_count(resource: *const Resource) -> usize {
    count_of(resource, SHIPMENT, 0)
}

/// References of the customer for the shipment. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_ref_numbers_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, SHIPMENT, 0, index)
}

/// Time when the service created the shipment.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_created_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 2)
}

/// The number of items of shiptrack_shipment_tags_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_tags_count(resource: *const Resource) -> usize {
    count_of(resource, SHIPMENT, 1)
}

/// Tags that the account assigned to the shipment. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_tags_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, SHIPMENT, 1, index)
}

/// UN/LOCODE of the port of lading; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_port_of_lading_locode(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 3)
}

/// Name of the port of lading; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_port_of_lading_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 4)
}

/// UN/LOCODE of the port of discharge; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_port_of_discharge_locode(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 5)
}

/// Name of the port of discharge; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_port_of_discharge_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 6)
}

/// UN/LOCODE of the inland destination; no value if there is no inland destination, or only its name is known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_destination_locode(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 7)
}

/// Name of the inland destination; no value if there is no inland destination.
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

/// Name of the customer for whom the shipment is tracked; no value if no customer was given.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_customer_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 12)
}

/// Name of the vessel that arrives at the port of discharge; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_vessel_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 13)
}

/// IMO number, as text, of the vessel that arrives at the port of discharge; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_vessel_imo(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 14)
}

/// Number of the voyage that arrives at the port of discharge; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_voyage_number(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 15)
}

/// Estimated departure from the port of lading; no value if unknown. Its time zone is `pol_timezone`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pol_etd_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 16)
}

/// First estimate of the departure from the port of lading; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pol_original_etd_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 17)
}

/// Actual departure from the port of lading; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pol_atd_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 18)
}

/// Estimated arrival at the port of discharge; no value if unknown, and often after the arrival. Its time zone is
/// `pod_timezone`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_eta_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 19)
}

/// First estimate of the arrival at the port of discharge; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_original_eta_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 20)
}

/// Actual arrival at the port of discharge; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_ata_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 21)
}

/// Estimated arrival at the inland destination, as reported by the shipping line; no value if unknown. Its time zone is
/// `destination_timezone`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_destination_eta_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 22)
}

/// First estimate of the arrival at the inland destination; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_destination_original_eta_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 23)
}

/// Actual arrival at the inland destination, as reported by the shipping line; no value before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_destination_ata_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 24)
}

/// Time zone of the port of lading (IANA name); no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pol_timezone(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 25)
}

/// Time zone of the port of discharge (IANA name); no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_pod_timezone(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 26)
}

/// Time zone of the inland destination (IANA name); no value if unknown, and if there is no inland destination.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_destination_timezone(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 27)
}

/// Time when the service last requested data from the shipping line; no value if never.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_line_tracking_last_attempted_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 28)
}

/// Time when the shipping line last returned data; no value if never.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_line_tracking_last_succeeded_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 29)
}

/// Time when tracking stopped; no value while the shipment is tracked.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_line_tracking_stopped_at(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 30)
}

/// Reason why tracking stopped; no value while the shipment is tracked.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_line_tracking_stopped_reason(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT, 31)
}

/// Reason why tracking stopped; no value while the shipment is tracked. As a number: SHIPTRACK_STOP_REASON_…, 0 if
/// there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_line_tracking_stopped_reason_code(resource: *const Resource) -> i32 {
    code_of(resource, SHIPMENT, Slot(31))
}

const SHIPMENT_UPDATED_EVENT: usize = 20;

/// The changes: the name of each corrected attribute, with a list of its old and its new value. A JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_updated_event_changeset_json(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT_UPDATED_EVENT, 0)
}

/// Time when the service detected the change.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_updated_event_timestamp(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT_UPDATED_EVENT, 1)
}

/// Kind of the source that reported the change.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_updated_event_data_source(resource: *const Resource) -> Text {
    text_of(resource, SHIPMENT_UPDATED_EVENT, 2)
}

/// Kind of the source that reported the change. As a number: SHIPTRACK_DATA_SOURCE_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_updated_event_data_source_code(resource: *const Resource) -> i32 {
    code_of(resource, SHIPMENT_UPDATED_EVENT, Slot(2))
}

const SHIPPING_LINE: usize = 21;

/// Standard Carrier Alpha Code (SCAC) of the shipping line: four letters that identify it in tracking requests.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_scac(resource: *const Resource) -> Text {
    text_of(resource, SHIPPING_LINE, 0)
}

/// Full name of the shipping line.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPPING_LINE, 1)
}

/// The number of items of shiptrack_shipping_line_alternative_scacs_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_alternative_scacs_count(resource: *const Resource) -> usize {
    count_of(resource, SHIPPING_LINE, 0)
}

/// Other SCACs of the shipping line, which tracking requests also accept. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_alternative_scacs_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, SHIPPING_LINE, 0, index)
}

/// Common short name of the shipping line.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_short_name(resource: *const Resource) -> Text {
    text_of(resource, SHIPPING_LINE, 2)
}

/// Whether bills of lading of the shipping line can be tracked; no value if unknown. 1 yes, 0 no, -1 if there is no
/// value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_bill_of_lading_tracking_support(resource: *const Resource) -> i32 {
    flag_of(resource, SHIPPING_LINE, Slot(3))
}

/// Whether bookings of the shipping line can be tracked; no value if unknown. 1 yes, 0 no, -1 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_booking_number_tracking_support(resource: *const Resource) -> i32 {
    flag_of(resource, SHIPPING_LINE, Slot(4))
}

/// Whether containers can be tracked by container number at the shipping line; no value if unknown. 1 yes, 0 no, -1 if
/// there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_container_number_tracking_support(resource: *const Resource) -> i32 {
    flag_of(resource, SHIPPING_LINE, Slot(5))
}

/// Which data the shipping line supplies: a boolean for each kind of data, and a text with the same name and the suffix
/// `_notes`; no value if unknown. A JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_provided_data_json(resource: *const Resource) -> Text {
    text_of(resource, SHIPPING_LINE, 6)
}

/// URL of the tracking page of the shipping line; no value if unknown. The number replaces `${BLNUM}`; if the URL does
/// not contain it, the number is entered on the page.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_tracking_url(resource: *const Resource) -> Text {
    text_of(resource, SHIPPING_LINE, 7)
}

/// URL of the contact page of the shipping line; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_contact_url(resource: *const Resource) -> Text {
    text_of(resource, SHIPPING_LINE, 8)
}

/// Whether this service can ask the shipping line about numbers. Only the embedded service has this attribute. 1 yes, 0
/// no, -1 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_can_be_asked(resource: *const Resource) -> i32 {
    flag_of(resource, SHIPPING_LINE, Slot(9))
}

const TERMINAL: usize = 22;

/// Full name of the terminal.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_name(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 0)
}

/// Common short name; no value if the terminal has no short name.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_nickname(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 1)
}

/// FIRMS code of US customs, or in Canada the sublocation code of the CBSA; no value in other countries and if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_firms_code(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 2)
}

/// Code of the terminal in the SMDG list; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_smdg_code(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 3)
}

/// Facility code of the Bureau International des Containers (BIC); no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_bic_facility_code(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 4)
}

/// Street and number of the address, which can end in spaces; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_street(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 5)
}

/// City of the address; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_city(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 6)
}

/// State or province of the address, in full; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_state(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 7)
}

/// State or province of the address, abbreviated; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_state_abbr(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 8)
}

/// Postal code of the address, as text; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_zip(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 9)
}

/// Name of the country (not a code); no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_country(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 10)
}

/// Which data the terminal supplies: a boolean for each kind of data, and a text with the same name and the suffix
/// `_notes`; no value if unknown. A JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_provided_data_json(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 11)
}

/// Kind of facility. A terminal of a railway has either the type `terminal` and the kind `rail`, or the type
/// `rail_terminal`; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_facility_type(resource: *const Resource) -> Text {
    text_of(resource, TERMINAL, 12)
}

/// Kind of facility. A terminal of a railway has either the type `terminal` and the kind `rail`, or the type
/// `rail_terminal`; no value if unknown. As a number: SHIPTRACK_FACILITY_TYPE_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_facility_type_code(resource: *const Resource) -> i32 {
    code_of(resource, TERMINAL, Slot(12))
}

const TRACKING_REQUEST: usize = 23;

/// Kind of the number.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_request_type(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 0)
}

/// Kind of the number. As a number: SHIPTRACK_REQUEST_TYPE_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_request_type_code(resource: *const Resource) -> i32 {
    code_of(resource, TRACKING_REQUEST, Slot(0))
}

/// Number, as it was submitted.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_request_number(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 1)
}

/// SCAC of the shipping line; no value while the service is detecting it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_scac(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 2)
}

/// Status of the request.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_status(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 3)
}

/// Status of the request. As a number: SHIPTRACK_REQUEST_STATUS_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_status_code(resource: *const Resource) -> i32 {
    code_of(resource, TRACKING_REQUEST, Slot(3))
}

/// Reason why the last look-up or the whole request failed; no value if it did not fail.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_failed_reason(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 4)
}

/// Reason why the last look-up or the whole request failed; no value if it did not fail. As a number:
/// SHIPTRACK_FAILED_REASON_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_failed_reason_code(resource: *const Resource) -> i32 {
    code_of(resource, TRACKING_REQUEST, Slot(4))
}

/// Whether the service is repeating look-ups after a failed one. 1 yes, 0 no, -1 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_is_retrying(resource: *const Resource) -> i32 {
    flag_of(resource, TRACKING_REQUEST, Slot(5))
}

/// Number of consecutive failed look-ups; no value if the last one succeeded, and once there is a shipment. Writes it
/// to `value`. Returns SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_retry_count(resource: *const Resource, value: *mut i64) -> i32 {
    integer_of(resource, TRACKING_REQUEST, Slot(6), value)
}

/// The number of items of shiptrack_tracking_request_ref_numbers_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_ref_numbers_count(resource: *const Resource) -> usize {
    count_of(resource, TRACKING_REQUEST, 0)
}

/// References of the customer, which are copied to the shipment. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_ref_numbers_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, TRACKING_REQUEST, 0, index)
}

/// The number of items of shiptrack_tracking_request_shipment_tags_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_shipment_tags_count(resource: *const Resource) -> usize {
    count_of(resource, TRACKING_REQUEST, 1)
}

/// Tags for the shipment. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_shipment_tags_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, TRACKING_REQUEST, 1, index)
}

/// Time when the request was created.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_created_at(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 7)
}

/// Time when the request last changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_updated_at(resource: *const Resource) -> Text {
    text_of(resource, TRACKING_REQUEST, 8)
}

const TRANSPORT_EVENT: usize = 24;

/// Name of the event: what happened, or which date changed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_event(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 0)
}

/// Name of the event: what happened, or which date changed. As a number: SHIPTRACK_EVENT_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_event_code(resource: *const Resource) -> i32 {
    code_of(resource, TRANSPORT_EVENT, Slot(0))
}

/// Number of the voyage; no value if the event belongs to no voyage.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_voyage_number(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 1)
}

/// Time when the event happened or is expected to happen; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_timestamp(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 2)
}

/// Time zone of the place (IANA name); no value if the timestamp is a local time at the place.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_timezone(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 3)
}

/// UN/LOCODE of the place; no value if unknown or not recognized.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_location_locode(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 4)
}

/// Time when the service created the event.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_created_at(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 5)
}

/// Kind of the source that reported the event; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_data_source(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 6)
}

/// Kind of the source that reported the event; no value if unknown. As a number: SHIPTRACK_DATA_SOURCE_…, 0 if there is
/// no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_data_source_code(resource: *const Resource) -> i32 {
    code_of(resource, TRANSPORT_EVENT, Slot(6))
}

/// Time when the event was withdrawn or replaced; no value while it is valid.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_invalidated_at(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 7)
}

/// New last free day or appointment, for events that report such a change; no value for other events.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_value(resource: *const Resource) -> Text {
    text_of(resource, TRANSPORT_EVENT, 8)
}

const VESSEL: usize = 26;

/// Name of the vessel.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_name(resource: *const Resource) -> Text {
    text_of(resource, VESSEL, 0)
}

/// IMO number of the vessel: seven digits as text; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_imo(resource: *const Resource) -> Text {
    text_of(resource, VESSEL, 1)
}

/// Maritime Mobile Service Identity (MMSI) of the radio of the vessel: nine digits as text; no value if unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_mmsi(resource: *const Resource) -> Text {
    text_of(resource, VESSEL, 2)
}

/// Latitude of the last position in degrees, positive to the north; no value if no position is known. Writes it to
/// `value`. Returns SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_latitude(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, VESSEL, Slot(3), value)
}

/// Latitude of the last position in degrees, positive to the north; no value if no position is known. As a text, with
/// the digits that were received.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_latitude_text(resource: *const Resource) -> Text {
    text_of(resource, VESSEL, 3)
}

/// Longitude of the last position in degrees, positive to the east; no value if no position is known. Writes it to
/// `value`. Returns SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_longitude(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, VESSEL, Slot(4), value)
}

/// Longitude of the last position in degrees, positive to the east; no value if no position is known. As a text, with
/// the digits that were received.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_longitude_text(resource: *const Resource) -> Text {
    text_of(resource, VESSEL, 4)
}

/// Speed over ground at the last position, in knots; no value if unknown. Writes it to `value`. Returns
/// SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_nautical_speed_knots(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, VESSEL, Slot(5), value)
}

/// Heading at the last position in degrees, clockwise from north; no value if unknown. Writes it to `value`. Returns
/// SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_navigational_heading_degrees(resource: *const Resource, value: *mut f64) -> i32 {
    double_of(resource, VESSEL, Slot(6), value)
}

/// Time of the last position; no value if no position is known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_position_timestamp(resource: *const Resource) -> Text {
    text_of(resource, VESSEL, 7)
}

/// The number of items. Positions in chronological order; no value unless requested, which requires a paid plan of the
/// hosted service.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_count(resource: *const Resource) -> usize {
    count_of(resource, VESSEL, 0)
}

/// Latitude in degrees, positive to the north. Writes it to `value`. Returns SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_latitude(resource: *const Resource, index: usize, value: *mut f64) -> i32 {
    double_of(resource, VESSEL, Item(0, index), value)
}

/// Latitude in degrees, positive to the north. As a text, with the digits that were received.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_latitude_text(resource: *const Resource, index: usize) -> Text {
    item_of(resource, VESSEL, 0, index)
}

/// Longitude in degrees, positive to the east. Writes it to `value`. Returns SHIPTRACK_ABSENT if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_longitude(
    resource: *const Resource,
    index: usize,
    value: *mut f64,
) -> i32 {
    double_of(resource, VESSEL, Item(1, index), value)
}

/// Longitude in degrees, positive to the east. As a text, with the digits that were received.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_longitude_text(resource: *const Resource, index: usize) -> Text {
    item_of(resource, VESSEL, 1, index)
}

/// Heading in degrees, clockwise from north; no value if unknown. Writes it to `value`. Returns SHIPTRACK_ABSENT if
/// there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_heading(resource: *const Resource, index: usize, value: *mut f64) -> i32 {
    double_of(resource, VESSEL, Item(2, index), value)
}

/// Time of the position.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_timestamp(resource: *const Resource, index: usize) -> Text {
    item_of(resource, VESSEL, 3, index)
}

/// Whether the position is an estimate, not a report of the vessel. 1 yes, 0 no, -1 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_positions_estimated(resource: *const Resource, index: usize) -> i32 {
    flag_of(resource, VESSEL, Item(4, index))
}

const WEBHOOK: usize = 27;

/// URL to which notifications are posted. The hosted service requires `https`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_url(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK, 0)
}

/// Whether notifications are sent. The service sets it to false after repeated failures, see `disabled_reason`. 1 yes,
/// 0 no, -1 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_active(resource: *const Resource) -> i32 {
    flag_of(resource, WEBHOOK, Slot(1))
}

/// The number of items of shiptrack_webhook_events_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_events_count(resource: *const Resource) -> usize {
    count_of(resource, WEBHOOK, 0)
}

/// Names of the events that the webhook receives; at least one. The extensions `tracking_request.deleted`,
/// `shipment.updated` and `webhook.disabled` are only sent if they are listed. Item `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_events_at(resource: *const Resource, index: usize) -> Text {
    item_of(resource, WEBHOOK, 0, index)
}

/// Names of the events that the webhook receives; at least one. The extensions `tracking_request.deleted`,
/// `shipment.updated` and `webhook.disabled` are only sent if they are listed. Item `index`, from 0. As a number:
/// SHIPTRACK_EVENT_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_events_code_at(resource: *const Resource, index: usize) -> i32 {
    code_of(resource, WEBHOOK, Item(0, index))
}

/// Secret with which the service signs deliveries; no value in responses that do not contain it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_secret(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK, 2)
}

/// The number of items. HTTP headers that are sent with every delivery; no value if no headers are set.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_headers_count(resource: *const Resource) -> usize {
    count_of(resource, WEBHOOK, 1)
}

/// Name of the header. The service capitalizes it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_headers_name(resource: *const Resource, index: usize) -> Text {
    item_of(resource, WEBHOOK, 1, index)
}

/// Value of the header.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_headers_value(resource: *const Resource, index: usize) -> Text {
    item_of(resource, WEBHOOK, 2, index)
}

/// Time when the webhook was created.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_created_at(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK, 3)
}

/// Time since which all deliveries have failed; missing if the last one succeeded. Only the embedded service reports
/// it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_failing_since(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK, 4)
}

/// Time when the service disabled the webhook; missing if it did not, or if the webhook was activated again. Only the
/// embedded service reports it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_disabled_at(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK, 5)
}

/// Why the service disabled the webhook; missing if `disabled_at` is missing.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_disabled_reason(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK, 6)
}

/// Why the service disabled the webhook; missing if `disabled_at` is missing. As a number:
/// SHIPTRACK_WEBHOOK_DISABLED_REASON_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_disabled_reason_code(resource: *const Resource) -> i32 {
    code_of(resource, WEBHOOK, Slot(6))
}

const WEBHOOK_EVENT_CATEGORY: usize = 28;

/// Name of the category that is shown to people.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_event_category_name(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK_EVENT_CATEGORY, 0)
}

/// The number of items. Events of the category that the account can receive.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_event_category_events_count(resource: *const Resource) -> usize {
    count_of(resource, WEBHOOK_EVENT_CATEGORY, 0)
}

/// Name of the event.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_event_category_events_name(resource: *const Resource, index: usize) -> Text {
    item_of(resource, WEBHOOK_EVENT_CATEGORY, 0, index)
}

/// Name of the event. As a number: SHIPTRACK_EVENT_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_event_category_events_name_code(resource: *const Resource, index: usize) -> i32 {
    code_of(resource, WEBHOOK_EVENT_CATEGORY, Item(0, index))
}

/// Description of the event, for people.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_event_category_events_description(resource: *const Resource, index: usize) -> Text {
    item_of(resource, WEBHOOK_EVENT_CATEGORY, 1, index)
}

const WEBHOOK_NOTIFICATION: usize = 29;

/// Name of the event.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_event(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK_NOTIFICATION, 0)
}

/// Name of the event. As a number: SHIPTRACK_EVENT_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_event_code(resource: *const Resource) -> i32 {
    code_of(resource, WEBHOOK_NOTIFICATION, Slot(0))
}

/// Status of the delivery. The body of a delivery can already contain `succeeded`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_delivery_status(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK_NOTIFICATION, 1)
}

/// Status of the delivery. The body of a delivery can already contain `succeeded`. As a number:
/// SHIPTRACK_DELIVERY_STATUS_…, 0 if there is no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_delivery_status_code(resource: *const Resource) -> i32 {
    code_of(resource, WEBHOOK_NOTIFICATION, Slot(1))
}

/// Time when the notification was created.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_created_at(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK_NOTIFICATION, 2)
}

/// Version of the payload: a date as text; only for events of documents, otherwise no value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_version(resource: *const Resource) -> Text {
    text_of(resource, WEBHOOK_NOTIFICATION, 3)
}
