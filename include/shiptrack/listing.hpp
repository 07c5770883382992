// Owned resources, journeys, pages and listings. Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_LISTING_HPP
#define SHIPTRACK_LISTING_HPP

#include <shiptrack/resources.hpp>

namespace shiptrack {

/// A resource that you own, with everything that its document includes: `owned->id()`, `*owned`. A named Owned converts to a
/// view; a view of a temporary does not compile.
template <class T>
class Owned : public detail::Object<shiptrack_resource, shiptrack_resource_free> {
 public:
  explicit Owned(shiptrack_resource *raw) : Object(raw), view_(raw) {}
  Owned(Owned &&other) noexcept : Object(std::move(other)), view_(std::exchange(other.view_, T())) {}
  Owned &operator=(Owned &&other) noexcept {
    Object::operator=(std::move(other));
    view_ = std::exchange(other.view_, T());
    return *this;
  }

  /// Parses a JSON:API document that contains one resource of this type.
  static Owned parse(std::string_view json) {
    return detail::make<Owned>(shiptrack_resource_parse, T::type_name, detail::bytes(json), json.size());
  }

  // Compilers print the line with the deleted function, so its comment says what to write instead.
  const T *operator->() const & SHIPTRACK_HPP_LIFETIMEBOUND { return &view(); }
  const T *operator->() const && = delete;  // Name the result first: auto request = client.track(…);
  const T &operator*() const & SHIPTRACK_HPP_LIFETIMEBOUND { return view(); }
  const T &operator*() const && = delete;  // Name the result first.
  operator T() const & SHIPTRACK_HPP_LIFETIMEBOUND { return view(); }
  operator T() const && = delete;  // Keep the owner: auto container = client.container(…);

 private:
  /// Throws if there is no resource any more.
  const T &view() const { return (void)raw(), view_; }

  T view_;
};

/// Sorts transport events, or owned ones, into the order in which they happen; their time stamps alone are not enough, because
/// some are dates without a time. Pass all events of a container together: `in_order(client.transport_events(id).collect())`.
template <class Event>
std::vector<Event> in_order(std::vector<Event> events) {
  auto pointers = detail::each(events.size(), [&](std::size_t i) { return events[i].raw(); });
  std::unordered_multimap<const shiptrack_resource *, std::size_t> places;
  for (std::size_t i = 0; i < pointers.size(); i++) places.emplace(pointers[i], i);
  detail::run(shiptrack_transport_events_sort, pointers.data(), pointers.size());
  return detail::each(pointers.size(), [&](std::size_t i) {
    auto found = places.extract(pointers[i]);
    return std::move(events[found.mapped()]);
  });
}

/// The journey of one container: its arrival at the port of discharge, and its steps in order.
class Journey : public detail::Object<shiptrack_journey, shiptrack_journey_free> {
 public:
  using Object::Object;

  /// The journey by the events and the shipment that the document of the container includes: fetch it with
  /// `Query().include("transport_events").include("shipment")`, otherwise there are no steps. `now` decides which expected steps
  /// are late.
  static Journey of(const Resource &container, SystemTime now = std::chrono::system_clock::now()) {
    return of(container, std::vector<Resource>(), Resource(), now);
  }
  /// The journey by transport events, or owned ones, and the shipment of the container. Omitted ones are read from the document
  /// of the container.
  template <class Event>
  static Journey of(const Resource &container, const std::vector<Event> &events, const Resource &shipment = Resource(),
                    SystemTime now = std::chrono::system_clock::now()) {
    auto pointers = detail::each(events.size(), [&](std::size_t i) { return events[i].raw(); });
    return detail::make<Journey>(shiptrack_journey_create, container.raw(), pointers.data(), pointers.size(),
                                 shipment.raw(), detail::unix_ms(now));
  }

