//! Accounts and API keys, as resources of the types `account` and `api_key`.

use std::ffi::c_char;

use shiptrack::email::AllowedSenders;
use shiptrack::resources::Timestamp;
use shiptrack::serde_json::{Value, json};
use shiptrack::store::{AccountRecord, AccountSettings, KeyRecord};
use shiptrack::tracking::EstimateOrder;
use shiptrack::uuid::Uuid;

use super::{Service, account_of, service_of};
use crate::boundary::{Error, Failure, call, optional_text, required_text, texts, write_object};
use crate::page::{Page, PageBody};
use crate::resource::{self, Resource, ResourceBody};

fn account(record: &AccountRecord) -> Value {
    let mut attributes = json!({
        "name": record.name, "company_name": record.company_name, "created_at": Timestamp::from(record.created_at),
    });
    let mut settings = record.settings.clone();
    for (name, is_on) in settings.flags_by_name() {
        attributes[name] = (*is_on).into();
    }
    attributes["estimate_order"] = json!(settings.estimate_order);
    attributes["allowed_senders"] = json!(settings.allowed_senders);
    attributes["indirect_senders"] = json!(settings.indirect_senders);
    attributes["authentication_server"] = json!(settings.authentication_server);
    attributes
}

fn key(record: &KeyRecord) -> Value {
    json!({
        "name": record.name, "hint": record.hint, "account_id": record.account, "read_only": record.read_only,
        "unlimited": record.unlimited,
        "created_at": Timestamp::from(record.created_at), "revoked_at": record.revoked_at.map(Timestamp::from),
    })
}

fn account_resource(record: &AccountRecord) -> Result<ResourceBody, Failure> {
    resource::from_record("account", &record.id, account(record))
}

pub(super) fn page(kind: &str, records: impl Iterator<Item = (String, Value)>) -> Result<PageBody, Failure> {
    let records = records.map(|(id, attributes)| json!({ "type": kind, "id": id, "attributes": attributes }));
    PageBody::from_records(records.collect())
}

/// Creates an account. `name` is the name that your program uses for it, and must be new; `company_name` is the name of
/// the company. `account` receives a resource with the attributes `name`, `company_name`, `created_at`, the settings of
/// shiptrack_service_set_account(), the list `estimate_order` of shiptrack_service_set_estimate_order(), and the list
/// `allowed_senders` and the text `authentication_server` of shiptrack_service_set_allowed_senders(), and the list
/// `indirect_senders` of shiptrack_service_set_indirect_senders().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_create_account(
    service: *const Service,
    name: *const c_char,
    company_name: *const c_char,
    account: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    write_object(account, "account", error, || {
        let (name, company_name) = (required_text(name, "name")?, required_text(company_name, "company_name")?);
        account_resource(&service_of(service)?.create_account(name, company_name)?)
    })
}

/// Writes the account with this name to `account`. `name` is the one that shiptrack_service_create_account() was given.
/// Every service has an account with the name `default`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_account(
    service: *const Service,
    name: *const c_char,
    account: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    write_object(account, "account", error, || {
        account_resource(&service_of(service)?.account(required_text(name, "name")?)?)
    })
}

/// Writes all accounts to `accounts`, oldest first, as a page of `account` resources.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_accounts(
    service: *const Service,
    accounts: *mut *mut Page,
    error: *mut *mut Error,
) -> i32 {
    write_object(accounts, "accounts", error, || {
        let found = service_of(service)?.accounts()?;
        page("account", found.iter().map(|found| (found.id.to_string(), account(found))))
    })
}

/// Switches an automatic function of an account (NULL for the account `default`) on (`is_on` is not 0) or off (0). All
/// are off by default. `setting` is one of:
///
/// - `track_numbers_in_mail`: numbers in incoming mail that no tracking request has are tracked, if their carrier can
///   be asked;
/// - `record_arrival_notices`: arrival, vessel and last free day in arrival notices are recorded as facts with the
///   source `user_input`, if the notice was uploaded or mailed by an allowed sender.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_set_account(
    service: *const Service,
    account_id: *const c_char,
    setting: *const c_char,
    is_on: i32,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (service, id) = account_of(service, account_id)?;
        let name = required_text(setting, "setting")?;
        if !AccountSettings::default().flags_by_name().iter().any(|(known, _)| *known == name) {
            return Err(Failure::argument(
                "setting",
                "an account has no such setting: use track_numbers_in_mail or record_arrival_notices",
            ));
        }
        service.change_account(&id, |settings| {
            for (_, value) in settings.flags_by_name().into_iter().filter(|(known, _)| *known == name) {
                *value = is_on != 0;
            }
        })?;
        Ok(())
    })
}

