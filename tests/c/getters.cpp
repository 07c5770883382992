// Every getter of every class finds its attribute, and has no value if it is missing: tests/c/generated/attributes.inc has a
// document of each type and its values.
#include "check.hpp"

static int getters = 0;

// A value that is never null is empty or false if it is missing.
template <class Value>
static bool is_nothing(const std::optional<Value> &value) {
  return !value || *value == Value();
}
static bool is_nothing(const std::optional<std::string_view> &text) { return !text || text->empty() || *text == "{}"; }

// Fails to compile for a getter that returns a plain number.
template <class Enumeration, class = std::enable_if_t<std::is_enum_v<Enumeration>>>
static std::int32_t number_of(Enumeration value) {
  return static_cast<std::int32_t>(value);
}

template <class Enumeration>
static std::optional<std::string_view> name_of(std::optional<std::string_view> (*name)(Enumeration), std::int32_t number) {
  return name(static_cast<Enumeration>(number));
}

static bool is(const std::optional<st::Timestamp> &found, std::string_view wanted) { return found && found->text() == wanted; }

#define TYPE(kind, class, json)                          \
  {                                                      \
    auto full = st::Owned<st::class>::parse(json);       \
    auto bare = st::Owned<st::class>::parse("{\"data\":{\"id\":\"1\"}}"); \
    CHECK(full->type() == #kind && bare->id() == "1");
#define END(type) }
#define PLAIN(name, wanted) getters++, [&] { CHECK(full->name() == wanted && is_nothing(bare->name())); }();
#define TEXT(type, name, wanted) PLAIN(name, wanted)
#define TIME(type, name, wanted) getters++, [&] { CHECK(is(full->name(), wanted) && (!bare->name() || bare->name()->text().empty())); }();
#define INTEGER(type, name, wanted) PLAIN(name, wanted)
#define NUMBER(type, name, wanted) PLAIN(name, wanted)
#define FLAG(type, name, wanted) PLAIN(name, bool(wanted))
#define CODE(type, name, wanted) \
  getters++, [&] { CHECK(number_of(full->name()) == wanted && number_of(bare->name()) == SHIPTRACK_CODE_NONE); }();
#define COUNT(type, name, wanted)
#define ITEM(type, name, index, wanted) getters++, [&] { CHECK(full->name().at(index) == wanted && bare->name().empty()); }();
#define ITEM_CODE(type, name, index, wanted) \
  getters++, [&] { CHECK(number_of(full->name##_code().at(index)) == wanted && bare->name##_code().empty()); }();
#define ROW(list, member, index, wanted) \
  getters++, [&] { CHECK(full->list().at(index).member == wanted && full->list().size() == 2 && bare->list().empty()); }();
#define ROW_TEXT(type, name, list, member, index, wanted) ROW(list, member, index, wanted)
#define ROW_TIME(type, name, list, member, index, wanted) \
  getters++, [&] { CHECK(is(full->list().at(index).member, wanted)); }();
#define ROW_INTEGER(type, name, list, member, index, wanted) ROW(list, member, index, wanted)
#define ROW_NUMBER(type, name, list, member, index, wanted) ROW(list, member, index, wanted)
#define ROW_FLAG(type, name, list, member, index, wanted) ROW(list, member, index, bool(wanted))
#define ROW_CODE(type, name, list, member, index, wanted) \
  getters++, [&] { CHECK(number_of(full->list().at(index).member) == wanted); }();

// The generated methods of a client: a service in this process serves some of them and rejects the others.
static int methods() {
  int called = 0;
  auto service = st::Service::in_memory();
  auto client = service.client();
  auto ask = [&](auto &&call) {
    called++;
    try {
      call();
    } catch (const st::Error &refused) {
      auto by_service = refused.http_status() >= 400 && refused.http_status() < 500;
      if (!by_service && refused.status() != SHIPTRACK_ERROR_INVALID) {
        std::cerr << called << ": " << refused.what() << '\n';
        std::exit(1);
      }
    }
  };
  auto text = [](std::string_view name) { return name.find("_json") != name.npos ? "7" : "x"; };
  auto integer = [](std::string_view) { return 90; };
  auto number = [](std::string_view) { return 90.0; };
  auto draft = [] { return st::Draft(); };
  auto query = [] { return st::Query(); };
#define ONE(family, name, c, call) ask([&] { auto found = client.call; CHECK(!found->type().empty()); });
#define PAGES(family, name, c, call) ask([&] { client.call.collect(); });
#define JSON(family, name, c, call) ask([&] { CHECK(!client.call.empty()); });
#define DONE(family, name, c, call) ask([&] { client.call; });
#include "generated/operations.inc"
  return called;
}

// Numbers of the C library; those of the interface are generated.
static void names() {
#define NAME(called, code, wanted) \
  CHECK(name_of(st::called, std::int32_t(code)) == std::string_view(wanted) && !name_of(st::called, SHIPTRACK_CODE_OTHER));
#include "generated/names.inc"
  NAME(activity_name, st::ActivityKind::look_up, "look_up")
  NAME(bucket_name, st::Bucket::default_, "default")
  NAME(ensured_name, st::EnsureOutcome::unchanged, "unchanged")
  NAME(outcome_name, st::Outcome::rate_limited, "rate_limited")
  NAME(outcome_name, st::Outcome::refused, "refused")
  NAME(scheme_name, st::Scheme::standard, "standard")
  NAME(tracked_name, st::TrackOutcome::maybe_second, "maybe_second")
}

int main() {
  names();
#include "generated/attributes.inc"
  CHECK(getters > 300);
  std::cout << getters << " getters, " << methods() << " methods\n";
  return 0;
}