  /// The vessel that brings the container to the port of discharge, and its voyage.
  std::optional<std::string_view> vessel() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::text(shiptrack_journey_vessel(raw())); }
  std::optional<std::string_view> vessel() const && = delete;
  std::optional<std::string_view> voyage() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::text(shiptrack_journey_voyage(raw())); }
  std::optional<std::string_view> voyage() const && = delete;
  /// Time stamp of the expected arrival; `std::nullopt` if the container has arrived or is no longer tracked.
  std::optional<std::string_view> eta() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::text(shiptrack_journey_eta(raw())); }
  std::optional<std::string_view> eta() const && = delete;
  /// Time stamp of the arrival that was first expected.
  std::optional<std::string_view> first_eta() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::text(shiptrack_journey_first_eta(raw())); }
  std::optional<std::string_view> first_eta() const && = delete;
  /// Time stamp of the actual arrival.
  std::optional<std::string_view> arrived_at() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::text(shiptrack_journey_arrived_at(raw())); }
  std::optional<std::string_view> arrived_at() const && = delete;
  /// `followed`, `left`, or why the shipment is no longer tracked; `std::nullopt` if the shipment is unknown.
  std::optional<std::string_view> tracking() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::text(shiptrack_journey_tracking(raw())); }
  std::optional<std::string_view> tracking() const && = delete;
  /// The last day on which it is stored free of charge (`2026-05-22`), in the calendar of the place where it is picked up.
  std::optional<std::string_view> last_free_day() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::text(shiptrack_journey_last_free_day(raw())); }
  std::optional<std::string_view> last_free_day() const && = delete;
  /// Number of the shipment; `std::nullopt` if that is the number of a container.
  std::optional<std::string_view> bill_of_lading() const & SHIPTRACK_HPP_LIFETIMEBOUND {
    return detail::text(shiptrack_journey_bill_of_lading(raw()));
  }
  std::optional<std::string_view> bill_of_lading() const && = delete;
  /// How late the actual or else the expected arrival is, compared to the first expected one; negative if it is early.
  std::optional<Milliseconds> delay() const {
    std::int64_t delay = 0;
    return shiptrack_journey_delay_ms(raw(), &delay) == SHIPTRACK_OK ? std::optional(Milliseconds(delay)) : std::nullopt;
  }

  /// One milestone of a journey. Its texts are valid as long as the journey.
  struct Step {
    /// The milestone, as in the name of its event and in words.
    std::string_view name, label;
    /// Time stamp of when it happened or is expected, and the time zone of its place.
    std::optional<std::string_view> at, timezone;
    /// UN/LOCODE and name of its place, its vessel and voyage, and its terminal.
    std::optional<std::string_view> place, place_name, vessel, voyage, terminal;
    /// Whether it is known to have happened, and whether it was expected and a later one happened.
    bool happened, passed;
    /// How late it is, compared to the first plan or the clock; `std::nullopt` below twelve hours.
    std::optional<Milliseconds> late;
  };

  /// The steps in order: first those that happened or are in the past, then the expected ones.
  std::vector<Step> steps() const & SHIPTRACK_HPP_LIFETIMEBOUND {
    return detail::each(shiptrack_journey_steps_count(raw()), [this](std::size_t i) {
      std::int64_t late = 0;
      bool is_late = shiptrack_journey_step_late_ms(raw(), i, &late) == SHIPTRACK_OK;
      return Step{detail::view(shiptrack_journey_step_name(raw(), i)),
                  detail::view(shiptrack_journey_step_label(raw(), i)),
                  detail::text(shiptrack_journey_step_at(raw(), i)),
                  detail::text(shiptrack_journey_step_timezone(raw(), i)),
                  detail::text(shiptrack_journey_step_place(raw(), i)),
                  detail::text(shiptrack_journey_step_place_name(raw(), i)),
                  detail::text(shiptrack_journey_step_vessel(raw(), i)),
                  detail::text(shiptrack_journey_step_voyage(raw(), i)),
                  detail::text(shiptrack_journey_step_terminal(raw(), i)),
                  shiptrack_journey_step_happened(raw(), i) == 1,
                  shiptrack_journey_step_passed(raw(), i) == 1,
                  is_late ? std::optional(Milliseconds(late)) : std::nullopt};
    });
  }
  std::vector<Step> steps() const && = delete;
};

/// Creates an owned copy, which stays valid when the object that the view was read from is freed.
template <class T, class = std::enable_if_t<std::is_base_of_v<Resource, T>>>
Owned<T> copy(const T &view) {
  return detail::make<Owned<T>>(shiptrack_resource_copy, view.raw());
}
template <class T>
Owned<T> copy(const Owned<T> &owned) {
  return copy(*owned);
}

namespace detail {

/// Iterates over an object with size() and at().
template <class Range, class T>
class Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using reference = T;
  /// For `iterator->id()`: items are created on access.
  struct pointer {
    T item;
    const T *operator->() const { return &item; }
  };

