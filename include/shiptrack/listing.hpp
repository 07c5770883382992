// Owned resources, journeys, pages and listings. shiptrack.hpp includes this file: include that one.
#ifndef SHIPTRACK_LISTING_HPP
#define SHIPTRACK_LISTING_HPP

#include <shiptrack/resources.hpp>

namespace shiptrack {

/// A resource of one's own, with everything that came along with it: `owned->id()`, `*owned`. It becomes a view of itself
/// as long as it has a name; a view of what is gone at the end of the statement does not compile.
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

  /// Reads a JSON:API document that holds one resource of this type.
  static Owned parse(std::string_view json) {
    return detail::make<Owned>(shiptrack_resource_parse, T::type_name, detail::bytes(json), json.size());
  }

  // Compilers show the line that refused: it says what to do.
  const T *operator->() const & SHIPTRACK_HPP_LENT { return &view(); }
  const T *operator->() const && = delete;  // Give what was fetched a name first: auto request = client.track(…);
  const T &operator*() const & SHIPTRACK_HPP_LENT { return view(); }
  const T &operator*() const && = delete;  // Give what was fetched a name first.
  operator T() const & SHIPTRACK_HPP_LENT { return view(); }
  operator T() const && = delete;  // Keep it as what it came as: auto container = client.container(…);

 private:
  /// Throws when there is no resource any more.
  const T &view() const { return (void)raw(), view_; }

  T view_;
};

