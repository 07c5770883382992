// Resources of any type, and the macros of the getters. Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_RESOURCE_HPP
#define SHIPTRACK_RESOURCE_HPP

#include <shiptrack/enums.hpp>
#include <shiptrack/values.hpp>

namespace shiptrack {

/// A resource of any type. It is a view, valid as long as the object that it was read from.
class Resource {
 public:
  /// The type in the interface; any type here.
  static constexpr const char *type_name = nullptr;

  Resource() = default;
  explicit Resource(const shiptrack_resource *raw) : raw_(raw) {}

  /// The C object.
  const shiptrack_resource *raw() const noexcept { return raw_; }
  explicit operator bool() const noexcept { return raw_ != nullptr; }

  std::string_view id() const { return detail::view(shiptrack_resource_id(raw_)); }
  /// The type in the interface: `tracking_request`, `shipment`, `container`, …
  std::string_view type() const { return detail::view(shiptrack_resource_type(raw_)); }
  /// The whole resource as JSON.
  std::string_view json() const { return detail::text(shiptrack_resource_json(raw_)).value_or("null"); }
  /// The document that contained it.
  std::optional<std::string_view> document_json() const { return detail::text(shiptrack_resource_document_json(raw_)); }
  /// The warnings of the response, as a JSON array: what the service ignored in the request, or stores for later.
  std::optional<std::string_view> warnings_json() const { return detail::text(shiptrack_resource_warnings_json(raw_)); }
  /// An attribute by its name, as a text.
  std::optional<std::string_view> attribute(const Text &name) const {
    return detail::text(shiptrack_resource_attribute(raw_, name.c_str()));
  }
  /// An attribute by its name, as JSON.
  std::optional<std::string_view> attribute_json(const Text &name) const {
    return detail::text(shiptrack_resource_attribute_json(raw_, name.c_str()));
  }
  /// A time among the attributes, in the local time of its place: `pickup_lfd`, `import_deadlines.pickup_lfd_rail`.
  /// `std::nullopt` if there is no value; throws an InvalidError for an attribute that is not a time.
  std::optional<shiptrack_time> time(const Text &attribute) const {
    shiptrack_time time;
    auto status = detail::run(shiptrack_resource_time, raw_, attribute.c_str(), &time);
    return status == SHIPTRACK_ABSENT ? std::nullopt : std::optional(time);
  }
  /// A link of the resource, such as `self`.
  std::optional<std::string_view> link(const Text &name) const {
    return detail::text(shiptrack_resource_link(raw_, name.c_str()));
  }
  /// The number of resources in a relationship; `std::nullopt` if the document does not contain it.
  std::optional<std::size_t> related_count(const Text &relationship) const {
    std::size_t count = 0;
    auto status = detail::run(shiptrack_resource_related_count, raw_, relationship.c_str(), &count);
    return status == SHIPTRACK_ABSENT ? std::nullopt : std::optional(count);
  }
  /// The id of a resource in a relationship.
  std::optional<std::string_view> related_id(const Text &relationship, std::size_t index = 0) const {
    return detail::text(shiptrack_resource_related_id(raw_, relationship.c_str(), index));
  }
  /// The type of a resource in a relationship.
  std::optional<std::string_view> related_type(const Text &relationship, std::size_t index = 0) const {
    return detail::text(shiptrack_resource_related_type(raw_, relationship.c_str(), index));
  }
  /// The resources of a relationship that the document includes. If there are fewer than related_count(), the others were not
  /// included: see Query::include(). Empty also for a relationship that the resource does not have.
  template <class T = Resource>
  std::vector<T> related(const Text &relationship) const {
    std::vector<T> all;
    for (std::size_t i = 0, count = related_count(relationship).value_or(0); i < count; i++)
      if (auto found = shiptrack_resource_related(raw_, relationship.c_str(), i)) all.push_back(T(found));
    return all;
  }
  /// An included resource of the same document, by its id.
  template <class T>
  std::optional<T> included(const Text &id) const {
    auto found = shiptrack_resource_included(raw_, T::type_name, id.c_str());
    return found ? std::optional(T(found)) : std::nullopt;
  }
  /// The same resource as type T; `std::nullopt` if it has another type.
  template <class T>
  std::optional<T> as() const {
    if (shiptrack_resource_check(raw_, T::type_name, nullptr) != SHIPTRACK_OK) return std::nullopt;
    return T(raw_);
  }

 private:
  const shiptrack_resource *raw_ = nullptr;
};

// A getter returns the value of the C function with its name.
#define SHIPTRACK_HPP_TEXT(type, name) \
  [[nodiscard]] std::optional<std::string_view> name() const { return detail::text(shiptrack_##type##_##name(raw())); }
#define SHIPTRACK_HPP_TIME(type, name) \
  [[nodiscard]] std::optional<Timestamp> name() const { return detail::time(shiptrack_##type##_##name(raw())); }
#define SHIPTRACK_HPP_LIST(type, name)                                                                              \
  std::vector<std::string_view> name() const {                                                                      \
    return detail::each(shiptrack_##type##_##name##_count(raw()),                                                   \
                        [this](std::size_t i) { return detail::view(shiptrack_##type##_##name##_at(raw(), i)); }); \
  }
#define SHIPTRACK_HPP_NUMBER(type, name, value) \
  [[nodiscard]] std::optional<value> name() const { return detail::number<value>(shiptrack_##type##_##name, raw()); }
#define SHIPTRACK_HPP_FLAG(type, name) \
  [[nodiscard]] std::optional<bool> name() const { return detail::flag(shiptrack_##type##_##name(raw())); }
#define SHIPTRACK_HPP_CODE(type, name, value) \
  [[nodiscard]] value name() const { return value(shiptrack_##type##_##name(raw())); }

#define SHIPTRACK_HPP_CODES(type, name, value)                                                                      \
  std::vector<value> name##_code() const {                                                                          \
    return detail::each(shiptrack_##type##_##name##_count(raw()),                                                   \
                        [this](std::size_t i) { return value(shiptrack_##type##_##name##_code_at(raw(), i)); });    \
  }

}  // namespace shiptrack

#endif  // SHIPTRACK_RESOURCE_HPP