  Iterator() = default;
  Iterator(const Range *range, std::size_t index) : range_(range), index_(index) {}
  T operator*() const { return range_->at(index_); }
  pointer operator->() const { return {**this}; }
  Iterator &operator++() { return index_++, *this; }
  Iterator operator++(int) { return Iterator(range_, index_++); }
  bool operator==(const Iterator &other) const { return index_ == other.index_; }
  bool operator!=(const Iterator &other) const { return index_ != other.index_; }

 private:
  const Range *range_ = nullptr;
  std::size_t index_ = 0;
};

}  // namespace detail

/// One page of a listing: a range of T.
template <class T>
class Page : public detail::Object<shiptrack_page, shiptrack_page_free> {
 public:
  using iterator = detail::Iterator<Page, T>;
  using Object::Object;

  /// Parses a JSON:API document as a page of resources of this type.
  static Page parse(std::string_view json) {
    return detail::make<Page>(shiptrack_page_parse, T::type_name, detail::bytes(json), json.size());
  }

  std::size_t size() const { return shiptrack_page_count(raw()); }
  bool empty() const { return size() == 0; }
  /// The number of items of the whole listing, if the document contains it.
  std::optional<std::int64_t> total() const {
    auto total = shiptrack_page_total(raw());
    return total < 0 ? std::nullopt : std::optional(total);
  }
  /// An item; throws an Error if it cannot be parsed, and a std::out_of_range if `index` is past the end.
  T at(std::size_t index) const & SHIPTRACK_HPP_LIFETIMEBOUND {
    const shiptrack_resource *item = nullptr;
    if (detail::run(shiptrack_page_read, raw(), index, &item) != SHIPTRACK_OK)
      throw std::out_of_range("shiptrack::Page::at");
    return T(item);
  }
  T at(std::size_t index) const && = delete;  // Name the page first: auto page = …
  /// An included resource, by its id.
  template <class U>
  std::optional<U> included(const Text &id) const & SHIPTRACK_HPP_LIFETIMEBOUND {
    auto found = shiptrack_page_included(raw(), U::type_name, id.c_str());
    return found ? std::optional(U(found)) : std::nullopt;
  }
  template <class U>
  std::optional<U> included(const Text &id) const && = delete;
  /// The number of included resources of all types.
  std::size_t included_count() const { return shiptrack_page_included_count(raw()); }
  /// An included resource, in the order of the document; throws an Error if it cannot be parsed, and a std::out_of_range if
  /// `index` is past the end.
  Resource included_at(std::size_t index) const & SHIPTRACK_HPP_LIFETIMEBOUND {
    const shiptrack_resource *found = nullptr;
    if (detail::run(shiptrack_page_included_read, raw(), index, &found) != SHIPTRACK_OK)
      throw std::out_of_range("shiptrack::Page::included_at");
    return Resource(found);
  }
  Resource included_at(std::size_t index) const && = delete;
  /// The document, as it was received.
  std::string_view json() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::view(shiptrack_page_json(raw())); }
  std::string_view json() const && = delete;
  /// The links of the document, as a JSON object.
  std::string_view links_json() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::view(shiptrack_page_links_json(raw())); }
  std::string_view links_json() const && = delete;
  /// The `meta` of the document, as a JSON object.
  std::optional<std::string_view> meta_json() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::text(shiptrack_page_meta_json(raw())); }
  std::optional<std::string_view> meta_json() const && = delete;
  /// The warnings of the response, as a JSON array: what the service ignored in the request, or stores for later.
  std::optional<std::string_view> warnings_json() const & SHIPTRACK_HPP_LIFETIMEBOUND {
    return detail::text(shiptrack_page_warnings_json(raw()));
  }
  std::optional<std::string_view> warnings_json() const && = delete;
  /// The link to the next page, for Query::resume_from().
  std::optional<std::string_view> next_link() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::text(shiptrack_page_next_link(raw())); }
  std::optional<std::string_view> next_link() const && = delete;

  /// Copies of all items, which stay valid when the page is freed.
  std::vector<Owned<T>> collect() const {
    return detail::each(size(), [this](std::size_t i) { return copy(at(i)); });
  }

  /// Items are views that are valid as long as the page: a vector<T> of them must not outlive it. See collect().
  iterator begin() const & SHIPTRACK_HPP_LIFETIMEBOUND { return iterator(this, 0); }
  iterator begin() const && = delete;  // Name the page first: auto page = …
  iterator end() const & SHIPTRACK_HPP_LIFETIMEBOUND { return iterator(this, size()); }
  iterator end() const && = delete;
};

