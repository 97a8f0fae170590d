// A callable as a parameter of a function that isn't a template. <functional> is too heavy, and a
// template would compile the whole reader of configuration files into each of its users.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

/// A callable of this signature that is not the reference itself. std::is_invocable_r would cost
/// every unit a hundredth of <iostream>.
template <class Callable, class Reference, class Result, class... Arguments>
concept callable_besides = !std::same_as<std::remove_cvref_t<Callable>, Reference> &&
                           requires(Callable& callable, Arguments... arguments) {
                             static_cast<Result>(callable(arguments...));
                           };

template <class Signature>
class function_ref;

/// Borrows a callable, from which it converts as a reference does. Lifetime: the callable must
/// outlive it.
template <class Result, class... Arguments>
class function_ref<Result(Arguments...)> {
 public:
  template <callable_besides<function_ref, Result, Arguments...> Callable>
  [[gnu::always_inline]] function_ref(Callable&& callable) noexcept
      : callable_{const_cast<void*>(static_cast<void const volatile*>(&callable))},
        call_{&call<std::remove_reference_t<Callable>>} {}

  Result operator()(Arguments... arguments) const { return call_(callable_, arguments...); }

 private:
  template <class Callable>
  static Result call(void* borrowed, Arguments... arguments) {
    return (*static_cast<Callable*>(borrowed))(arguments...);
  }

  void* callable_;
  Result (*call_)(void*, Arguments...);
};

}}}  // namespace trace2::v0::detail