/// Sets the order in which the estimates of sources are preferred for the shipments of an account (NULL for the account
/// `default`). `estimate_order` lists `count` kinds of sources, the most preferred one first, each at most once:
/// `shipping_line`, `terminal`, `rail`, `ais`, `user_input`. Kinds that are not listed follow in the order of the service,
/// which the settings `following.estimates_of_…` determine. A `count` of 0 restores the order of the service.
///
/// The order applies to each shipment from its next look-up on. What changes for this reason is not notified.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_set_estimate_order(
    service: *const Service,
    account_id: *const c_char,
    estimate_order: *const *const c_char,
    count: usize,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (service, id) = account_of(service, account_id)?;
        let order = EstimateOrder::new(&texts(estimate_order, count, "estimate_order")?)?;
        service.change_account(&id, |settings| settings.estimate_order = order.clone())?;
        Ok(())
    })
}

/// Sets the senders whose mail may report facts for an account (NULL for the account `default`): attached EDI, and arrival
/// notices if `record_arrival_notices` is on. `allowed_senders` lists `count` addresses (`edi@line.example`) and domains
/// (`line.example`, without its subdomains). A `count` of 0, the default, allows no sender. Mail of other senders is
/// stored, but reports no facts.
///
/// `authentication_server` is the name under which your mail server writes `Authentication-Results` (RFC 8601) into
/// messages. Then its topmost result must confirm the domain of the sender. NULL or an empty text for no name: then the
/// topmost result of any server decides, and a message without a result is accepted, although anyone can forge a sender.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_set_allowed_senders(
    service: *const Service,
    account_id: *const c_char,
    allowed_senders: *const *const c_char,
    count: usize,
    authentication_server: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (service, id) = account_of(service, account_id)?;
        let senders = AllowedSenders::new(&texts(allowed_senders, count, "allowed_senders")?)?;
        let server = optional_text(authentication_server, "authentication_server")?.unwrap_or_default();
        service.change_account(&id, |settings| {
            settings.allowed_senders = senders.clone();
            settings.authentication_server = server.to_owned();
        })?;
        Ok(())
    })
}

/// Sets the senders whose mail may report facts also if its content may be from someone else, for an account (NULL for the
/// account `default`): bounces, automatic replies, mail of mailing lists, and messages that are attached to a message.
/// `indirect_senders` lists `count` addresses and domains; each must be in the list of
/// shiptrack_service_set_allowed_senders(), too. A `count` of 0, the default, allows no sender. List addresses of people
/// who forward carriers' messages, and no domain: the mail server of a domain returns messages of strangers.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_set_indirect_senders(
    service: *const Service,
    account_id: *const c_char,
    indirect_senders: *const *const c_char,
    count: usize,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (service, id) = account_of(service, account_id)?;
        let senders = AllowedSenders::named("indirect_senders", &texts(indirect_senders, count, "indirect_senders")?)?;
        service.change_account(&id, |settings| settings.indirect_senders = senders.clone())?;
        Ok(())
    })
}

/// Creates an API key for an account (NULL for the account `default`). `name` is a name for people. If `read_only` is
/// not 0, the key permits only reading. `key` receives a resource whose attribute `key` is the API key. The service
/// cannot return the API key again, so store it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_create_key(
    service: *const Service,
    account_id: *const c_char,
    name: *const c_char,
    read_only: i32,
    key: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    write_object(key, "key", error, || {
        let (service, account) = account_of(service, account_id)?;
        let name = required_text(name, "name")?;
        let made = match read_only {
            0 => service.create_key(&account, name)?,
            _ => service.create_read_only_key(&account, name)?,
        };
        let mut attributes = self::key(&made.record);
        attributes["key"] = made.key.reveal().into();
        resource::from_record("api_key", made.record.id, attributes)
    })
}

/// Writes the API keys of an account (NULL for the account `default`) to `keys`, oldest first, including revoked ones,
/// as a page of `api_key` resources with the attributes `name`, `hint` (the first characters), `read_only`,
/// `unlimited` (whether the key has no rate limits), `created_at` and `revoked_at`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_keys(
    service: *const Service,
    account_id: *const c_char,
    keys: *mut *mut Page,
    error: *mut *mut Error,
) -> i32 {
    write_object(keys, "keys", error, || {
        let (service, account) = account_of(service, account_id)?;
        let found = service.keys(&account)?;
        page("api_key", found.iter().map(|found| (found.id.to_string(), key(found))))
    })
}

/// Revokes the API key with the id `key_id` at once. Revoking it again has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_revoke_key(
    service: *const Service,
    account_id: *const c_char,
    key_id: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (service, account) = account_of(service, account_id)?;
        let id = Uuid::try_parse(required_text(key_id, "key_id")?);
        let id = id.map_err(|_| Failure::argument("key_id", "the id of a key is a UUID"))?;
        service.revoke_key(&account, id)?;
        Ok(())
    })
}