/// A page or none. It is a std::optional, but a temporary lends nothing, because the page of `*pages.next()` would be freed
/// before a range-for reads it. Write `while (auto page = pages.next())`.
template <class T>
class NextPage : public std::optional<Page<T>> {
  using Base = std::optional<Page<T>>;

 public:
  using Base::Base;
  Page<T> &operator*() & { return Base::operator*(); }
  const Page<T> &operator*() const & SHIPTRACK_HPP_LIFETIMEBOUND { return Base::operator*(); }
  const Page<T> &operator*() const && = delete;  // Name the page first: while (auto page = pages.next()) …
  const Page<T> *operator->() const & SHIPTRACK_HPP_LIFETIMEBOUND { return Base::operator->(); }
  const Page<T> *operator->() const && = delete;  // Name the page first.
  Page<T> &value() & { return Base::value(); }
  const Page<T> &value() const & SHIPTRACK_HPP_LIFETIMEBOUND { return Base::value(); }
  const Page<T> &value() const && = delete;
};

/// A listing that is fetched page by page. Iterate over it once: page by page with next(), or item by item with a range-for, in
/// which an item is valid until the loop continues.
template <class T>
class [[nodiscard]] Pages : public detail::Object<shiptrack_pages, shiptrack_pages_free> {
 public:
  using Object::Object;

  /// Fetches the next page; none at the end of the listing. A page may be empty although more pages follow.
  NextPage<T> next() {
    auto page = detail::make<Page<T>>(shiptrack_pages_next, raw());
    return page ? NextPage<T>(std::move(page)) : NextPage<T>();
  }

  /// Where another listing can continue, for Query::resume_from(): the page that next() would fetch now or, after an error, the
  /// page that failed. `std::nullopt` at the end of the listing.
  std::optional<std::string> resume_from() const {
    return detail::content(detail::make<detail::Buffer>(shiptrack_pages_resume_from, raw()));
  }

  /// Fetches pages when it reaches them. An item is valid as long as an iterator points to its page.
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using reference = T;
    using pointer = typename Page<T>::iterator::pointer;

    iterator() = default;
    explicit iterator(Pages *pages) : pages_(pages) { fetch(); }
    T operator*() const { return page_->at(index_); }
    pointer operator->() const { return {**this}; }
    iterator &operator++() {
      if (++index_ >= page_->size()) fetch();
      return *this;
    }
    iterator operator++(int) {
      auto before = *this;
      ++*this;
      return before;
    }
    bool operator==(const iterator &other) const { return pages_ == other.pages_; }
    bool operator!=(const iterator &other) const { return !(*this == other); }

   private:
    /// Goes to the next page that has items, or to the end.
    void fetch() {
      index_ = 0;
      do {
        std::optional<Page<T>> next = pages_->next();
        page_ = next ? std::make_shared<Page<T>>(std::move(*next)) : nullptr;
      } while (page_ && page_->empty());
      if (!page_) pages_ = nullptr;
    }

    Pages *pages_ = nullptr;
    std::shared_ptr<Page<T>> page_;
    std::size_t index_ = 0;
  };

  /// Fetches the remaining items, and returns copies that stay valid: `auto all = client.containers().collect();`
  std::vector<Owned<T>> collect() {
    std::vector<Owned<T>> all;
    while (auto page = next())
      for (std::size_t i = 0; i < page->size(); i++) all.push_back(copy(page->at(i)));
    return all;
  }

  /// Starts the iteration. An item is a view, and its page is freed when the loop continues. `std::vector<T>(all.begin(),
  /// all.end())` compiles, but its views are not valid: collect() the items, or copy() each.
  iterator begin() & SHIPTRACK_HPP_LIFETIMEBOUND { return iterator(this); }
  iterator begin() && = delete;  // Name the listing first, auto containers = client.containers(); or collect() it.
  iterator end() { return iterator(); }
};

}  // namespace shiptrack

#endif  // SHIPTRACK_LISTING_HPP
