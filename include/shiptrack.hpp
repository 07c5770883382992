/// shiptrack for C++17: the C interface with RAII, exceptions, std::string_view, std::optional and std::chrono.
///
///     #include <shiptrack.hpp>
///
///     auto service = shiptrack::Service::open("tracking.db");
///     auto client = service.client();
///     auto request = client.track("container", "TEST-TR-SUCCEEDED", "TEST");
///     client.wait(request->id(), std::chrono::minutes(5));
///     for (shiptrack::Container container : client.containers())
///       std::cout << container.number().value_or("?") << '\n';
///
/// Objects that own something are move-only; using one that was moved from throws a MisuseError. Resources are views, as cheap to
/// copy as a pointer, and valid as long as the object that they were read from: an Owned (reached with `->`), a page, or the step of a
/// range-for. A view of a temporary does not compile; copy() and collect() make copies that stay valid. Every failure throws an
/// Error; only at() throws a std::out_of_range, for an index past the end. Numbers of the C interface are values of an enum class: use a
/// default in a switch. The comment of each type in shiptrack.h says which threads may use it. A method calls the C function that its
/// body names, whose comment in shiptrack.h says in full what it does.
#ifndef SHIPTRACK_HPP
#define SHIPTRACK_HPP

#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "shiptrack.hpp needs C++17: compile with -std=c++17 or newer (or use shiptrack.h)"
#endif

#include <shiptrack/client.hpp>
#include <shiptrack/server.hpp>

// The macros of the class definitions.
#undef SHIPTRACK_HPP_TEXT
#undef SHIPTRACK_HPP_TIME
#undef SHIPTRACK_HPP_LIST
#undef SHIPTRACK_HPP_NUMBER
#undef SHIPTRACK_HPP_FLAG
#undef SHIPTRACK_HPP_CODE
#undef SHIPTRACK_HPP_CODES
#undef SHIPTRACK_HPP_CHAIN
#undef SHIPTRACK_HPP_LIFETIMEBOUND
#undef SHIPTRACK_HPP_VISIBLE

#endif  // SHIPTRACK_HPP