/// Puts transport events, or owned ones, in the order they happen: days and moments mixed, which their time stamps alone do not
/// tell. Give it all events of a container together: `in_order(client.transport_events(id).collect())`.
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

  /// The journey by the events and the shipment that the document of the container includes. `now` decides which expected
  /// steps are late.
  static Journey of(const Resource &container, SystemTime now = std::chrono::system_clock::now()) {
    return of(container, std::vector<Resource>(), Resource(), now);
  }
  /// The journey by transport events, or owned ones, and the shipment of the container. What is left out is read from the
  /// document of the container.
  template <class Event>
  static Journey of(const Resource &container, const std::vector<Event> &events, const Resource &shipment = Resource(),
                    SystemTime now = std::chrono::system_clock::now()) {
    auto pointers = detail::each(events.size(), [&](std::size_t i) { return events[i].raw(); });
    return detail::make<Journey>(shiptrack_journey_create, container.raw(), pointers.data(), pointers.size(),
                                 shipment.raw(), detail::unix_ms(now));
  }

  /// The vessel that brings the container to the port of discharge, and its voyage.
  std::optional<std::string_view> vessel() const & SHIPTRACK_HPP_LENT { return detail::text(shiptrack_journey_vessel(raw())); }
  std::optional<std::string_view> vessel() const && = delete;
  std::optional<std::string_view> voyage() const & SHIPTRACK_HPP_LENT { return detail::text(shiptrack_journey_voyage(raw())); }
  std::optional<std::string_view> voyage() const && = delete;
  /// Time stamp of the expected arrival; nothing once the container has arrived, and when it is no longer followed.
  std::optional<std::string_view> eta() const & SHIPTRACK_HPP_LENT { return detail::text(shiptrack_journey_eta(raw())); }
  std::optional<std::string_view> eta() const && = delete;
  /// Time stamp of the arrival as it was first expected of the shipment.
  std::optional<std::string_view> first_eta() const & SHIPTRACK_HPP_LENT { return detail::text(shiptrack_journey_first_eta(raw())); }
  std::optional<std::string_view> first_eta() const && = delete;
  /// Time stamp of the actual arrival.
  std::optional<std::string_view> arrived_at() const & SHIPTRACK_HPP_LENT { return detail::text(shiptrack_journey_arrived_at(raw())); }
  std::optional<std::string_view> arrived_at() const && = delete;
  /// `followed`, `left`, or why the shipment is no longer followed; nothing if the shipment is not known.
  std::optional<std::string_view> tracking() const & SHIPTRACK_HPP_LENT { return detail::text(shiptrack_journey_tracking(raw())); }
  std::optional<std::string_view> tracking() const && = delete;
  /// The last day it is stored free of charge (`2026-05-22`), by the calendar of the place where it is picked up.
  std::optional<std::string_view> last_free_day() const & SHIPTRACK_HPP_LENT { return detail::text(shiptrack_journey_last_free_day(raw())); }
  std::optional<std::string_view> last_free_day() const && = delete;
  /// Number of the shipment; nothing if that is the container's own number.
  std::optional<std::string_view> bill_of_lading() const & SHIPTRACK_HPP_LENT {
    return detail::text(shiptrack_journey_bill_of_lading(raw()));
  }
  std::optional<std::string_view> bill_of_lading() const && = delete;
  /// How far the arrival, or else the expected one, is behind the first expected one; negative if it is ahead.
  std::optional<Milliseconds> delay() const {
    std::int64_t delay = 0;
    return shiptrack_journey_delay_ms(raw(), &delay) == SHIPTRACK_OK ? std::optional(Milliseconds(delay)) : std::nullopt;
  }

  /// One milestone of a journey. Its texts live as long as the journey.
  struct Step {
    /// The milestone, as in the name of its event and in words.
    std::string_view name, label;
    /// Time stamp of when it happened or is expected to, and the time zone of its place.
    std::optional<std::string_view> at, timezone;
    /// UN/LOCODE and name of its place, its vessel and voyage, and its terminal.
    std::optional<std::string_view> place, place_name, vessel, voyage, terminal;
    /// Whether it is known to have happened, and whether it was expected and a later one happened.
    bool happened, passed;
    /// How far it is behind the first plan or the clock; nothing below twelve hours.
    std::optional<Milliseconds> late;
  };

  /// The steps in order: those that happened or have passed first, then those that are expected.
  std::vector<Step> steps() const & SHIPTRACK_HPP_LENT {
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

/// Makes an owned copy, which outlives what the view was read from.
template <class T, class = std::enable_if_t<std::is_base_of_v<Resource, T>>>
Owned<T> copy(const T &view) {
  return detail::make<Owned<T>>(shiptrack_resource_copy, view.raw());
}
template <class T>
Owned<T> copy(const Owned<T> &owned) {
  return copy(*owned);
}

namespace detail {

/// Walks over what has size() and at().
template <class Range, class T>
class Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using reference = T;
  /// For `iterator->id()`: items are made when they are asked for.
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

  /// Reads a JSON:API document as a page of resources of this type.
  static Page parse(std::string_view json) {
    return detail::make<Page>(shiptrack_page_parse, T::type_name, detail::bytes(json), json.size());
  }

  std::size_t size() const { return shiptrack_page_count(raw()); }
  bool empty() const { return size() == 0; }
  /// How many items the whole listing has, when the document says so.
  std::optional<std::int64_t> total() const {
    auto total = shiptrack_page_total(raw());
    return total < 0 ? std::nullopt : std::optional(total);
  }
  /// An item; throws when it cannot be read, or `index` is past the end.
  T at(std::size_t index) const & SHIPTRACK_HPP_LENT {
    const shiptrack_resource *item = nullptr;
    if (detail::run(shiptrack_page_read, raw(), index, &item) != SHIPTRACK_OK)
      throw std::out_of_range("shiptrack::Page::at");
    return T(item);
  }
  T at(std::size_t index) const && = delete;  // Give the page a name first: auto page = …
  /// A resource that came along in the document, by its id.
  template <class U>
  std::optional<U> included(const Text &id) const & SHIPTRACK_HPP_LENT {
    auto found = shiptrack_page_included(raw(), U::type_name, id.c_str());
    return found ? std::optional(U(found)) : std::nullopt;
  }
  template <class U>
  std::optional<U> included(const Text &id) const && = delete;
  /// How many resources came along, of every type.
  std::size_t included_count() const { return shiptrack_page_included_count(raw()); }
  /// A resource that came along, in the order of the document; throws when it cannot be read, or `index` is past the end.
  Resource included_at(std::size_t index) const & SHIPTRACK_HPP_LENT {
    const shiptrack_resource *found = nullptr;
    if (detail::run(shiptrack_page_included_read, raw(), index, &found) != SHIPTRACK_OK)
      throw std::out_of_range("shiptrack::Page::included_at");
    return Resource(found);
  }
  Resource included_at(std::size_t index) const && = delete;
  /// The document, as it came.
  std::string_view json() const & SHIPTRACK_HPP_LENT { return detail::view(shiptrack_page_json(raw())); }
  std::string_view json() const && = delete;
  /// The links of the document, a JSON object.
  std::string_view links_json() const & SHIPTRACK_HPP_LENT { return detail::view(shiptrack_page_links_json(raw())); }
  std::string_view links_json() const && = delete;
  /// The `meta` of the document, a JSON object.
  std::optional<std::string_view> meta_json() const & SHIPTRACK_HPP_LENT { return detail::text(shiptrack_page_meta_json(raw())); }
  std::optional<std::string_view> meta_json() const && = delete;
  /// What the service passed over, or keeps for later, of the request that this page answers: a JSON array.
  std::optional<std::string_view> warnings_json() const & SHIPTRACK_HPP_LENT {
    return detail::text(shiptrack_page_warnings_json(raw()));
  }
  std::optional<std::string_view> warnings_json() const && = delete;
  /// The link to the page after: for Query::resume_from().
  std::optional<std::string_view> next_link() const & SHIPTRACK_HPP_LENT { return detail::text(shiptrack_page_next_link(raw())); }
  std::optional<std::string_view> next_link() const && = delete;

  /// Copies of all items, which outlive the page.
  std::vector<Owned<T>> collect() const {
    return detail::each(size(), [this](std::size_t i) { return copy(at(i)); });
  }

  /// Items are views, which live as long as the page: a vector<T> of them must not outlive it. See collect().
  iterator begin() const & SHIPTRACK_HPP_LENT { return iterator(this, 0); }
  iterator begin() const && = delete;  // Give the page a name first: auto page = …
  iterator end() const & SHIPTRACK_HPP_LENT { return iterator(this, size()); }
  iterator end() const && = delete;
};

/// A page or none: std::optional, of which a temporary lends nothing: the page of `*pages.next()` would be gone before a
/// range-for reads it. `while (auto page = pages.next())` is the way.
template <class T>
class NextPage : public std::optional<Page<T>> {
  using Base = std::optional<Page<T>>;

 public:
  using Base::Base;
  Page<T> &operator*() & { return Base::operator*(); }
  const Page<T> &operator*() const & SHIPTRACK_HPP_LENT { return Base::operator*(); }
  const Page<T> &operator*() const && = delete;  // Give the page a name first: while (auto page = pages.next()) …
  const Page<T> *operator->() const & SHIPTRACK_HPP_LENT { return Base::operator->(); }
  const Page<T> *operator->() const && = delete;  // Give the page a name first.
  Page<T> &value() & { return Base::value(); }
  const Page<T> &value() const & SHIPTRACK_HPP_LENT { return Base::value(); }
  const Page<T> &value() const && = delete;
};

/// A listing on its way. It can be walked once: page by page with next(), or item by item with a range-for, in which an
/// item lives until the loop moves on.
template <class T>
class [[nodiscard]] Pages : public detail::Object<shiptrack_pages, shiptrack_pages_free> {
 public:
  using Object::Object;

  /// Fetches the next page; nothing when there is none. A page may be empty although more follow.
  NextPage<T> next() {
    auto page = detail::make<Page<T>>(shiptrack_pages_next, raw());
    return page ? NextPage<T>(std::move(page)) : NextPage<T>();
  }

  /// Where a later walk goes on, for Query::resume_from(): the page that next() would fetch now; after an error, the page it
  /// could not get past. Nothing at the end of the listing.
  std::optional<std::string> resume_from() const {
    return detail::content(detail::make<detail::Buffer>(shiptrack_pages_resume_from, raw()));
  }

  /// Fetches pages as it comes to them. An item lives as long as an iterator that points at its page.
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
    /// Goes to the next page that has items; to the end when there is none.
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

  /// Fetches all that are left, and gives copies that outlive the listing: `auto all = client.containers().collect();`
  std::vector<Owned<T>> collect() {
    std::vector<Owned<T>> all;
    while (auto page = next())
      for (std::size_t i = 0; i < page->size(); i++) all.push_back(copy(page->at(i)));
    return all;
  }

  /// Begins to walk. An item is a view, and its page is freed when the loop moves on: `std::vector<T>(all.begin(), all.end())`
  /// compiles, and holds views of what is gone. To keep items, collect() them, or copy() each.
  iterator begin() & SHIPTRACK_HPP_LENT { return iterator(this); }
  iterator begin() && = delete;  // Give the listing a name first, auto containers = client.containers(); or collect() it.
  iterator end() { return iterator(); }
};

}  // namespace shiptrack

#endif  // SHIPTRACK_LISTING_HPP
