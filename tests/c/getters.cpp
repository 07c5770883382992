// Every getter of every resource, by the list the header itself is made of: tests/c/run writes getters.inc from it.
#include "check.hpp"

// The types as the C interface names them.
using tracking_request = st::TrackingRequest;
using shipment = st::Shipment;
using container = st::Container;
using transport_event = st::TransportEvent;
using email_submission = st::EmailSubmission;
using document = st::Document;
using document_representation = st::DocumentRepresentation;
using webhook = st::Webhook;
using webhook_notification = st::WebhookNotification;
using shipping_line = st::ShippingLine;
using account = st::Account;

static int getters = 0;

// A resource that has this attribute and nothing else; the last free days are one level down.
template <class T>
static st::Owned<T> with(const std::string &attribute, const std::string &json) {
  const std::string member = '"' + attribute + "\":" + json;
  return st::Owned<T>::parse(std::string(R"({"data":{"id":"1","type":")") + T::type_name + R"(","attributes":{)" + member +
                             R"(,"import_deadlines":{)" + member + "}}}}");
}

// The getter reads the attribute of its name as `full` wants it; without the attribute it gives what `bare` wants.
template <class T, class Get, class Full, class Bare>
static void check(const std::string &attribute, const std::string &json, Get get, Full full, Bare bare) {
  auto there = with<T>(attribute, json);
  auto missing = with<T>("colour", "1");
  getters++;
  if (full(get(*there)) && bare(get(*missing))) return;
  std::cerr << "the getter of " << T::type_name << ' ' << attribute << " misreads " << there->json() << '\n';
  std::exit(1);
}

// Attributes that are never null are empty, or false, when they are missing.
static const auto none = [](const auto &value) { return !value || *value == std::decay_t<decltype(*value)>(); };

// Free-form objects are given as their JSON.
static const char *const OBJECT = R"({"x":1})";
static bool is_object(std::string_view name) { return name == "payload" || name == "provided_data"; }

#define GETTER(type, name) [](const type &resource) { return resource.name(); }
#define TEXT(type, name)                                                                       \
  check<type>(#name, is_object(#name) ? OBJECT : "\"x\"", GETTER(type, name),                   \
              [](auto text) { return text == (is_object(#name) ? OBJECT : "x"); }, none);
#define TIME(type, name) \
  check<type>(#name, "\"2026-05-02\"", GETTER(type, name), [](auto time) { return time->text() == "2026-05-02"; }, \
              [](auto time) { return !time; });
#define LIST(type, name)                                                                                       \
  check<type>(#name, "[\"x\",\"y\"]", GETTER(type, name), [](auto list) { return list.size() == 2 && list[1] == "y"; }, \
              [](auto list) { return list.empty(); });
#define NUMBER(type, name) check<type>(#name, "7", GETTER(type, name), [](auto number) { return number == 7; }, none);
#define FLAG(type, name) check<type>(#name, "true", GETTER(type, name), [](auto flag) { return flag == true; }, none);
// `status_code` says in a number what `status` says.
#define CODE(type, name)                                                                                      \
  check<type>(std::string(#name).substr(0, sizeof #name - sizeof "_code"), "\"x\"", GETTER(type, name),       \
              [](auto code) { return code == SHIPTRACK_CODE_OTHER; }, [](auto code) { return code == SHIPTRACK_CODE_NONE; });

int main() {
#include "getters.inc"
  CHECK(getters > 150);
  std::cout << getters << " getters\n";
  return 0;
}
