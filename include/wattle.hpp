/*
 * wattle for C++17: the functions of wattle.h with owners, views, lambdas and exceptions. Header-only.
 * Licence: MIT OR Apache-2.0.
 *
 * A tour
 *
 *     wattle::registry registry;  // begins with the bundled baseline and the library's safety policies
 *     registry.register_contributions(
 *         wattle::prepend_persona("demo.persona", "You are careful."),
 *         wattle::contribution("demo.tools", wattle::mode::append,
 *                              [](wattle::writer& out, const wattle::context&, const wattle::state& state) {
 *                                out.write(state.loaded_tools.empty() ? "There are no tools." : "Use the tools.");
 *                              }));
 *     wattle::compose_options options;
 *     options.total_budget = 8000;
 *     wattle::prompt prompt = registry.compose({wattle::call_class::converse, "anthropic"}, {}, options);
 *     std::puts(prompt.text().data());
 *
 * What holds everywhere, beside what wattle.h says
 *
 *   Names     One thing has one name: wattle_registry_compose is wattle::registry::compose, WATTLE_APPEND is mode::append. Each
 *             item names its C function, whose comment in wattle.h has the whole rule. A name that C++ keeps for itself has a
 *             "_" behind it (origin::static_), and wattle_registry_register is register_contributions.
 *   Calls     Each fallible call comes twice: try_x() is noexcept and returns a result, which holds the value or the error;
 *             x() returns the value, and throws the error, or what a callback threw. Without exceptions there is no x().
 *   Owners    registry, bundle, prompt, diff, records, text, module_builder, renderings, guidance are handles: they move and do
 *             not copy. An empty one (moved from, or made of nullptr) fails every call with null_argument; its texts are empty.
 *   Texts     Go in as std::string_view and are borrowed for the call; where a struct or contribution holds one, until that is
 *             handed over. One that may be absent is a std::optional. They come out as views of the handle that gave them.
 *             Whole texts (not those of sections, nor what a callback is handed) have a NUL behind the last byte.
 *   Lists     Are borrowed arrays, std::arrays and std::vectors (see list_view); a parameter also takes {"a", "b"}.
 *   Callbacks Are any callables. A kept one is moved to the heap once and destroyed exactly once, also when it is refused; one
 *             without state takes no memory; given by pointer it is not moved and must outlive its use. It may run on several
 *             threads at once if the registry is used from several. A borrowed one (probes, the budget, the clock) is taken
 *             by reference, from an lvalue, and costs nothing.
 *   Failure   A callback fails by throwing anything: the library finishes, and the exception goes on in the caller, with its
 *             type, also from one shared object to another. Only out of a destructor nothing may be thrown. Or it fails by
 *             fail(message) of its first parameter, which every callback may take: content a writer&, renderings a
 *             line_writer&, hooks an emitter&, and all others, if they want, a call&.
 *   With C    get() of a handle, c() of a struct and from() of what C filled lead to wattle.h and back; see also lent.
 *   Loading   With WATTLE_THROUGH_TABLE all of this goes through the table, as in wattle.h.
 *   Sharing   No inline variable, static local or thread_local is in this header, so that a plugin which uses it unloads.
 */
#ifndef WATTLE_HPP
#define WATTLE_HPP

#if __cplusplus < 201703L
#error "wattle.hpp is for C++17 and later"
#endif

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <iterator>
#include <new>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "wattle.h"

// Code with and without exceptions, and code that links and code that loads the library, may meet in one process: each has names
// of its own.
#if defined(__cpp_exceptions)
#define WATTLE_HPP_THROWING(...) __VA_ARGS__
#if defined(WATTLE_THROUGH_TABLE)
#define WATTLE_HPP_NAMESPACE v0_table
#else
#define WATTLE_HPP_NAMESPACE v0
#endif
#else
#define WATTLE_HPP_THROWING(...)
#if defined(WATTLE_THROUGH_TABLE)
#define WATTLE_HPP_NAMESPACE v0_noexcept_table
#else
#define WATTLE_HPP_NAMESPACE v0_noexcept
#endif
#endif

namespace wattle {
inline namespace WATTLE_HPP_NAMESPACE {

/* ==== Versions and limits ==== */

/// No limit: as a budget, and as a reported limit. The other limits and all ids are the macros of wattle.h. WATTLE_UNLIMITED
constexpr std::uint64_t unlimited = WATTLE_UNLIMITED;

/* ==== Types ==== */

/// What a call says of itself. The header wattle.h has what each means, and what its subject is. wattle_status
enum class status : wattle_status {
  ok = WATTLE_OK,
  invalid_argument = WATTLE_INVALID_ARGUMENT,
  null_argument = WATTLE_NULL_ARGUMENT,
  invalid_utf8 = WATTLE_INVALID_UTF8,
  invalid_handle = WATTLE_INVALID_HANDLE,
  unsupported = WATTLE_UNSUPPORTED,
  limit_exceeded = WATTLE_LIMIT_EXCEEDED,
  out_of_memory = WATTLE_OUT_OF_MEMORY,
  internal = WATTLE_INTERNAL,
  invalid_json = WATTLE_INVALID_JSON,
  unnamespaced_id = WATTLE_UNNAMESPACED_ID,
  reserved_namespace = WATTLE_RESERVED_NAMESPACE,
  foreign_namespace = WATTLE_FOREIGN_NAMESPACE,
  duplicate_contribution_id = WATTLE_DUPLICATE_CONTRIBUTION_ID,
  duplicate_plugin = WATTLE_DUPLICATE_PLUGIN,
  unknown_plugin = WATTLE_UNKNOWN_PLUGIN,
  unknown_contribution = WATTLE_UNKNOWN_CONTRIBUTION,
  unknown_safety_policy = WATTLE_UNKNOWN_SAFETY_POLICY,
  duplicate_module = WATTLE_DUPLICATE_MODULE,
  unknown_module = WATTLE_UNKNOWN_MODULE,
  frozen = WATTLE_FROZEN,
  plugin_in_use = WATTLE_PLUGIN_IN_USE,
  callback_failed = WATTLE_CALLBACK_FAILED,
  re_entrancy = WATTLE_RE_ENTRANCY,
};

/// How a contribution combines: a section of its own, one before every appended one, or in another's place. wattle_mode
enum class mode : wattle_mode { append = WATTLE_APPEND, prepend = WATTLE_PREPEND, replace = WATTLE_REPLACE };

/// What the call that the prompt is for does. wattle_call_class
enum class call_class : wattle_call_class {
  utility = WATTLE_UTILITY,
  reasoning = WATTLE_REASONING,
  converse = WATTLE_CONVERSE,
  synthesize = WATTLE_SYNTHESIZE,
};

/// Where a contribution comes from, which is also the layer it resolves in. A host registers with the last two. wattle_origin
enum class origin : wattle_origin {
  core_default = WATTLE_ORIGIN_CORE_DEFAULT,
  core_template = WATTLE_ORIGIN_CORE_TEMPLATE,
  static_ = WATTLE_ORIGIN_STATIC,
  runtime_aware = WATTLE_ORIGIN_RUNTIME_AWARE,
};

/// How a section fares when the budget is short. wattle_tier
enum class tier : wattle_tier {
  core = WATTLE_TIER_CORE,
  active = WATTLE_TIER_ACTIVE,
  informational = WATTLE_TIER_INFORMATIONAL,
};

/// What became of a candidate under the budget. wattle_verdict
enum class verdict : wattle_verdict { included = WATTLE_INCLUDED, condensed = WATTLE_CONDENSED, dropped = WATTLE_DROPPED };

/// What kind of content a record has. wattle_content_kind
enum class content_kind : wattle_content_kind {
  text = WATTLE_CONTENT_KIND_TEXT,
  static_ = WATTLE_CONTENT_KIND_STATIC,
  runtime_aware = WATTLE_CONTENT_KIND_RUNTIME_AWARE,
  gated = WATTLE_CONTENT_KIND_GATED,
};

/// A part of what the library brings. wattle_fragment_set
enum class fragment_set : wattle_fragment_set {
  base = WATTLE_FRAGMENT_SET_BASE,
  extension = WATTLE_FRAGMENT_SET_EXTENSION,
  templates = WATTLE_FRAGMENT_SET_TEMPLATES,
  safety = WATTLE_FRAGMENT_SET_SAFETY,
};

/// How an entry of guidance is held against the name of a tool. wattle_match_mode
enum class match_mode : wattle_match_mode {
  exact = WATTLE_MATCH_MODE_EXACT,
  prefix = WATTLE_MATCH_MODE_PREFIX,
  glob = WATTLE_MATCH_MODE_GLOB,
};

namespace detail {

struct none {};  // no callable

inline std::string_view view(wattle_str text) noexcept { return {text.data, text.len}; }
inline std::optional<std::string_view> maybe(wattle_str text) noexcept {
  return text.data ? std::optional<std::string_view>(view(text)) : std::nullopt;
}
inline wattle_str c(std::string_view text) noexcept { return {text.data(), text.size()}; }
// A text that is there even if it is empty.
inline wattle_str present(std::string_view text) noexcept { return {text.data() ? text.data() : "", text.size()}; }
inline wattle_str c(const std::optional<std::string_view>& text) noexcept {
  return text ? present(*text) : wattle_str{nullptr, 0};
}
// Enumerations and booleans that may be left out are 0 in C.
template <class C, class E> C c(std::optional<E> value) noexcept { return value ? static_cast<C>(*value) : 0; }
template <class E, class C> std::optional<E> maybe(C value) noexcept {
  return value ? std::optional<E>(static_cast<E>(value)) : std::nullopt;
}
inline wattle_maybe c(std::optional<bool> known) noexcept { return !known ? 0 : *known ? WATTLE_YES : WATTLE_NO; }
inline std::optional<bool> maybe_bool(wattle_maybe known) noexcept {
  return known ? std::optional<bool>(known == WATTLE_YES) : std::nullopt;
}
inline std::uint8_t flag(bool yes) noexcept { return yes ? 1 : 0; }
inline std::optional<std::uint64_t> set(std::uint64_t number) noexcept {
  return number == WATTLE_NOT_SET ? std::nullopt : std::optional<std::uint64_t>(number);
}

// What has a size() and an operator[]: begin(), end() and empty(). The iterator is good as long as what it goes through.
template <class Self> class indexed {
 public:
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using difference_type = std::ptrdiff_t;
    using value_type = typename Self::value_type;
    using reference = value_type;
    using pointer = void;
    iterator(const Self* of, std::size_t at) noexcept : of_(of), at_(at) {}
    reference operator*() const noexcept { return (*of_)[at_]; }
    iterator& operator++() noexcept { return ++at_, *this; }
    iterator operator++(int) noexcept { return iterator(of_, at_++); }
    bool operator==(const iterator& other) const noexcept { return at_ == other.at_; }
    bool operator!=(const iterator& other) const noexcept { return at_ != other.at_; }

   private:
    const Self* of_;
    std::size_t at_;
  };
  iterator begin() const noexcept { return iterator(self(), 0); }
  iterator end() const noexcept { return iterator(self(), self()->size()); }
  bool empty() const noexcept { return self()->size() == 0; }

 private:
  const Self* self() const noexcept { return static_cast<const Self*>(this); }
};

// Whether a List is a contiguous one of exactly T.
template <class List, class T, class = void> struct holds : std::false_type {};
template <class List, class T>
struct holds<List, T, std::void_t<decltype(std::data(std::declval<List&>())), decltype(std::size(std::declval<List&>()))>>
    : std::is_same<std::remove_cv_t<std::remove_pointer_t<decltype(std::data(std::declval<List&>()))>>, T> {};

}  // namespace detail

/// A borrowed list of T: str, command, candidate and their like. Made of an array, std::array, std::vector or the like of T, which must
/// outlive it: not of a temporary. Absent if default-constructed; an empty container is an empty list that is there. Strings
/// come out as std::string_view. A list of other strings goes in by way of std::vector<wattle::str>(v.begin(), v.end()).
template <class T> class list_view : public detail::indexed<list_view<T>> {
 public:
  using value_type = typename T::value_type;
  using c_type = typename T::c_type;
  list_view() noexcept = default;
  template <class List, class = std::enable_if_t<detail::holds<List, T>::value>>
  list_view(List& list) noexcept
      : data_(std::size(list) > 0 ? std::data(list)->get() : reinterpret_cast<const c_type*>(&list)), size_(std::size(list)) {}
  list_view(const c_type* data, std::size_t size) noexcept : data_(data), size_(size) {}

  const c_type* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  value_type operator[](std::size_t i) const noexcept { return T::from(data_[i]); }
  bool present() const noexcept { return data_ != nullptr; }

 private:
  const c_type* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A list_view as a parameter of one call: takes temporaries and {…} too. {} is an empty list that is there.
template <class T> class list_arg : public list_view<T> {
 public:
  list_arg(list_view<T> list) noexcept : list_view<T>(list) {}
  list_arg(std::initializer_list<T> list) noexcept : list_view<T>(list) {}
  template <class List, class = std::enable_if_t<detail::holds<List, T>::value>>
  list_arg(const List& list) noexcept : list_view<T>(list) {}
};

/// An item of a list of strings: const wattle::str tools[] = {"shell", "git"}. Borrows the text. wattle_str
struct str : wattle_str {
  using value_type = std::string_view;
  using c_type = wattle_str;
  template <class Text, class = std::enable_if_t<std::is_convertible_v<const Text&, std::string_view>>>
  str(const Text& text) noexcept : wattle_str(detail::present(std::string_view(text))) {}
  operator std::string_view() const noexcept { return detail::view(*this); }
  const wattle_str* get() const noexcept { return this; }
  static std::string_view from(const wattle_str& text) noexcept { return detail::view(text); }
};
using str_list = list_view<str>;

namespace detail {
inline wattle_str_list c(const str_list& list) noexcept { return {list.data(), list.size()}; }
inline str_list from(const wattle_str_list& list) noexcept { return {list.items, list.len}; }
}  // namespace detail

/// Which contexts a contribution is for: all fields that are set must equal the context's. wattle_scope
struct scope {
  std::optional<wattle::call_class> call_class{};
  std::optional<std::string_view> family{};
  std::optional<std::string_view> tenant_id{};
  std::optional<std::string_view> runtime_role{};

  wattle_scope c() const noexcept {
    return {detail::c<wattle_call_class>(call_class), 0, detail::c(family), detail::c(tenant_id), detail::c(runtime_role)};
  }
};

/// What the call that the prompt is for looks like; part of the fingerprint. call_class is required. wattle_context
struct context {
  wattle::call_class call_class{};
  std::string_view family{};  // "anthropic", "openai", "google", …: an open set
  std::optional<std::string_view> tenant_id{};
  std::optional<std::string_view> runtime_role{};

  wattle_context c() const noexcept {
    return {sizeof(wattle_context), static_cast<wattle_call_class>(call_class), 0, detail::c(family), detail::c(tenant_id),
            detail::c(runtime_role)};
  }
  static context from(const wattle_context& x) noexcept {
    return {static_cast<wattle::call_class>(x.call_class), detail::view(x.family), detail::maybe(x.tenant_id),
            detail::maybe(x.runtime_role)};
  }
};

/// What is true of this turn only; by default a root turn with nothing loaded. wattle_state
struct state {
  str_list loaded_tools{};
  str_list detected_intents{};
  std::uint32_t turn_depth = 0;
  std::optional<bool> prior_turn_had_tool_calls{};
  std::optional<std::string_view> plugin_metadata{};  // a JSON object keyed by plugin, passed on byte for byte
  void* host = nullptr;                               // for callbacks' use: passed on, never read

  wattle_state c() const noexcept {
    return {sizeof(wattle_state), detail::c(loaded_tools), detail::c(detected_intents), turn_depth, detail::c(prior_turn_had_tool_calls),
            detail::c(plugin_metadata), host};
  }
  static state from(const wattle_state& s) noexcept {
    return {detail::from(s.loaded_tools), detail::from(s.detected_intents), s.turn_depth,
            detail::maybe_bool(s.prior_turn_had_tool_calls), detail::maybe(s.plugin_metadata), s.host};
  }
};

/// One section of a bundle, or one candidate of a prompt, kept or dropped. Its texts are views of the bundle or prompt.
/// wattle_section
struct section {
  std::string_view id{};
  std::optional<std::string_view> plugin{};  // who registered its place, if a plugin did
  std::optional<wattle::origin> origin{};    // absent for a raw candidate
  std::optional<wattle::mode> mode{};        // absent for a raw candidate
  wattle::tier tier{};
  wattle::verdict verdict{};
  bool is_static = false;                  // nothing runtime-aware had a part in it
  std::optional<std::string_view> text{};  // absent if dropped, and for a module whose rendering has no line
  std::size_t start = 0;                   // where the text is in the whole text, in bytes
  std::size_t end = 0;
  std::uint64_t chars = 0;         // in the summary's unit: of the text that is there, or of the full one if dropped
  std::uint64_t total_before = 0;  // the running total before it was decided on
  std::uint64_t limit = 0;         // what it was held against, or unlimited

  wattle_section c() const noexcept {
    return {sizeof(wattle_section), detail::c(id), detail::c(plugin), detail::c<wattle_origin>(origin), detail::c<wattle_mode>(mode),
            static_cast<wattle_tier>(tier), static_cast<wattle_verdict>(verdict), detail::flag(is_static), {}, detail::c(text),
            start, end, chars, total_before, limit};
  }
  static section from(const wattle_section& s) noexcept {
    return {detail::view(s.id), detail::maybe(s.plugin), detail::maybe<wattle::origin>(s.origin), detail::maybe<wattle::mode>(s.mode),
            static_cast<wattle::tier>(s.tier), static_cast<wattle::verdict>(s.verdict), s.is_static != 0, detail::maybe(s.text),
            s.start, s.end, s.chars, s.total_before, s.limit};
  }
};

/// The figures of a bundle or a prompt. wattle_summary
struct summary {
  std::size_t sections = 0;
  std::size_t included = 0;       // condensed ones among them
  std::size_t condensed = 0;
  std::size_t dropped = 0;
  std::size_t stable_prefix = 0;  // bytes of the text that do not depend on the turn
  std::uint64_t total_chars = 0;  // in the unit
  std::uint64_t total_tokens_est = 0;
  std::uint64_t effective_budget = 0;  // or unlimited
  double budget_used_pct = 0;
  bool over_budget = false;
  bool static_only = false;
  std::string_view unit{};  // "chars", "tokens" of a prompt of modules, or a host's own: a view of the bundle or prompt

  wattle_summary c() const noexcept {
    return {sizeof(wattle_summary), sections, included, condensed, dropped, stable_prefix, total_chars, total_tokens_est,
            effective_budget, budget_used_pct, detail::flag(over_budget), detail::flag(static_only), {}, detail::c(unit)};
  }
  static summary from(const wattle_summary& s) noexcept {
    return {s.sections, s.included, s.condensed, s.dropped, s.stable_prefix, s.total_chars, s.total_tokens_est,
            s.effective_budget, s.budget_used_pct, s.over_budget != 0, s.static_only != 0, detail::view(s.unit)};
  }
};

/* ==== Errors ==== */

/// The dashed name of a status ("duplicate-plugin"), or "unknown". Static text. wattle_status_name
inline std::string_view name(status s) noexcept { return detail::view(wattle_status_name(static_cast<wattle_status>(s))); }

namespace detail {
#if defined(__cpp_exceptions)
// The tag of what carries an exception, a std::exception_ptr on the heap: an address of the library's, which is the same for every
// shared object, and in it a number that tells C++ libraries apart.
inline const void* exception_tag() noexcept {
#if defined(__GLIBCXX__)
  return wattle_version().data + 1;
#elif defined(_LIBCPP_VERSION)
  return wattle_version().data + 2;
#else
  return wattle_version().data + 3;
#endif
}

inline void drop_exception(void* held) { delete static_cast<std::exception_ptr*>(held); }
#endif
}  // namespace detail

/// Why a call failed, or ok(). Copies share one wattle_error, which the last of them frees. Threads: as wattle_error.
class error : public std::exception {
 public:
  error() noexcept = default;
  /// Takes what a failed function stored; without one there is the status alone.
  explicit error(wattle::status s, wattle_error* owned = nullptr) noexcept : status_(s), error_(owned) {}
  /// Makes one, to be thrown as the library's are. Not ok. wattle_error_new
  error(wattle::status s, std::string_view subject, std::string_view message) noexcept {
    status_ = static_cast<wattle::status>(wattle_error_new(static_cast<wattle_status>(s), detail::c(subject), detail::c(message), &error_));
  }
  error(error&& other) noexcept
      : status_(other.status_), error_(std::exchange(other.error_, nullptr)), owners_(other.owners_.exchange(nullptr)) {}
  error(const error& other) noexcept : status_(other.status_), owners_(other.share()) {
    if (auto* owners = owners_.load(std::memory_order_relaxed)) {
      owners->fetch_add(1, std::memory_order_relaxed);
      error_ = other.error_;
    }
  }
  error& operator=(error other) noexcept { return swap(other), *this; }
  ~error() override {
    auto* owners = owners_.load(std::memory_order_acquire);
    if (owners && owners->fetch_sub(1, std::memory_order_acq_rel) > 1) return;
    delete owners;
    if (error_) wattle_error_free(error_);
  }

  /// What went wrong. wattle_error_status
  wattle::status status() const noexcept { return status_; }
  /// The culprit: an id, a name, a field; the statuses say which. A view of the error. wattle_error_subject
  std::string_view subject() const noexcept { return detail::view(wattle_error_subject(error_)); }
  /// What was wrong, with which id, and what is allowed, in English. A view of the error. wattle_error_message
  std::string_view message() const noexcept { return error_ ? detail::view(wattle_error_message(error_)) : name(status_); }
  const char* what() const noexcept override { return message().data(); }
  /// For functions of wattle.h; the error stays the owner. nullptr where there was no memory for more than the status.
  wattle_error* get() const noexcept { return error_; }

#if defined(__cpp_exceptions)
  /// What a callback threw, if that is why; else null. wattle_error_payload
  std::exception_ptr exception() const noexcept {
    const auto* held = static_cast<const std::exception_ptr*>(wattle_error_payload(error_, detail::exception_tag()));
    return held ? *held : nullptr;
  }
  /// Throws what a callback threw, or else this error, which is moved from.
  [[noreturn]] void raise() {
    if (std::exception_ptr thrown = exception()) std::rethrow_exception(std::move(thrown));
    throw std::move(*this);
  }
#endif

 private:
  void swap(error& other) noexcept {
    std::swap(status_, other.status_);
    std::swap(error_, other.error_);
    owners_.store(other.owners_.exchange(owners_.load()));
  }
  // The number of owners, counted from the first copy on; nullptr if there is no error, or no memory to count in.
  std::atomic<std::size_t>* share() const noexcept {
    auto* owners = owners_.load(std::memory_order_acquire);
    if (owners || !error_) return owners;
    auto* fresh = new (std::nothrow) std::atomic<std::size_t>(1);
    if (owners_.compare_exchange_strong(owners, fresh, std::memory_order_acq_rel)) return fresh;
    delete fresh;
    return owners;
  }

  wattle::status status_ = wattle::status::ok;
  wattle_error* error_ = nullptr;
  mutable std::atomic<std::atomic<std::size_t>*> owners_{nullptr};
};

/// What a try_ call returns: its value, or why there is none. Without a value * and -> give an empty one.
template <class T = void> class result;
template <> class [[nodiscard]] result<void> {
 public:
  explicit result(wattle::error why) noexcept : error_(std::move(why)) {}
  explicit operator bool() const noexcept { return status() == wattle::status::ok; }
  wattle::status status() const noexcept { return error_.status(); }
  const wattle::error& error() const noexcept { return error_; }
  /// Throws if the call failed: see error::raise.
  WATTLE_HPP_THROWING(void value() { if (!*this) error_.raise(); })

 private:
  wattle::error error_;
};
template <class T> class [[nodiscard]] result : public result<void> {
 public:
  result(T made, wattle::error why) noexcept : result<void>(std::move(why)), value_(std::move(made)) {}
  T& operator*() noexcept { return value_; }
  const T& operator*() const noexcept { return value_; }
  T* operator->() noexcept { return &value_; }
  const T* operator->() const noexcept { return &value_; }
  /// The value, moved out; throws if the call failed: see error::raise.
  WATTLE_HPP_THROWING(T value() { result<void>::value(); return std::move(value_); })

 private:
  T value_;
};

/* ==== Names ==== */

/// Names for people, such as "append", "runtime-aware", "included"; "unknown" for other numbers. Static texts. wattle_mode_name, …
inline std::string_view name(mode m) noexcept { return detail::view(wattle_mode_name(static_cast<wattle_mode>(m))); }
inline std::string_view name(call_class c) noexcept { return detail::view(wattle_call_class_name(static_cast<wattle_call_class>(c))); }
inline std::string_view name(origin o) noexcept { return detail::view(wattle_origin_name(static_cast<wattle_origin>(o))); }
inline std::string_view name(tier t) noexcept { return detail::view(wattle_tier_name(static_cast<wattle_tier>(t))); }
inline std::string_view name(match_mode m) noexcept { return detail::view(wattle_match_mode_name(static_cast<wattle_match_mode>(m))); }
inline std::string_view name(verdict v) noexcept { return detail::view(wattle_verdict_name(static_cast<wattle_verdict>(v))); }

/* ==== Versions ==== */

/// The version of the library that runs, "major.minor.patch". Static text. wattle_version
inline std::string_view version() noexcept { return detail::view(wattle_version()); }

/* ==== Between C and C++ ==== */

namespace detail {

// The shapes of calls. Each hands `call` where to store the error, and before that where to store what it makes.
template <class Call> error ended(Call call) noexcept {
  wattle_error* why = nullptr;
  const auto s = static_cast<status>(call(&why));
  return error(s, why);
}
template <class Call> result<> done(Call call) noexcept { return result<>(ended(call)); }
template <class Handle, class Call> result<Handle> made(Call call) noexcept {
  typename Handle::c_type* out = nullptr;
  error why = ended([&](wattle_error** e) { return call(&out, e); });
  return {Handle(out), std::move(why)};
}
template <class T, class C, class Call> result<T> filled(Call call) noexcept {
  C out{};
  out.struct_size = sizeof out;
  error why = ended([&](wattle_error** e) { return call(&out, e); });
  return {why.status() == status::ok ? T::from(out) : T{}, std::move(why)};
}

// What differs between handles: how to free them, and more where they have it in common.
template <class C> struct api;

// The owner of a handle: moves, frees.
template <class C> class handle {
 public:
  using c_type = C;
  /// Takes a handle of wattle.h, or none: nullptr.
  template <class Owned, class = std::enable_if_t<std::is_same_v<Owned, C*> || std::is_same_v<Owned, std::nullptr_t>>>
  explicit handle(Owned owned) noexcept : c_(owned) {}
  handle(handle&& other) noexcept : c_(other.release()) {}
  handle& operator=(handle&& other) noexcept {
    handle(std::move(other)).swap(*this);
    return *this;
  }
  ~handle() {
    if (c_) api<C>::free(c_);
  }
  void swap(handle& other) noexcept { std::swap(c_, other.c_); }
  explicit operator bool() const noexcept { return c_ != nullptr; }
  /// For functions of wattle.h; the handle stays the owner.
  C* get() const noexcept { return c_; }
  /// Gives the handle up: the caller frees it.
  C* release() noexcept { return std::exchange(c_, nullptr); }

 protected:
  // A function of wattle.h that gives nothing.
  template <class Function, class... A> result<> perform(Function function, A... a) const noexcept {
    return done([&](wattle_error** why) { return function(c_, a..., why); });
  }

 private:
  C* c_;
};

// A C struct by another name: an array of the one is an array of the other.
template <class Self, class C> class item {
 public:
  using value_type = Self;
  using c_type = C;
  /// For functions of wattle.h.
  const C* get() const noexcept {
    static_assert(sizeof(Self) == sizeof(C), "nothing may be added");
    return &c_;
  }
  static Self from(const C& c) noexcept {
    Self one;
    one.c_ = c;
    return one;
  }

 protected:
  item() noexcept : c_{} { c_.struct_size = sizeof(C); }
  C c_;
};

// What a function of an index fills: Self has a size(), and a fill(i, out, why) that calls it.
template <class Self, class T, class C> class filled_list : public indexed<Self> {
 public:
  using value_type = T;
  /// The one of an index from 0. Errors: invalid_argument from size() on.
  result<T> try_at(std::size_t i) const noexcept {
    return filled<T, C>([&](C* out, wattle_error** why) { return static_cast<const Self*>(this)->fill(i, out, why); });
  }
  WATTLE_HPP_THROWING(T at(std::size_t i) const { return try_at(i).value(); })
  T operator[](std::size_t i) const noexcept {
    return *filled<T, C>([&](C* out, wattle_error**) { return static_cast<const Self*>(this)->fill(i, out, nullptr); });
  }
};

}  // namespace detail

/// A handle that stays somebody else's, such as the registry that a plugin is handed: wattle::lent<wattle::registry> r(theirs).
template <class Handle> class lent {
 public:
  explicit lent(typename Handle::c_type* theirs) noexcept : handle_(theirs) {}
  lent(const lent&) = delete;
  lent& operator=(const lent&) = delete;
  ~lent() { handle_.release(); }
  Handle& operator*() noexcept { return handle_; }
  const Handle& operator*() const noexcept { return handle_; }
  Handle* operator->() noexcept { return &handle_; }

 private:
  Handle handle_;
};

/* ==== Inside a callback ==== */

class contribution;

/// The callback under way. The library's; valid until the callback returns, on its thread. wattle_call
class call {
 public:
  explicit call(wattle_call* under_way) noexcept : c_(under_way) {}
  call(const call&) = delete;
  call& operator=(const call&) = delete;
  /// The callback fails, with this message, whatever it does afterwards; the last of several counts. wattle_call_fail
  void fail(std::string_view message) noexcept { status_ = wattle_call_fail(c_, detail::c(message)); }
  wattle_call* get() const noexcept { return c_; }
  wattle_status outcome() const noexcept { return status_; }

 private:
  wattle_call* c_;
  wattle_status status_ = WATTLE_OK;
};

/// What a content callback writes its text to. wattle_call
class writer : public call {
 public:
  using call::call;
  /// Adds to the text, in pieces of any size. It need not be looked at: what cannot be written fails the callback. Errors:
  /// limit_exceeded, out_of_memory. wattle_call_write
  wattle::status write(std::string_view text) noexcept { return static_cast<wattle::status>(wattle_call_write(get(), detail::c(text))); }
};

/// What a module's rendering writes its lines to. wattle_call
class line_writer : public call {
 public:
  using call::call;
  /// Adds a line, without the break at its end; line breaks inside are kept. As writer::write. wattle_call_write_line
  wattle::status write_line(std::string_view line) noexcept {
    return static_cast<wattle::status>(wattle_call_write_line(get(), detail::c(line)));
  }
};

/// What a hook adds contributions with. wattle_call
class emitter : public call {
 public:
  using call::call;
  /// Adds to this turn, as the hook's plugin and as runtime-aware. A refusal fails the resolution, whatever the hook does
  /// afterwards. Errors: those of registry::register_contributions, foreign_namespace. wattle_call_emit
  result<> try_emit(contribution one) noexcept;
  WATTLE_HPP_THROWING(void emit(contribution one);)
};

namespace detail {

#if defined(__cpp_exceptions)
// Inside a catch (...): fails the call with what was thrown.
inline wattle_status fail_with_exception(wattle_call* under_way) noexcept {
  auto* held = new (std::nothrow) std::exception_ptr(std::current_exception());
  const auto fail = [&](const char* what) {
    return held ? wattle_call_fail_with(under_way, wattle_cstr(what), exception_tag(), held, drop_exception)
                : wattle_call_fail(under_way, wattle_cstr(what));
  };
  try {
    throw;
  } catch (const std::exception& thrown) {
    return fail(thrown.what());
  } catch (...) {
    return fail("an exception that is no std::exception");
  }
}
#endif

// Runs a callback's body with a Call of its own. Nothing leaves it but a status.
template <class Call, class Body> wattle_status run(wattle_call* under_way, Body body) noexcept {
  Call call(under_way);
#if defined(__cpp_exceptions)
  try {
    body(call);
  } catch (...) {
    return fail_with_exception(under_way);
  }
#else
  body(call);
#endif
  return call.outcome();
}

// A callable, or the one that a pointer points to.
template <class F> auto& callee(F& f) noexcept {
  if constexpr (std::is_pointer_v<F>) return *f;
  else return f;
}
template <class F, class... A> constexpr bool takes() {
  return std::is_invocable_v<decltype(callee(std::declval<F&>())), A...>;
}
template <class R, class F, class... A> constexpr bool answers() {
  using Callee = decltype(callee(std::declval<F&>()));
  return std::is_invocable_r_v<R, Callee, A...> || std::is_invocable_r_v<R, Callee, call&, A...>;
}
// Calls what may take the call first.
template <class F, class Call, class... A> decltype(auto) ask(F& f, Call& in, A&&... a) {
  if constexpr (takes<F, Call&, A...>()) return callee(f)(in, std::forward<A>(a)...);
  else return callee(f)(std::forward<A>(a)...);
}

// How kept callables are a user_data: a pointer alone is itself; what has no state is nothing, and is made anew where it is called
// (it is an implicit-lifetime type); anything else is on the heap.
template <class... F> class kept {
  using all = std::tuple<F...>;
  using first = std::tuple_element_t<0, all>;
  static constexpr bool pointer() { return sizeof...(F) == 1 && std::is_pointer_v<first>; }
  static constexpr bool stateless() {
    return ((std::is_empty_v<F> && std::is_trivially_copy_constructible_v<F> && std::is_trivially_destructible_v<F>)&&...);
  }
  static void destroy(void* user_data) { delete static_cast<all*>(user_data); }

 public:
  // Whether there was memory.
  static bool keep(all&& f, void*& user_data, wattle_drop_fn& drop) {
    if constexpr (pointer()) {
      user_data = const_cast<void*>(reinterpret_cast<const volatile void*>(std::get<0>(f)));
    } else if constexpr (!stateless()) {
      user_data = new (std::nothrow) all(std::move(f));
      drop = user_data ? destroy : nullptr;
      return user_data != nullptr;
    }
    return true;
  }
  // Calls the one at I.
  template <std::size_t I, class Call, class... A> static decltype(auto) ask(void* user_data, Call& in, A&&... a) {
    if constexpr (pointer()) {
      first f = reinterpret_cast<first>(user_data);
      return detail::ask(f, in, std::forward<A>(a)...);
    } else if constexpr (stateless()) {
      using one = std::tuple_element_t<I, all>;
      alignas(one) unsigned char nothing[sizeof(one)] = {};
      return detail::ask(*std::launder(reinterpret_cast<one*>(nothing)), in, std::forward<A>(a)...);
    } else {
      return detail::ask(std::get<I>(*static_cast<all*>(user_data)), in, std::forward<A>(a)...);
    }
  }
};

// A C struct that owns a user_data until the library has taken it. Its texts are borrowed.
template <class C> class owner {
 public:
  using c_type = C;
  owner(owner&& other) noexcept : c_(other.c_) { other.taken(); }
  owner& operator=(owner&& other) noexcept {
    if (this != &other) {
      drop();
      c_ = other.c_;
      other.taken();
    }
    return *this;
  }
  ~owner() { drop(); }
  /// For functions of wattle.h. Whoever hands it to one says so by taken().
  const C* get() const noexcept { return &c_; }
  /// The library has taken it: nothing is left, and registering that is refused.
  void taken() noexcept {
    c_ = C{};
    c_.struct_size = sizeof(C);
  }

 protected:
  owner() noexcept : c_{} { c_.struct_size = sizeof(C); }
  template <class F> void keep(F f) {
    drop();
    c_.user_data = nullptr;
    c_.drop = nullptr;
    if (!kept<F>::keep(std::tuple<F>(std::move(f)), c_.user_data, c_.drop)) no_memory();
  }
  C c_;

 private:
  void drop() noexcept {
    if (c_.drop) c_.drop(c_.user_data);
  }
  [[noreturn]] static void no_memory() {
#if defined(__cpp_exceptions)
    throw std::bad_alloc();
#else
    std::terminate();
#endif
  }
};
template <class T> void taken(T* first, std::size_t n) noexcept {
  for (std::size_t i = 0; i < n; i++) first[i].taken();
}

template <class Kept> wattle_status static_content(void* data, wattle_call* under_way, const wattle_context* x) noexcept {
  return run<writer>(under_way, [&](writer& out) { Kept::template ask<0>(data, out, context::from(*x)); });
}
template <class Kept>
wattle_status runtime_content(void* data, wattle_call* under_way, const wattle_context* x, const wattle_state* s) noexcept {
  return run<writer>(under_way, [&](writer& out) { Kept::template ask<0>(data, out, context::from(*x), state::from(*s)); });
}
template <class Kept>
wattle_status when(void* data, wattle_call* under_way, const wattle_context* x, const wattle_state* s, std::uint8_t* answer) noexcept {
  return run<call>(under_way, [&](call& in) {
    *answer = flag(static_cast<bool>(Kept::template ask<0>(data, in, context::from(*x), state::from(*s))));
  });
}

template <class F> constexpr bool is_static_content() { return takes<F, writer&, const context&>(); }
template <class F> constexpr bool is_runtime_content() { return takes<F, writer&, const context&, const state&>(); }

}  // namespace detail

/* ==== Contributions ==== */

/// A typed piece of prompt. It borrows its texts until it is registered, and owns its callable. What sets a field hands the
/// contribution on, to be registered in the same expression or later. wattle_contribution
class contribution : public detail::owner<wattle_contribution> {
 public:
  /// `content` is a text, a function (writer&, const context&), which makes it static, or a function (writer&, const context&,
  /// const state&), which makes it runtime-aware. Throws std::bad_alloc if there is no memory to keep the function.
  template <class Content> contribution(std::string_view id, wattle::mode mode, Content&& content) {
    using F = std::decay_t<Content>;
    c_.id = detail::c(id);
    c_.mode = static_cast<wattle_mode>(mode);
    if constexpr (std::is_convertible_v<const F&, std::string_view>) {
      c_.text = detail::present(std::string_view(content));
    } else {
      constexpr bool fixed = detail::is_static_content<F>(), aware = detail::is_runtime_content<F>();
      static_assert(fixed != aware,
                    "content is a text, or a function of (writer&, const context&) or of (writer&, const context&, const state&)");
      if constexpr (fixed) c_.static_content = detail::static_content<detail::kept<F>>;
      else c_.runtime_content = detail::runtime_content<detail::kept<F>>;
      keep<F>(std::forward<Content>(content));
    }
  }
  /// Has the text given in the turns for which `when`, a function (const context&, const state&) to bool, says so; for
  /// contributions of a text.
  template <class When> contribution&& when(When when) {
    static_assert(detail::answers<bool, When, const context&, const state&>(),
                  "when is a function of (const context&, const state&) to bool");
    c_.when = detail::when<detail::kept<When>>;
    keep<When>(std::move(when));
    return std::move(*this);
  }
  /// static_ or runtime_aware. Left out: runtime-aware if it reads the state or requires tools, else static; in a plugin's
  /// lists and in emissions, what the list says.
  contribution&& origin(wattle::origin o) noexcept { return c_.origin = static_cast<wattle_origin>(o), std::move(*this); }
  /// How it fares when the budget is short. Left out: active.
  contribution&& tier(wattle::tier t) noexcept { return c_.tier = static_cast<wattle_tier>(t), std::move(*this); }
  /// Which contexts it is for. Left out: every one.
  contribution&& scope(const wattle::scope& s) noexcept { return c_.scope = s.c(), std::move(*this); }
  /// A shorter text, tried where there is no room for the full one.
  contribution&& condensed(std::string_view text) noexcept { return c_.condensed = detail::present(text), std::move(*this); }
  /// Makes it runtime-aware, and active only when all of these tools are loaded.
  contribution&& requires_tools(str_list tools) noexcept { return c_.requires_tools = detail::c(tools), std::move(*this); }
};
static_assert(sizeof(contribution) == sizeof(wattle_contribution), "an array of one is an array of the other");

inline result<> emitter::try_emit(contribution one) noexcept {
  return detail::done([&](wattle_error** why) {
    const wattle_status s = wattle_call_emit(get(), one.get(), why);
    return one.taken(), s;
  });
}
WATTLE_HPP_THROWING(inline void emitter::emit(contribution one) { try_emit(std::move(one)).value(); })

/* ==== Safety policies ==== */

/// A text that resolves last, and that no contribution and no budget can move, replace or drop. It borrows its texts until it is
/// registered, and owns its callable. wattle_safety_policy
class safety_policy : public detail::owner<wattle_safety_policy> {
 public:
  /// `content` is a text or a function (writer&, const context&). Throws std::bad_alloc as contribution does.
  template <class Content> safety_policy(std::string_view id, Content&& content) {
    using F = std::decay_t<Content>;
    c_.id = detail::c(id);
    if constexpr (std::is_convertible_v<const F&, std::string_view>) {
      c_.text = detail::present(std::string_view(content));
    } else {
      static_assert(detail::is_static_content<F>(), "content is a text, or a function of (writer&, const context&)");
      c_.static_content = detail::static_content<detail::kept<F>>;
      keep<F>(std::forward<Content>(content));
    }
  }
  /// Enables it where the registry has no list of enabled policies.
  safety_policy&& enabled_by_default(bool enabled = true) noexcept {
    return c_.enabled_by_default = detail::flag(enabled), std::move(*this);
  }
};
static_assert(sizeof(safety_policy) == sizeof(wattle_safety_policy), "an array of one is an array of the other");

/* ==== Plugins ==== */

namespace detail {
template <class Kept> wattle_status hook(void* data, wattle_call* under_way, const wattle_context* x, const wattle_state* s) noexcept {
  return run<emitter>(under_way, [&](emitter& emit) { Kept::template ask<0>(data, emit, context::from(*x), state::from(*s)); });
}
template <class Kept> wattle_status stream_observer(void* data, wattle_call* under_way, wattle_str bytes) noexcept {
  return run<call>(under_way, [&](call& in) { Kept::template ask<1>(data, in, view(bytes)); });
}
}  // namespace detail

/// What one extension contributes: registered, replaced and removed as a whole. It borrows its texts and lists until then, and
/// owns its hook and observer; the lists, lvalues, are consumed when it is registered, also if it is refused. Made in one
/// expression, wattle::plugin("name").prompts(list).hook(f), or from one with std::move. wattle_plugin
template <class Hook = detail::none, class Observer = detail::none> class plugin {
 public:
  explicit plugin(std::string_view name, std::string_view version = {}) noexcept {
    c_.name = detail::c(name);
    c_.version = detail::c(version);
  }
  plugin(plugin&&) = default;
  /// Its static contributions.
  template <class List> plugin&& prompts(List& list) noexcept {
    return take(list, prompts_, c_.prompts, c_.prompts_len), std::move(*this);
  }
  /// Its runtime-aware contributions.
  template <class List> plugin&& runtime_prompts(List& list) noexcept {
    return take(list, runtime_prompts_, c_.runtime_prompts, c_.runtime_prompts_len), std::move(*this);
  }
  /// Its safety policies.
  template <class List> plugin&& safety_policies(List& list) noexcept {
    return take(list, safety_policies_, c_.safety_policies, c_.safety_policies_len), std::move(*this);
  }
  /// The plugin with a hook, a function (emitter&, const context&, const state&): called once a turn, before anything resolves.
  template <class F> [[nodiscard]] plugin<F, Observer> hook(F f) && {
    static_assert(detail::takes<F, emitter&, const context&, const state&>(),
                  "a hook is a function of (emitter&, const context&, const state&)");
    return {*this, std::tuple<F, Observer>(std::move(f), std::get<1>(std::move(functions_)))};
  }
  /// The plugin with an observer, a function (std::string_view bytes): looks at what registry::emit_stream is given.
  template <class F> [[nodiscard]] plugin<Hook, F> stream_observer(F f) && {
    static_assert(detail::answers<void, F, std::string_view>(), "a stream observer is a function of (std::string_view)");
    return {*this, std::tuple<Hook, F>(std::get<0>(std::move(functions_)), std::move(f))};
  }

 private:
  template <class, class> friend class plugin;
  friend class registry;
  using functions = std::tuple<Hook, Observer>;
  using kept = detail::kept<Hook, Observer>;

  template <class Other>
  plugin(const Other& other, functions&& f) noexcept
      : c_(other.c_), prompts_(other.prompts_), runtime_prompts_(other.runtime_prompts_),
        safety_policies_(other.safety_policies_), functions_(std::move(f)) {}

  template <class List, class T>
  static void take(List& list, T*& first, const typename T::c_type*& c, std::size_t& n) noexcept {
    static_assert(detail::holds<List, T>::value, "a list of contributions or policies: an array, std::array or std::vector");
    n = std::size(list);
    first = std::data(list);
    c = n > 0 ? first->get() : nullptr;
  }
  // Hands itself over by a function of wattle.h.
  template <class Call> result<> give(Call call) noexcept {
    if constexpr (!std::is_same_v<Hook, detail::none>) c_.hook = detail::hook<kept>;
    if constexpr (!std::is_same_v<Observer, detail::none>) c_.stream_observer = detail::stream_observer<kept>;
    if (!kept::keep(std::move(functions_), c_.user_data, c_.drop)) return result<>(error(status::out_of_memory));
    auto given = detail::done([&](wattle_error** why) { return call(&c_, why); });
    detail::taken(prompts_, c_.prompts_len);
    detail::taken(runtime_prompts_, c_.runtime_prompts_len);
    detail::taken(safety_policies_, c_.safety_policies_len);
    return given;
  }

  wattle_plugin c_ = WATTLE_PLUGIN_INIT;
  contribution* prompts_ = nullptr;
  contribution* runtime_prompts_ = nullptr;
  safety_policy* safety_policies_ = nullptr;
  functions functions_{};
};

/* ==== A text of the caller's ==== */

template <> struct detail::api<wattle_text> {
  static void free(wattle_text* c) noexcept { wattle_text_free(c); }
};

/// A text made for the caller. Threads: any. wattle_text
class text : public detail::handle<wattle_text> {
 public:
  using handle::handle;
  /// What it says: a view of it, with a NUL behind. wattle_text_view
  std::string_view view() const noexcept { return detail::view(wattle_text_view(get())); }
};

/// 64 lowercase hex digits, and a NUL.
class digest {
 public:
  std::string_view view() const noexcept { return {hex_, 64}; }
  char* data() noexcept { return hex_; }

 private:
  char hex_[65] = "";
};

/* ==== Lists of what is registered ==== */

/// A registered contribution or safety policy. Its texts are views of the records. wattle_record
struct record {
  std::string_view id{};
  std::optional<std::string_view> plugin{};  // that registered it; absent for the host and the library
  std::optional<std::string_view> plugin_version{};
  std::optional<std::string_view> text{};  // absent where the content is a function
  std::optional<std::string_view> condensed{};
  wattle::origin origin{};  // static_ for a policy
  wattle::mode mode{};      // append for a policy
  wattle::tier tier{};      // the tier that holds for it; core for a policy
  wattle::content_kind content_kind{};
  std::size_t registration_order = 0;
  bool enabled = false;  // of a policy; true for a contribution

  static record from(const wattle_record& r) noexcept {
    return {detail::view(r.id), detail::maybe(r.plugin), detail::maybe(r.plugin_version), detail::maybe(r.text), detail::maybe(r.condensed),
            static_cast<wattle::origin>(r.origin), static_cast<wattle::mode>(r.mode), static_cast<wattle::tier>(r.tier),
            static_cast<wattle::content_kind>(r.content_kind), r.registration_order, r.enabled != 0};
  }
};

template <> struct detail::api<wattle_records> {
  static void free(wattle_records* c) noexcept { wattle_records_free(c); }
};

/// A list of them, copied out of a registry: for (wattle::record r : registry.list()). Immutable. Threads: any. wattle_records
class records : public detail::handle<wattle_records>, public detail::filled_list<records, record, wattle_record> {
 public:
  using handle::handle;
  /// wattle_records_len
  std::size_t size() const noexcept { return wattle_records_len(get()); }
  /// wattle_records_at
  wattle_status fill(std::size_t i, wattle_record* out, wattle_error** why) const noexcept { return wattle_records_at(get(), i, out, why); }
};

/* ==== The bundled baseline ==== */

/// A bundled text. Its texts are static. wattle_fragment
struct fragment {
  std::string_view id{};
  std::string_view text{};
  bool is_default = false;  // it is there unless the options or the list of enabled policies say otherwise

  static fragment from(const wattle_fragment& f) noexcept { return {detail::view(f.id), detail::view(f.text), f.is_default != 0}; }
};

/// The fragments of a set, in its order: for (wattle::fragment f : wattle::fragments(wattle::fragment_set::base)).
class fragments : public detail::filled_list<fragments, fragment, wattle_fragment> {
 public:
  explicit fragments(fragment_set set) noexcept : set_(static_cast<wattle_fragment_set>(set)) {}
  /// wattle_fragment_count
  std::size_t size() const noexcept { return wattle_fragment_count(set_); }
  /// wattle_fragment_at
  wattle_status fill(std::size_t i, wattle_fragment* out, wattle_error** why) const noexcept {
    return wattle_fragment_at(set_, i, out, why);
  }

 private:
  wattle_fragment_set set_;
};

/* ==== What differs ==== */

/// What is different about a section; several are a sum. wattle_change
enum class change : wattle_change {
  added = WATTLE_CHANGE_ADDED,
  removed = WATTLE_CHANGE_REMOVED,
  moved = WATTLE_CHANGE_MOVED,
  text = WATTLE_CHANGE_TEXT,
  verdict = WATTLE_CHANGE_VERDICT,
  chars = WATTLE_CHANGE_CHARS,
  label = WATTLE_CHANGE_LABEL,
};
constexpr change operator|(change a, change b) noexcept { return change(wattle_change(a) | wattle_change(b)); }
/// Whether all of `these` are among the changes.
constexpr bool has(change changes, change these) noexcept { return (changes | these) == changes; }
/// The name of one change ("moved"); "unknown" for a sum. Static text. wattle_change_name
inline std::string_view name(change c) noexcept { return detail::view(wattle_change_name(static_cast<wattle_change>(c))); }

/// Where two texts part: the first byte that is another one or that one of them does not have, and the sections that it is in.
/// wattle_first_difference
struct first_difference {
  std::uint64_t byte = 0;
  std::optional<std::uint64_t> before{};  // the index of the section in the earlier result, if there is one
  std::optional<std::uint64_t> after{};
  std::optional<std::string_view> before_id{};
  std::optional<std::string_view> after_id{};

  /// Absent where the texts are the same.
  static std::optional<first_difference> from(const wattle_first_difference& d) noexcept {
    if (d.byte == WATTLE_NOT_SET) return std::nullopt;
    return first_difference{d.byte, detail::set(d.before), detail::set(d.after), detail::maybe(d.before_id), detail::maybe(d.after_id)};
  }
};

/// The figures of a comparison. Views of the diff. wattle_diff_figures
struct diff_figures {
  std::size_t differences = 0;
  std::size_t added = 0;
  std::size_t removed = 0;
  std::size_t moved = 0;
  std::size_t texts_changed = 0;
  std::size_t verdicts_changed = 0;
  std::optional<first_difference> text{};           // where the texts part
  std::optional<first_difference> stable_prefix{};  // up to where a provider's cache can serve both
  bool equal = false;

  static diff_figures from(const wattle_diff_figures& f) noexcept {
    return {f.differences, f.added, f.removed, f.moved, f.texts_changed, f.verdicts_changed,
            first_difference::from(f.text), first_difference::from(f.stable_prefix), f.equal != 0};
  }
};

/// A section that differs. Views of the diff. wattle_difference
struct difference {
  std::string_view id{};
  std::optional<wattle::origin> origin{};
  change changes{};
  std::optional<std::uint64_t> before{};  // its index in the earlier result; absent if it was added
  std::optional<std::uint64_t> after{};
  std::optional<verdict> before_verdict{};
  std::optional<verdict> after_verdict{};
  std::optional<std::uint64_t> first_differing_byte{};  // of its own text

  static difference from(const wattle_difference& d) noexcept {
    return {detail::view(d.id), detail::maybe<wattle::origin>(d.origin), static_cast<change>(d.changes), detail::set(d.before),
            detail::set(d.after), detail::maybe<verdict>(d.before_verdict), detail::maybe<verdict>(d.after_verdict),
            detail::set(d.first_differing_byte)};
  }
};

template <> struct detail::api<wattle_diff> {
  static void free(wattle_diff* c) noexcept { wattle_diff_free(c); }
};

/// What differs between an earlier and a later bundle, or prompt: for (wattle::difference d : before.diff(after)). Immutable.
/// Threads: any. wattle_diff
class diff : public detail::handle<wattle_diff>, public detail::filled_list<diff, difference, wattle_difference> {
 public:
  using handle::handle;
  /// wattle_diff_summary
  diff_figures summary() const noexcept {
    return *detail::filled<diff_figures, wattle_diff_figures>(
        [&](auto* out, wattle_error**) { return wattle_diff_summary(get(), out, nullptr); });
  }
  /// As JSON of one line: a view of the diff. wattle_diff_json
  std::string_view json() const noexcept { return detail::view(wattle_diff_json(get())); }
  std::size_t size() const noexcept { return summary().differences; }
  /// wattle_diff_at
  wattle_status fill(std::size_t i, wattle_difference* out, wattle_error** why) const noexcept {
    return wattle_diff_at(get(), i, out, why);
  }
};

/* ==== Bundle ==== */

namespace detail {
// The sections of a bundle or prompt, as long as that lives.
template <class C> class sections : public filled_list<sections<C>, section, wattle_section> {
 public:
  sections(const C* of, std::size_t size) noexcept : of_(of), size_(size) {}
  std::size_t size() const noexcept { return size_; }
  wattle_status fill(std::size_t i, wattle_section* out, wattle_error** why) const noexcept { return api<C>::section(of_, i, out, why); }

 private:
  const C* of_;
  std::size_t size_;
};

// What bundles and prompts have. All that it gives, but a diff, are views of it.
template <class C> class sectioned : public handle<C> {
 public:
  using handle<C>::handle;
  /// What is in it, joined by a blank line; a NUL is behind it. wattle_bundle_text, wattle_prompt_text
  std::string_view text() const noexcept { return view(api<C>::text(this->get())); }
  /// Its figures. wattle_bundle_summary, wattle_prompt_summary
  wattle::summary summary() const noexcept {
    return *filled<wattle::summary, wattle_summary>([&](auto* out, wattle_error**) { return api<C>::summary(this->get(), out, nullptr); });
  }
  /// All sections, of a prompt all candidates, kept or dropped: for (wattle::section s : prompt.sections()).
  /// wattle_bundle_section, wattle_prompt_section
  detail::sections<C> sections() const& noexcept { return {this->get(), summary().sections}; }
  detail::sections<C> sections() const&& = delete;
  /// All of it as JSON of one line. wattle_bundle_json, wattle_prompt_json
  std::string_view json() const noexcept { return view(api<C>::json(this->get())); }
  /// What became of everything, as a table for people. wattle_bundle_table, wattle_prompt_table
  std::string_view table() const noexcept { return view(api<C>::table(this->get())); }
  /// What is different about a later one. wattle_bundle_diff, wattle_prompt_diff
  result<wattle::diff> try_diff(const sectioned& after) const noexcept {
    return made<wattle::diff>([&](auto** out, auto** why) { return api<C>::diff(this->get(), after.get(), out, why); });
  }
  WATTLE_HPP_THROWING(wattle::diff diff(const sectioned& after) const { return try_diff(after).value(); })
};
}  // namespace detail

template <> struct detail::api<wattle_bundle> {
  static void free(wattle_bundle* c) noexcept { wattle_bundle_free(c); }
  static wattle_str text(const wattle_bundle* c) noexcept { return wattle_bundle_text(c); }
  static wattle_str json(const wattle_bundle* c) noexcept { return wattle_bundle_json(c); }
  static wattle_str table(const wattle_bundle* c) noexcept { return wattle_bundle_table(c); }
  template <class... A> static wattle_status summary(A... a) noexcept { return wattle_bundle_summary(a...); }
  template <class... A> static wattle_status section(A... a) noexcept { return wattle_bundle_section(a...); }
  template <class... A> static wattle_status diff(A... a) noexcept { return wattle_bundle_diff(a...); }
};

/// What resolving gives: ordered sections and their joined text. Immutable. Threads: any. wattle_bundle
class bundle : public detail::sectioned<wattle_bundle> {
 public:
  using sectioned::sectioned;
};

/* ==== Prompt ==== */

/// The figures that only a prompt of modules has. wattle_module_metadata
struct module_metadata {
  std::size_t modules = 0;  // included ones
  std::size_t minimal = 0;  // of these
  std::size_t dropped = 0;
  std::uint64_t estimated_tokens = 0;
  std::uint64_t context_window = 0;
  std::uint64_t history_tokens = 0;
  std::int64_t available = 0;                        // may be negative
  std::optional<std::uint64_t> build_nanoseconds{};  // absent without a clock
  std::uint32_t percent_remaining = 0;

  static module_metadata from(const wattle_module_metadata& m) noexcept {
    return {m.modules, m.minimal, m.dropped, m.estimated_tokens, m.context_window, m.history_tokens, m.available,
            detail::set(m.build_nanoseconds), m.percent_remaining};
  }
};

/// Which categories of tools are offered, "scheduler", "skill", "delegation", "command", "memory", "workspace" and
/// "governance": what prompt::tool_filter gives, or the host's own. wattle_tool_filter
struct tool_filter {
  bool has_heartbeat = false;
  bool has_skills = false;
  bool has_delegation = false;
  bool has_commands = false;
  bool has_memory = false;
  bool has_workspace = false;
  bool has_governance = false;

  wattle_tool_filter c() const noexcept {
    return {sizeof(wattle_tool_filter), detail::flag(has_heartbeat), detail::flag(has_skills), detail::flag(has_delegation),
            detail::flag(has_commands), detail::flag(has_memory), detail::flag(has_workspace), detail::flag(has_governance), 0};
  }
  static tool_filter from(const wattle_tool_filter& f) noexcept {
    return {f.has_heartbeat != 0, f.has_skills != 0, f.has_delegation != 0, f.has_commands != 0,
            f.has_memory != 0, f.has_workspace != 0, f.has_governance != 0};
  }
};

template <> struct detail::api<wattle_prompt> {
  static void free(wattle_prompt* c) noexcept { wattle_prompt_free(c); }
  static wattle_str text(const wattle_prompt* c) noexcept { return wattle_prompt_text(c); }
  static wattle_str json(const wattle_prompt* c) noexcept { return wattle_prompt_json(c); }
  static wattle_str table(const wattle_prompt* c) noexcept { return wattle_prompt_table(c); }
  template <class... A> static wattle_status summary(A... a) noexcept { return wattle_prompt_summary(a...); }
  template <class... A> static wattle_status section(A... a) noexcept { return wattle_prompt_section(a...); }
  template <class... A> static wattle_status diff(A... a) noexcept { return wattle_prompt_diff(a...); }
};

/// What composing, or building modules, gives: the text, and what became of every candidate. Immutable, but for compose_into.
/// Threads: any. wattle_prompt
class prompt : public detail::sectioned<wattle_prompt> {
 public:
  using sectioned::sectioned;
  /// A prompt again of what an earlier one's summary and sections said: an array of section::c(). Errors: invalid_argument.
  /// wattle_prompt_restore
  static result<prompt> try_restore(const wattle::summary& s, const wattle_section* sections, std::size_t n) noexcept {
    const wattle_summary c = s.c();
    return detail::made<prompt>([&](auto** out, auto** why) { return wattle_prompt_restore(&c, sections, n, out, why); });
  }
  WATTLE_HPP_THROWING(static prompt restore(const wattle::summary& s, const wattle_section* sections, std::size_t n) {
    return try_restore(s, sections, n).value();
  })
  /// The built event for logs: JSON of one line, a view of the prompt. wattle_prompt_event_json
  std::string_view event_json() const noexcept { return detail::view(wattle_prompt_event_json(get())); }
  /// The figures of a prompt of modules. Errors: invalid_argument if it is none. wattle_prompt_module_metadata
  result<wattle::module_metadata> try_module_metadata() const noexcept {
    return detail::filled<wattle::module_metadata, wattle_module_metadata>(
        [&](auto* out, wattle_error** why) { return wattle_prompt_module_metadata(get(), out, why); });
  }
  WATTLE_HPP_THROWING(wattle::module_metadata module_metadata() const { return try_module_metadata().value(); })
  /// The same with names, as JSON of one line: a view of the prompt; empty if no modules made it. wattle_prompt_module_metadata_json
  std::string_view module_metadata_json() const noexcept { return detail::view(wattle_prompt_module_metadata_json(get())); }
  /// Which tools a prompt of modules explains. Errors: invalid_argument if it is none. wattle_prompt_tool_filter
  result<wattle::tool_filter> try_tool_filter() const noexcept {
    return detail::filled<wattle::tool_filter, wattle_tool_filter>(
        [&](auto* out, wattle_error** why) { return wattle_prompt_tool_filter(get(), out, why); });
  }
  WATTLE_HPP_THROWING(wattle::tool_filter tool_filter() const { return try_tool_filter().value(); })
};

/* ==== Options ==== */

/// A reference to a callable, an lvalue, which must outlive it: what is borrowed for a call. It may take a call& first. Nobody
/// if default-constructed.
template <class Signature> class borrowed;
template <class R, class... A> class borrowed<R(A...)> {
 public:
  borrowed() noexcept = default;
  template <class F, class = std::enable_if_t<!std::is_same_v<std::remove_cv_t<F>, borrowed> && detail::answers<R, F, A...>()>>
  borrowed(F& f) noexcept : to_(const_cast<void*>(reinterpret_cast<const volatile void*>(&f))), ask_(ask<F>) {}
  explicit operator bool() const noexcept { return ask_ != nullptr; }
  R operator()(call& in, A... a) const { return ask_(to_, in, a...); }

 private:
  template <class F> static R ask(void* to, call& in, A... a) {
    return static_cast<R>(detail::ask(*reinterpret_cast<F*>(to), in, a...));
  }
  void* to_ = nullptr;
  R (*ask_)(void*, call&, A...) = nullptr;
};

/// Observers of one call. What one throws, the call throws. wattle_probes
struct probes {
  /// Of an active contribution or policy whose content is empty; with the contribution's own origin.
  borrowed<void(std::string_view id, wattle::origin origin)> on_empty_content{};
  /// Of a replace whose target is missing, once per id, before its content is evaluated.
  borrowed<void(std::string_view id)> on_replace_target_missing{};
  /// Once, at the end of the walk, of all ids with two or more active replaces.
  borrowed<void(str_list ids)> on_duplicate_replace{};
  /// Of each prompt composed or built, before the caller gets it.
  borrowed<void(const prompt& built)> on_built{};
};

/// wattle_resolve_options
struct resolve_options {
  bool static_first = false;  // static sections first, then the rest, safety last: the longest cacheable prefix
  bool static_only = false;   // no runtime-aware contribution and no hook runs; the state is ignored
  wattle::probes probes{};
};

/// wattle_compose_options
struct compose_options {
  std::optional<std::uint64_t> total_budget{};  // chars up to WATTLE_CHARS_MAX, or unlimited; absent: resolve_budget says
  double active_budget_fraction = WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION;
  std::uint32_t depth = 0;    // for resolve_budget
  bool strict = false;        // a promise about the length of the text, separators included
  bool static_first = false;  // as in resolve_options; registry compositions only
  bool static_only = false;   // likewise
  std::optional<std::string_view> runtime_role{};  // for resolve_budget
  /// Gives the budget for a depth and a role where there is no total_budget.
  borrowed<std::uint64_t(std::uint32_t depth, std::optional<std::string_view> runtime_role)> resolve_budget{};
  wattle::probes probes{};
  /// Measures a text in place of counting its chars, in the unit of this name: both or none.
  borrowed<std::uint64_t(std::string_view text)> measure{};
  std::optional<std::string_view> measure_unit{};
};

namespace detail {

inline wattle_status on_empty_content(void* data, wattle_call* under_way, wattle_str id, wattle_origin o) noexcept {
  return run<call>(under_way, [&](call& in) { static_cast<probes*>(data)->on_empty_content(in, view(id), static_cast<origin>(o)); });
}
inline wattle_status on_replace_target_missing(void* data, wattle_call* under_way, wattle_str id) noexcept {
  return run<call>(under_way, [&](call& in) { static_cast<probes*>(data)->on_replace_target_missing(in, view(id)); });
}
inline wattle_status on_duplicate_replace(void* data, wattle_call* under_way, const wattle_str* ids, std::size_t n) noexcept {
  return run<call>(under_way, [&](call& in) { static_cast<probes*>(data)->on_duplicate_replace(in, str_list(ids, n)); });
}
inline wattle_status on_built(void* data, wattle_call* under_way, const wattle_prompt* built) noexcept {
  const lent<prompt> theirs(const_cast<wattle_prompt*>(built));
  return run<call>(under_way, [&](call& in) { static_cast<probes*>(data)->on_built(in, *theirs); });
}
inline wattle_status resolve_budget(void* data, wattle_call* under_way, std::uint32_t depth, wattle_str role,
                                    std::uint64_t* budget) noexcept {
  return run<call>(under_way, [&](call& in) {
    *budget = (*static_cast<decltype(compose_options::resolve_budget)*>(data))(in, depth, maybe(role));
  });
}

inline wattle_status measure(void* data, wattle_call* under_way, wattle_str text, std::uint64_t* length) noexcept {
  return run<call>(under_way, [&](call& in) { *length = (*static_cast<decltype(compose_options::measure)*>(data))(in, view(text)); });
}

// The options as C has them. They point into themselves, and into what they were made of.
struct c_probes {
  explicit c_probes(const probes& p) noexcept {
    c.user_data = const_cast<probes*>(&p);
    if (p.on_empty_content) c.on_empty_content = on_empty_content;
    if (p.on_replace_target_missing) c.on_replace_target_missing = on_replace_target_missing;
    if (p.on_duplicate_replace) c.on_duplicate_replace = on_duplicate_replace;
    if (p.on_built) c.on_built = on_built;
  }
  c_probes(const c_probes&) = delete;
  wattle_probes c = WATTLE_PROBES_INIT;
};
struct c_resolve_options {
  explicit c_resolve_options(const resolve_options& o) noexcept : probes(o.probes) {
    c.static_first = flag(o.static_first);
    c.static_only = flag(o.static_only);
    c.probes = &probes.c;
  }
  c_probes probes;
  wattle_resolve_options c = WATTLE_RESOLVE_OPTIONS_INIT;
};
struct c_compose_options {
  explicit c_compose_options(const compose_options& o) noexcept : probes(o.probes) {
    c.total_budget = o.total_budget.value_or(WATTLE_NOT_SET);
    c.active_budget_fraction = o.active_budget_fraction;
    c.depth = o.depth;
    c.strict = flag(o.strict);
    c.static_first = flag(o.static_first);
    c.static_only = flag(o.static_only);
    c.runtime_role = detail::c(o.runtime_role);
    if (o.resolve_budget) c.resolve_budget = resolve_budget;
    c.resolve_budget_data = const_cast<void*>(static_cast<const void*>(&o.resolve_budget));
    c.probes = &probes.c;
    if (o.measure) c.measure = measure;
    c.measure_data = const_cast<void*>(static_cast<const void*>(&o.measure));
    c.measure_unit = detail::c(o.measure_unit);
  }
  c_probes probes;
  wattle_compose_options c = WATTLE_COMPOSE_OPTIONS_INIT;
};

}  // namespace detail

/* ==== Registry ==== */

/// How a registry begins. wattle_registry_options
struct registry_options {
  std::string_view runtime_id{};       // that globals name; empty: only those for "*" reach it
  str_list enabled_safety_policies{};  // absent: the policies' own defaults; empty: none
  bool seed_core_defaults = true;      // the bundled baseline
  bool seed_core_templates = false;    // all bundled templates
  bool seed_safety_policies = true;    // the library's own safety policies

  wattle_registry_options c() const noexcept {
    return {sizeof(wattle_registry_options), detail::c(runtime_id), detail::c(enabled_safety_policies), detail::c(seed_core_defaults),
            detail::c(seed_core_templates), detail::c(seed_safety_policies), 0};
  }
};

template <> struct detail::api<wattle_registry> {
  static void free(wattle_registry* c) noexcept { wattle_registry_free(c); }
};

/// A registry of contributions: one embedding of the library. Threads: any number at once, also to change it; a call works on
/// the registry as it was when the call began. Inside a callback all is allowed but what removes or replaces (re_entrancy).
/// Destroying it does not wait for calls in flight: unregister plugins before unmapping their code. wattle_registry
class registry : public detail::handle<wattle_registry> {
 public:
  using handle::handle;
  /// Makes a registry that begins with what the options seed. wattle_registry_new
  static result<registry> try_new(const registry_options& options = {}) noexcept {
    const wattle_registry_options o = options.c();
    return detail::made<registry>([&](auto** out, auto** why) { return wattle_registry_new(&o, out, why); });
  }
  WATTLE_HPP_THROWING(explicit registry(const registry_options& options = {}) : registry(try_new(options).value()) {})

  /// Registers contributions in order, all of them or none: so many contributions, or std::move of a list of them. They are
  /// consumed, also if they are refused. Errors: invalid_argument, unnamespaced_id, reserved_namespace,
  /// duplicate_contribution_id. wattle_registry_register
  template <class... Given> result<> try_register_contributions(Given&&... given) noexcept {
    static_assert((!std::is_lvalue_reference_v<Given> && ...), "contributions are consumed: hand them over with std::move");
    if constexpr ((std::is_same_v<Given, contribution> && ...)) {
      contribution list[] = {std::move(given)...};
      return take(list);
    } else {
      return take(given...);
    }
  }
  WATTLE_HPP_THROWING(template <class... Given> void register_contributions(Given&&... given) {
    try_register_contributions(std::forward<Given>(given)...).value();
  })
  /// Removes every contribution of that origin and id that was registered directly. When it returns, their callbacks are not
  /// running and will not run, and are destroyed; it waits for calls that other threads have in flight.
  /// Errors: invalid_argument, unknown_contribution, plugin_in_use, re_entrancy. wattle_registry_unregister
  result<> try_unregister(wattle::origin origin, std::string_view id) noexcept {
    return perform(wattle_registry_unregister, static_cast<wattle_origin>(origin), detail::c(id));
  }
  WATTLE_HPP_THROWING(void unregister(wattle::origin origin, std::string_view id) { try_unregister(origin, id).value(); })
  /// A frozen registry: what this one is now, whatever becomes of it. Changing it is refused with frozen; while it can call
  /// something, removing that is refused with plugin_in_use. wattle_registry_snapshot
  result<registry> try_snapshot() const noexcept {
    return detail::made<registry>([&](auto** out, auto** why) { return wattle_registry_snapshot(get(), out, why); });
  }
  WATTLE_HPP_THROWING(registry snapshot() const { return try_snapshot().value(); })

  /* ---- Plugins ---- */

  /// Registers a plugin: all of it or none of it. It is consumed, also if it is refused. Errors: invalid_argument,
  /// duplicate_plugin, foreign_namespace, and those of contributions and policies. wattle_registry_register_plugin
  template <class H, class O> result<> try_register_plugin(plugin<H, O> p) noexcept {
    return p.give([&](const wattle_plugin* c, wattle_error** why) { return wattle_registry_register_plugin(get(), c, why); });
  }
  WATTLE_HPP_THROWING(template <class H, class O> void register_plugin(plugin<H, O> p) { try_register_plugin(std::move(p)).value(); })
  /// Replaces the plugin of the same name in one step. When it returns, no callback of the old one is running or will run, and
  /// all are destroyed; it waits for calls that other threads have in flight. Errors: those of register_plugin with
  /// unknown_plugin for duplicate_plugin, plugin_in_use, re_entrancy. wattle_registry_replace_plugin
  template <class H, class O> result<> try_replace_plugin(plugin<H, O> p) noexcept {
    return p.give([&](const wattle_plugin* c, wattle_error** why) { return wattle_registry_replace_plugin(get(), c, why); });
  }
  WATTLE_HPP_THROWING(template <class H, class O> void replace_plugin(plugin<H, O> p) { try_replace_plugin(std::move(p)).value(); })
  /// Removes all that a plugin registered; when it returns, its code may be unmapped. It waits for calls that other threads
  /// have in flight. Errors: unknown_plugin, plugin_in_use, re_entrancy. wattle_registry_unregister_plugin
  result<> try_unregister_plugin(std::string_view name) noexcept { return perform(wattle_registry_unregister_plugin, detail::c(name)); }
  WATTLE_HPP_THROWING(void unregister_plugin(std::string_view name) { try_unregister_plugin(name).value(); })
  /// Hands bytes to the observers of all plugins, in the order of their registration. Errors: callback_failed, the subject being
  /// the plugin. wattle_registry_emit_stream
  result<> try_emit_stream(std::string_view bytes) const noexcept { return perform(wattle_registry_emit_stream, detail::c(bytes)); }
  WATTLE_HPP_THROWING(void emit_stream(std::string_view bytes) const { try_emit_stream(bytes).value(); })

  /* ---- Safety policies ---- */

  /// Registers a safety policy; it is consumed, also if it is refused. Errors: unnamespaced_id, foreign_namespace,
  /// duplicate_contribution_id, invalid_argument. wattle_registry_register_safety_policy
  result<> try_register_safety_policy(safety_policy policy) noexcept {
    return detail::done([&](auto** why) {
      const wattle_status s = wattle_registry_register_safety_policy(get(), policy.get(), why);
      return policy.taken(), s;
    });
  }
  WATTLE_HPP_THROWING(void register_safety_policy(safety_policy policy) { try_register_safety_policy(std::move(policy)).value(); })
  /// Removes a safety policy that was registered directly, as unregister does. Errors: unknown_safety_policy, plugin_in_use,
  /// re_entrancy. wattle_registry_unregister_safety_policy
  result<> try_unregister_safety_policy(std::string_view id) noexcept {
    return perform(wattle_registry_unregister_safety_policy, detail::c(id));
  }
  WATTLE_HPP_THROWING(void unregister_safety_policy(std::string_view id) { try_unregister_safety_policy(id).value(); })
  /// Enables exactly these; an absent list goes back to the policies' own defaults. One may be registered later, but resolving
  /// while one is unknown fails. wattle_registry_set_enabled_safety_policies
  result<> try_set_enabled_safety_policies(list_arg<str> ids) noexcept {
    return perform(wattle_registry_set_enabled_safety_policies, detail::c(ids));
  }
  WATTLE_HPP_THROWING(void set_enabled_safety_policies(list_arg<str> ids) { try_set_enabled_safety_policies(ids).value(); })

  /* ---- Manifests ---- */

  /// Registers all that a JSON document has, or none of it: see wattle.h. Errors: invalid_json, the subject being the JSON path,
  /// limit_exceeded, and those of what it registers. wattle_registry_load_json
  result<> try_load_json(std::string_view json) noexcept { return perform(wattle_registry_load_json, detail::c(json)); }
  WATTLE_HPP_THROWING(void load_json(std::string_view json) { try_load_json(json).value(); })

  /* ---- Lists of what is registered ---- */

  /// The contributions, of an origin or all, of an id or all, in the order of registration; globals are not among them.
  /// Errors: invalid_argument. wattle_registry_list
  result<records> try_list(std::optional<wattle::origin> origin = {}, std::optional<std::string_view> id = {}) const noexcept {
    return detail::made<records>(
        [&](auto** out, auto** why) { return wattle_registry_list(get(), detail::c<wattle_origin>(origin), detail::c(id), out, why); });
  }
  WATTLE_HPP_THROWING(records list(std::optional<wattle::origin> origin = {}, std::optional<std::string_view> id = {}) const {
    return try_list(origin, id).value();
  })
  /// The safety policies, all or the enabled ones, in the order of registration. wattle_registry_list_safety_policies
  result<records> try_list_safety_policies(bool active_only = false) const noexcept {
    return detail::made<records>(
        [&](auto** out, auto** why) { return wattle_registry_list_safety_policies(get(), detail::flag(active_only), out, why); });
  }
  WATTLE_HPP_THROWING(records list_safety_policies(bool active_only = false) const {
    return try_list_safety_policies(active_only).value();
  })
  /// All that is registered, as JSON of one line. wattle_registry_json
  result<text> try_json() const noexcept {
    return detail::made<text>([&](auto** out, auto** why) { return wattle_registry_json(get(), out, why); });
  }
  WATTLE_HPP_THROWING(text json() const { return try_json().value(); })

  /* ---- Resolving ---- */

  /// Resolves for a call: hooks and contents run, and their texts stand in order, safety last. Errors: unknown_safety_policy,
  /// callback_failed, limit_exceeded, the first refusal of an emission. wattle_registry_resolve
  result<bundle> try_resolve(const context& x, const state& s = {}, const resolve_options& options = {}) const noexcept {
    const wattle_context cx = x.c();
    const wattle_state cs = s.c();
    const detail::c_resolve_options o(options);
    return detail::made<bundle>([&](auto** out, auto** why) { return wattle_registry_resolve(get(), &cx, &cs, &o.c, out, why); });
  }
  WATTLE_HPP_THROWING(bundle resolve(const context& x, const state& s = {}, const resolve_options& options = {}) const {
    return try_resolve(x, s, options).value();
  })
  /// SHA-256 over the context and the sections of the static-only resolution, which this runs. Errors: unknown_safety_policy,
  /// callback_failed. wattle_registry_fingerprint
  result<digest> try_fingerprint(const context& x) const noexcept {
    const wattle_context cx = x.c();
    digest hex;
    error why = detail::ended([&](auto** e) { return wattle_registry_fingerprint(get(), &cx, hex.data(), e); });
    return {hex, std::move(why)};
  }
  WATTLE_HPP_THROWING(digest fingerprint(const context& x) const { return try_fingerprint(x).value(); })
  /// The fingerprint with what it was made of, as JSON of one line, for logs; a state, or nullptr, is shown and not used. Errors:
  /// those of fingerprint, invalid_argument. wattle_registry_fingerprint_json
  result<text> try_fingerprint_json(const context& x, const state* s = nullptr) const noexcept {
    const wattle_context cx = x.c();
    const wattle_state cs = s ? s->c() : wattle_state WATTLE_STATE_INIT;
    return detail::made<text>(
        [&](auto** out, auto** why) { return wattle_registry_fingerprint_json(get(), &cx, s ? &cs : nullptr, out, why); });
  }
  WATTLE_HPP_THROWING(text fingerprint_json(const context& x, const state* s = nullptr) const {
    return try_fingerprint_json(x, s).value();
  })

  /* ---- Composing ---- */

  /// Resolves and composes the sections: the main road. Errors: those of resolve, and of wattle::compose.
  /// wattle_registry_compose
  result<prompt> try_compose(const context& x, const state& s = {}, const compose_options& options = {}) const noexcept {
    const wattle_context cx = x.c();
    const wattle_state cs = s.c();
    const detail::c_compose_options o(options);
    return detail::made<prompt>([&](auto** out, auto** why) { return wattle_registry_compose(get(), &cx, &cs, &o.c, out, why); });
  }
  WATTLE_HPP_THROWING(prompt compose(const context& x, const state& s = {}, const compose_options& options = {}) const {
    return try_compose(x, s, options).value();
  })
  /// As compose, into a prompt that there is, in its memory; all views of it end. On failure it is as it was. Errors: those of
  /// compose, re_entrancy. wattle_registry_compose_into
  result<> try_compose_into(prompt& into, const context& x, const state& s = {}, const compose_options& options = {}) const noexcept {
    const wattle_context cx = x.c();
    const wattle_state cs = s.c();
    const detail::c_compose_options o(options);
    return detail::done([&](auto** why) { return wattle_registry_compose_into(get(), &cx, &cs, &o.c, into.get(), why); });
  }
  WATTLE_HPP_THROWING(void compose_into(prompt& into, const context& x, const state& s = {}, const compose_options& options = {}) const {
    try_compose_into(into, x, s, options).value();
  })

 private:
  template <class List> result<> take(List& list) noexcept {
    static_assert(detail::holds<List, contribution>::value, "contributions, or std::move of an array, std::array or std::vector of them");
    auto outcome = detail::done([&](wattle_error** why) {
      return wattle_registry_register(get(), std::size(list) > 0 ? std::data(list)->get() : nullptr, std::size(list), why);
    });
    detail::taken(std::data(list), std::size(list));
    return outcome;
  }
};

/// Whether an id could be registered in that mode by the host, or by a plugin of that name; duplicates aside. Errors:
/// unnamespaced_id, reserved_namespace, foreign_namespace, invalid_argument. wattle_check_id
inline result<> try_check_id(std::string_view id, mode m, std::optional<std::string_view> plugin_name = {}) noexcept {
  return detail::done(
      [&](auto** why) { return wattle_check_id(detail::c(id), static_cast<wattle_mode>(m), detail::c(plugin_name), why); });
}
WATTLE_HPP_THROWING(inline void check_id(std::string_view id, mode m, std::optional<std::string_view> plugin_name = {}) {
  try_check_id(id, m, plugin_name).value();
})

/* ==== Globals ==== */

/// Registers a contribution with every registry, present and to come, whose runtime id is a target, or with all for "*". It is
/// state of the whole process. The contribution is consumed, also if it is refused. Errors: those of
/// registry::register_contributions. wattle_register_global
inline result<> try_register_global(contribution one, list_arg<str> target_runtimes) noexcept {
  return detail::done([&](auto** why) {
    const wattle_status s = wattle_register_global(one.get(), detail::c(target_runtimes), why);
    return one.taken(), s;
  });
}
WATTLE_HPP_THROWING(inline void register_global(contribution one, list_arg<str> target_runtimes) {
  try_register_global(std::move(one), target_runtimes).value();
})

/// Removes every global of that origin and id, as registry::unregister does. Errors: invalid_argument, unknown_contribution,
/// plugin_in_use, re_entrancy. wattle_unregister_global
inline result<> try_unregister_global(origin o, std::string_view id) noexcept {
  return detail::done([&](auto** why) { return wattle_unregister_global(static_cast<wattle_origin>(o), detail::c(id), why); });
}
WATTLE_HPP_THROWING(inline void unregister_global(origin o, std::string_view id) { try_unregister_global(o, id).value(); })

/* ==== Composing ==== */

/// A text that competes for room in a prompt. Borrows its texts. wattle_candidate
class candidate : public detail::item<candidate, wattle_candidate> {
 public:
  candidate() noexcept = default;
  candidate(std::string_view id, std::string_view content, wattle::tier tier) noexcept {
    c_.id = detail::c(id);
    c_.content = detail::c(content);
    c_.tier = static_cast<wattle_tier>(tier);
  }
  /// A shorter text, tried where the full one does not fit.
  candidate& condensed(std::string_view text) noexcept { return c_.condensed = detail::present(text), *this; }
  /// The caller's own measure of the content, up to WATTLE_CHARS_MAX; else the library counts.
  candidate& chars(std::uint64_t n) noexcept { return c_.has_chars = 1, c_.chars = n, *this; }

  std::string_view id() const noexcept { return detail::view(c_.id); }
  std::string_view content() const noexcept { return detail::view(c_.content); }
  wattle::tier tier() const noexcept { return static_cast<wattle::tier>(c_.tier); }
  std::optional<std::string_view> condensed() const noexcept { return detail::maybe(c_.condensed); }
};

/// Composes candidates, in their order. Nothing is reordered or cut; what comes first has the room first. Errors:
/// invalid_argument, callback_failed with the subject "resolveBudget" or "onBuilt". wattle_compose
inline result<prompt> try_compose(list_arg<candidate> candidates, const compose_options& options = {}) noexcept {
  const detail::c_compose_options o(options);
  return detail::made<prompt>(
      [&](auto** out, auto** why) { return wattle_compose(candidates.data(), candidates.size(), &o.c, out, why); });
}
WATTLE_HPP_THROWING(inline prompt compose(list_arg<candidate> candidates, const compose_options& options = {}) {
  return try_compose(candidates, options).value();
})

/// As compose, into a prompt that there is, as registry::compose_into. wattle_compose_into
inline result<> try_compose_into(prompt& into, list_arg<candidate> candidates, const compose_options& options = {}) noexcept {
  const detail::c_compose_options o(options);
  return detail::done([&](auto** why) { return wattle_compose_into(candidates.data(), candidates.size(), &o.c, into.get(), why); });
}
WATTLE_HPP_THROWING(inline void compose_into(prompt& into, list_arg<candidate> candidates, const compose_options& options = {}) {
  try_compose_into(into, candidates, options).value();
})

/// Composes what the library says when the host says nothing. Errors: those of compose. wattle_compose_default_system_prompt
inline result<prompt> try_compose_default_system_prompt(const context& x, const compose_options& options = {}) noexcept {
  const wattle_context cx = x.c();
  const detail::c_compose_options o(options);
  return detail::made<prompt>([&](auto** out, auto** why) { return wattle_compose_default_system_prompt(&cx, &o.c, out, why); });
}
WATTLE_HPP_THROWING(inline prompt compose_default_system_prompt(const context& x, const compose_options& options = {}) {
  return try_compose_default_system_prompt(x, options).value();
})

/* ==== Budgets without a prompt ==== */

/// What would become of a candidate. wattle_outcome
class outcome : public detail::item<outcome, wattle_outcome> {
 public:
  wattle::verdict verdict() const noexcept { return static_cast<wattle::verdict>(c_.verdict); }
  wattle::tier tier() const noexcept { return static_cast<wattle::tier>(c_.tier); }
  /// As in a section: its length, the running total before it, and what it was held against.
  std::uint64_t chars() const noexcept { return c_.chars; }
  std::uint64_t total_before() const noexcept { return c_.total_before; }
  std::uint64_t limit() const noexcept { return c_.limit; }
};

/// What compose would do with these candidates, without a text: the outcome of each goes to `outcomes`, which has room for as
/// many; its unit is a view of the options'. Errors: those of compose. wattle_apply_budget_gate
inline result<summary> try_apply_budget_gate(list_arg<candidate> candidates, outcome* outcomes,
                                             const compose_options& options = {}) noexcept {
  const detail::c_compose_options o(options);
  if (candidates.size() > 0 && outcomes) *outcomes = outcome();  // its size counts
  return detail::filled<summary, wattle_summary>([&](auto* out, auto** why) {
    auto* const c = const_cast<wattle_outcome*>(outcomes ? outcomes->get() : nullptr);
    return wattle_apply_budget_gate(candidates.data(), candidates.size(), &o.c, c, out, why);
  });
}
WATTLE_HPP_THROWING(inline summary apply_budget_gate(list_arg<candidate> candidates, outcome* outcomes,
                                                     const compose_options& options = {}) {
  return try_apply_budget_gate(candidates, outcomes, options).value();
})

/// The budget that a composition with these options is held to, or unlimited. Errors: those of compose that options cause.
/// wattle_effective_budget
inline result<std::uint64_t> try_effective_budget(const compose_options& options) noexcept {
  const detail::c_compose_options o(options);
  std::uint64_t budget = 0;
  error why = detail::ended([&](auto** e) { return wattle_effective_budget(&o.c, &budget, e); });
  return {budget, std::move(why)};
}
WATTLE_HPP_THROWING(inline std::uint64_t effective_budget(const compose_options& options) { return try_effective_budget(options).value(); })

/// Whether a turn of this depth is better given condensed texts, or spared the informational tier; and whether so much more fits.
/// wattle_should_condense, wattle_skip_informational, wattle_would_fit
inline bool should_condense(std::uint32_t depth) noexcept { return wattle_should_condense(depth) != 0; }
inline bool skip_informational(std::uint32_t depth) noexcept { return wattle_skip_informational(depth) != 0; }
inline bool would_fit(std::uint64_t total, std::uint64_t chars, std::uint64_t limit) noexcept {
  return wattle_would_fit(total, chars, limit) != 0;
}

/* ==== Module builder ==== */

/// A command that a plugin brings. Borrows its texts. wattle_command
class command : public detail::item<command, wattle_command> {
 public:
  command() noexcept = default;
  command(std::string_view name, std::string_view plugin, std::string_view description) noexcept {
    c_.name = detail::c(name);
    c_.plugin = detail::c(plugin);
    c_.description = detail::c(description);
  }
  std::string_view name() const noexcept { return detail::view(c_.name); }
  std::string_view plugin() const noexcept { return detail::view(c_.plugin); }
  std::string_view description() const noexcept { return detail::view(c_.description); }
};

/// A time to show: seconds since 1970-01-01 00:00 UTC, and how far the clock that is shown is ahead of UTC.
struct wall_time {
  std::int64_t seconds = 0;
  std::int32_t offset_minutes = 0;
};

/// What an agent's prompt is made for. A text that the host does not have is empty. wattle_agent_context
struct agent_context {
  std::string_view agent_type{};    // which runner it is
  std::string_view workspace{};     // a path, shown without the name of a user or host
  std::string_view sandbox_type{};  // "docker", "k8s", …
  std::string_view profile{};       // "paranoid", "yolo", or any other
  double taint_ratio = 0;           // the share of the session that comes from outside
  double taint_threshold = 0;       // strictly above it the session counts as tainted
  std::string_view agents{};        // identity: the operator's instructions
  std::string_view soul{};          // identity: values and voice; empty with a bootstrap: a first run
  std::string_view identity{};      // identity: name and role
  std::string_view user{};          // identity: what is known of the user
  std::string_view bootstrap{};     // identity: how to find one at the first run
  std::string_view context_content{};
  str_list skills{};
  list_view<command> commands{};
  std::string_view heartbeat_content{};
  std::uint64_t max_tokens = 0;      // the context window
  std::uint64_t history_tokens = 0;  // what of it the conversation takes
  std::optional<std::string_view> agent_id{};
  std::optional<wall_time> time{};  // shown, floored to five minutes
  bool reply_optional = false;
  bool has_workspace = false;
  bool has_governance = false;
  void* host = nullptr;  // for callbacks' use: passed on, never read

  wattle_agent_context c() const noexcept {
    using detail::c;
    const wall_time t = time ? *time : wall_time{};
    return {sizeof(wattle_agent_context), c(agent_type), c(workspace), c(sandbox_type), c(profile), taint_ratio, taint_threshold,
            c(agents), c(soul), c(identity), c(user), c(bootstrap), c(context_content), c(skills), commands.data(), commands.size(),
            c(heartbeat_content), max_tokens, history_tokens, c(agent_id), t.seconds, t.offset_minutes, detail::flag(time.has_value()),
            detail::flag(reply_optional), detail::flag(has_workspace), detail::flag(has_governance), host};
  }
  static agent_context from(const wattle_agent_context& a) noexcept {
    using detail::view;
    return {view(a.agent_type), view(a.workspace), view(a.sandbox_type), view(a.profile), a.taint_ratio, a.taint_threshold,
            view(a.agents), view(a.soul), view(a.identity), view(a.user), view(a.bootstrap), view(a.context_content),
            detail::from(a.skills), {a.commands, a.commands_len}, view(a.heartbeat_content), a.max_tokens, a.history_tokens,
            detail::maybe(a.agent_id), a.has_time ? std::optional<wall_time>({a.time_seconds, a.time_offset_minutes}) : std::nullopt,
            a.reply_optional != 0, a.has_workspace != 0, a.has_governance != 0, a.host};
  }
};

namespace detail {
template <class Kept, std::size_t I> wattle_status render(void* data, wattle_call* under_way, const wattle_agent_context* x) noexcept {
  return run<line_writer>(under_way, [&](line_writer& out) { Kept::template ask<I>(data, out, agent_context::from(*x)); });
}
template <class Kept>
wattle_status should_include(void* data, wattle_call* under_way, const wattle_agent_context* x, std::uint8_t* answer) noexcept {
  return run<call>(under_way, [&](call& in) {
    *answer = flag(static_cast<bool>(Kept::template ask<2>(data, in, agent_context::from(*x))));
  });
}
template <class Kept>
wattle_status estimate(void* data, wattle_call* under_way, const wattle_agent_context* x, std::uint64_t* tokens) noexcept {
  return run<call>(under_way, [&](call& in) {
    const std::optional<std::uint64_t> own = Kept::template ask<3>(data, in, agent_context::from(*x));
    if (own) *tokens = *own;
  });
}
inline wattle_status clock(void* data, wattle_call* under_way, std::uint64_t* nanoseconds) noexcept {
  return run<call>(under_way, [&](call& in) { *nanoseconds = (*static_cast<borrowed<std::uint64_t()>*>(data))(in); });
}
}  // namespace detail

/// A part of an agent's prompt. It borrows its name until it is added, and owns its functions. wattle_module
template <class Render, class Minimal = detail::none, class Include = detail::none, class Estimate = detail::none> class module {
 public:
  /// `render`, a function (line_writer&, const agent_context&), writes the full rendering; priority 0 comes first.
  module(std::string_view name, std::uint32_t priority, Render render)
      : name_(name), priority_(priority), functions_(std::move(render), Minimal{}, Include{}, Estimate{}) {
    renders<Render>();
  }
  module(module&&) = default;
  /// It may be shortened or dropped where the window is short.
  module&& optional(bool may = true) noexcept { return optional_ = may, std::move(*this); }
  /// The module with a shorter rendering, tried where the full one of an optional module does not fit.
  template <class F> [[nodiscard]] module<Render, F, Include, Estimate> render_minimal(F f) && {
    renders<F>();
    return {*this, {std::move(at<0>()), std::move(f), std::move(at<2>()), std::move(at<3>())}};
  }
  /// The module with a function (const agent_context&) to bool that says whether it has a part in the prompt.
  template <class F> [[nodiscard]] module<Render, Minimal, F, Estimate> should_include(F f) && {
    static_assert(detail::answers<bool, F, const agent_context&>(), "should_include is a function of (const agent_context&) to bool");
    return {*this, {std::move(at<0>()), std::move(at<1>()), std::move(f), std::move(at<3>())}};
  }
  /// The module with its own estimate of the full rendering's tokens, a function (const agent_context&) to std::uint64_t or an
  /// optional one.
  template <class F> [[nodiscard]] module<Render, Minimal, Include, F> estimate(F f) && {
    static_assert(detail::answers<std::optional<std::uint64_t>, F, const agent_context&>(),
                  "estimate is a function of (const agent_context&) to a number");
    return {*this, {std::move(at<0>()), std::move(at<1>()), std::move(at<2>()), std::move(f)}};
  }

 private:
  template <class, class, class, class> friend class module;
  friend class module_builder;
  using functions = std::tuple<Render, Minimal, Include, Estimate>;
  using kept = detail::kept<Render, Minimal, Include, Estimate>;

  template <class Other>
  module(const Other& other, functions&& f)
      : name_(other.name_), priority_(other.priority_), optional_(other.optional_), functions_(std::move(f)) {}
  template <class F> static constexpr void renders() {
    static_assert(detail::takes<F, line_writer&, const agent_context&>(),
                  "a rendering is a function of (line_writer&, const agent_context&)");
  }
  template <std::size_t I> auto& at() noexcept { return std::get<I>(functions_); }

  result<> give(wattle_module_builder* builder) noexcept {
    wattle_module c = WATTLE_MODULE_INIT;
    c.name = detail::c(name_);
    c.priority = priority_;
    c.optional = detail::flag(optional_);
    c.render = detail::render<kept, 0>;
    if constexpr (!std::is_same_v<Minimal, detail::none>) c.render_minimal = detail::render<kept, 1>;
    if constexpr (!std::is_same_v<Include, detail::none>) c.should_include = detail::should_include<kept>;
    if constexpr (!std::is_same_v<Estimate, detail::none>) c.estimate = detail::estimate<kept>;
    if (!kept::keep(std::move(functions_), c.user_data, c.drop)) return result<>(error(status::out_of_memory));
    return detail::done([&](wattle_error** why) { return wattle_module_builder_add(builder, &c, why); });
  }

  std::string_view name_;
  std::uint32_t priority_;
  bool optional_ = false;
  functions functions_;
};

/// What a build adds to the modules. wattle_build_options
struct build_options {
  const registry* safety_registry = nullptr;  // whose enabled safety policies come last, required and counted in from the start
  context safety_context{};                   // the context that the policies are written for
  borrowed<std::uint64_t()> clock{};          // the host's clock, in nanoseconds from any beginning: for the build time
  wattle::probes probes{};
};

namespace detail {
struct c_build_options {
  explicit c_build_options(const build_options& o) noexcept : probes(o.probes), safety_context(o.safety_context.c()) {
    if (o.safety_registry) {
      c.safety_registry = o.safety_registry->get();
      c.safety_context = &safety_context;
    }
    if (o.clock) c.clock = detail::clock;
    c.clock_data = const_cast<void*>(static_cast<const void*>(&o.clock));
    c.probes = &probes.c;
  }
  c_probes probes;
  wattle_context safety_context;
  wattle_build_options c = WATTLE_BUILD_OPTIONS_INIT;
};
}  // namespace detail

template <> struct detail::api<wattle_renderings> {
  static void free(wattle_renderings* c) noexcept { wattle_renderings_free(c); }
};

/// What the modules of a builder rendered, as candidates: for (wattle::candidate c : renderings). Their texts are views of the
/// renderings. Immutable. Threads: any. wattle_renderings
class renderings : public detail::handle<wattle_renderings>, public detail::filled_list<renderings, candidate, wattle_candidate> {
 public:
  using handle::handle;
  /// wattle_renderings_len
  std::size_t size() const noexcept { return wattle_renderings_len(get()); }
  /// wattle_renderings_at
  wattle_status fill(std::size_t i, wattle_candidate* out, wattle_error** why) const noexcept {
    return wattle_renderings_at(get(), i, out, why);
  }
};

template <> struct detail::api<wattle_module_builder> {
  static void free(wattle_module_builder* c) noexcept { wattle_module_builder_free(c); }
};

/// A builder of agents' prompts. Threads: any number at once, also to change it; a build works on the modules that were there
/// when it began. Inside a callback all is allowed but removing. Destroying it does not wait. wattle_module_builder
class module_builder : public detail::handle<wattle_module_builder> {
 public:
  using handle::handle;
  /// Makes a builder without modules. wattle_module_builder_new
  static result<module_builder> try_new() noexcept { return detail::made<module_builder>(wattle_module_builder_new); }
  WATTLE_HPP_THROWING(module_builder() : module_builder(try_new().value()) {})

  /// Adds a module; it is consumed, also if it is refused. Errors: invalid_argument, duplicate_module. wattle_module_builder_add
  template <class R, class M, class I, class E> result<> try_add(module<R, M, I, E> one) noexcept { return one.give(get()); }
  WATTLE_HPP_THROWING(template <class R, class M, class I, class E> void add(module<R, M, I, E> one) { try_add(std::move(one)).value(); })
  /// Adds the eleven built-in modules, all or none. Errors: duplicate_module. wattle_module_builder_add_builtins
  result<> try_add_builtins() noexcept { return perform(wattle_module_builder_add_builtins); }
  WATTLE_HPP_THROWING(void add_builtins() { try_add_builtins().value(); })
  /// Adds one built-in module, optional or required if that is said. Errors: unknown_module, duplicate_module.
  /// wattle_module_builder_add_builtin
  result<> try_add_builtin(std::string_view name, std::optional<bool> optional = {}) noexcept {
    return perform(wattle_module_builder_add_builtin, detail::c(name), detail::c(optional));
  }
  WATTLE_HPP_THROWING(void add_builtin(std::string_view name, std::optional<bool> optional = {}) {
    try_add_builtin(name, optional).value();
  })
  /// Removes a module, a built-in too. When it returns, its functions are not running and will not run, and are destroyed; it
  /// waits for builds that other threads have in flight. Errors: unknown_module, re_entrancy. wattle_module_builder_remove
  result<> try_remove(std::string_view name) noexcept { return perform(wattle_module_builder_remove, detail::c(name)); }
  WATTLE_HPP_THROWING(void remove(std::string_view name) { try_remove(name).value(); })
  /// Builds a prompt, which counts in tokens. Errors: invalid_argument, callback_failed with the subject the module, the policy,
  /// "clock" or "onBuilt", unknown_safety_policy. wattle_module_builder_build
  result<prompt> try_build(const agent_context& x, const build_options& options = {}) const noexcept {
    const wattle_agent_context cx = x.c();
    const detail::c_build_options o(options);
    return detail::made<prompt>([&](auto** out, auto** why) { return wattle_module_builder_build(get(), &cx, &o.c, out, why); });
  }
  WATTLE_HPP_THROWING(prompt build(const agent_context& x, const build_options& options = {}) const {
    return try_build(x, options).value();
  })
  /// Renders the modules without a budget, as candidates for compose. Errors: those of build that modules and the context cause.
  /// wattle_module_builder_render
  result<renderings> try_render(const agent_context& x) const noexcept {
    const wattle_agent_context cx = x.c();
    return detail::made<renderings>([&](auto** out, auto** why) { return wattle_module_builder_render(get(), &cx, out, why); });
  }
  WATTLE_HPP_THROWING(renderings render(const agent_context& x) const { return try_render(x).value(); })
};

/* ==== Which tools are offered ==== */

/// A tool of a catalogue. Borrows its texts. wattle_tool
class tool : public detail::item<tool, wattle_tool> {
 public:
  tool() noexcept = default;
  tool(std::string_view name, std::string_view category) noexcept {
    c_.name = detail::c(name);
    c_.category = detail::c(category);
  }
  std::string_view name() const noexcept { return detail::view(c_.name); }
  std::string_view category() const noexcept { return detail::view(c_.category); }
};

/// How many tools are offered. Their indices, in the order of the catalogue, go to `kept`, which has room for as many as there
/// are tools. wattle_filter_tools
inline result<std::size_t> try_filter_tools(const tool_filter& filter, list_arg<tool> tools, std::size_t* kept) noexcept {
  const wattle_tool_filter f = filter.c();
  std::size_t n = 0;
  error why = detail::ended([&](auto** e) { return wattle_filter_tools(&f, tools.data(), tools.size(), kept, &n, e); });
  return {n, std::move(why)};
}
WATTLE_HPP_THROWING(inline std::size_t filter_tools(const tool_filter& filter, list_arg<tool> tools, std::size_t* kept) {
  return try_filter_tools(filter, tools, kept).value();
})

/* ==== Reference sections ==== */

namespace detail {
// What a function of wattle.h makes of a state, and what one writes of it.
template <class Render> result<text> rendered(Render render, const state& s) noexcept {
  const wattle_state c = s.c();
  return made<text>([&](auto** out, auto** why) { return render(&c, out, why); });
}
template <class Content> status written(Content content, writer& out, const state& s) noexcept {
  const wattle_state c = s.c();
  return static_cast<status>(content(nullptr, out.get(), nullptr, &c));
}
}  // namespace detail

/// What the turn's state says, as texts of the library's own, empty where there is nothing to say: the loaded tools, the detected
/// intents, the notice to a sub-agent, and that the turn before had tool calls. Errors: invalid_argument, limit_exceeded.
/// wattle_render_loaded_tools, …
inline result<text> try_render_loaded_tools(const state& s) noexcept { return detail::rendered(wattle_render_loaded_tools, s); }
inline result<text> try_render_detected_intents(const state& s) noexcept { return detail::rendered(wattle_render_detected_intents, s); }
inline result<text> try_render_subagent_depth(const state& s) noexcept { return detail::rendered(wattle_render_subagent_depth, s); }
inline result<text> try_render_prior_turn_tool_calls(const state& s) noexcept {
  return detail::rendered(wattle_render_prior_turn_tool_calls, s);
}
WATTLE_HPP_THROWING(inline text render_loaded_tools(const state& s) { return try_render_loaded_tools(s).value(); })
WATTLE_HPP_THROWING(inline text render_detected_intents(const state& s) { return try_render_detected_intents(s).value(); })
WATTLE_HPP_THROWING(inline text render_subagent_depth(const state& s) { return try_render_subagent_depth(s).value(); })
WATTLE_HPP_THROWING(inline text render_prior_turn_tool_calls(const state& s) { return try_render_prior_turn_tool_calls(s).value(); })

/// The same as contents: for a contribution, or to be called by a content among its own writes; as writer::write.
/// wattle_loaded_tools_content, …
inline status loaded_tools_content(writer& out, const context&, const state& s) noexcept {
  return detail::written(wattle_loaded_tools_content, out, s);
}
inline status detected_intents_content(writer& out, const context&, const state& s) noexcept {
  return detail::written(wattle_detected_intents_content, out, s);
}
inline status subagent_depth_content(writer& out, const context&, const state& s) noexcept {
  return detail::written(wattle_subagent_depth_content, out, s);
}
inline status prior_turn_tool_calls_content(writer& out, const context&, const state& s) noexcept {
  return detail::written(wattle_prior_turn_tool_calls_content, out, s);
}

/// A job that runs in the background, or has. Borrows its texts. wattle_async_job
class async_job : public detail::item<async_job, wattle_async_job> {
 public:
  async_job() noexcept = default;
  async_job(std::string_view id, std::string_view name, std::string_view state) noexcept {
    c_.id = detail::c(id);
    c_.name = detail::c(name);
    c_.state = detail::c(state);
  }
  /// How much of it is done, in per cent.
  async_job& progress(std::uint32_t percent) noexcept { return c_.progress = percent, c_.has_progress = 1, *this; }
};

/// The table of the background jobs. Errors: invalid_argument, limit_exceeded. wattle_render_async_jobs
inline result<text> try_render_async_jobs(list_arg<async_job> jobs) noexcept {
  return detail::made<text>([&](auto** out, auto** why) { return wattle_render_async_jobs(jobs.data(), jobs.size(), out, why); });
}
WATTLE_HPP_THROWING(inline text render_async_jobs(list_arg<async_job> jobs) { return try_render_async_jobs(jobs).value(); })

/* ==== Bodies of sections ==== */

/// An error that a tool ended with. Borrows its texts. wattle_tool_error
class tool_error : public detail::item<tool_error, wattle_tool_error> {
 public:
  tool_error() noexcept = default;
  tool_error(std::string_view tool, std::string_view error, std::optional<std::string_view> time_text = {}) noexcept {
    c_.tool = detail::c(tool);
    c_.error = detail::c(error);
    c_.time_text = detail::c(time_text);
  }
};

/// A heading, and a line for each of the last errors of tools, newest first; they are given oldest first.
/// wattle_render_recent_tool_errors
inline result<text> try_render_recent_tool_errors(list_arg<tool_error> tool_errors) noexcept {
  return detail::made<text>(
      [&](auto** out, auto** why) { return wattle_render_recent_tool_errors(tool_errors.data(), tool_errors.size(), out, why); });
}
WATTLE_HPP_THROWING(inline text render_recent_tool_errors(list_arg<tool_error> tool_errors) {
  return try_render_recent_tool_errors(tool_errors).value();
})

/* ==== Guidance ==== */

/// What is said of the tools whose name the pattern matches. Borrows its texts. wattle_guidance_entry
class guidance_entry : public detail::item<guidance_entry, wattle_guidance_entry> {
 public:
  guidance_entry() noexcept = default;
  guidance_entry(std::string_view tool_name, match_mode mode, std::string_view text) noexcept {
    c_.tool_name = detail::c(tool_name);
    c_.mode = static_cast<wattle_match_mode>(mode);
    c_.text = detail::c(text);
  }
};

template <> struct detail::api<wattle_guidance> {
  static void free(wattle_guidance* c) noexcept { wattle_guidance_free(c); }
};

/// Entries, each a text for the tools whose name its pattern matches. Threads: any number at once, also to add to it.
/// wattle_guidance
class guidance : public detail::handle<wattle_guidance> {
 public:
  using handle::handle;
  /// Makes guidance without entries. wattle_guidance_new
  static result<guidance> try_new() noexcept {
    return detail::made<guidance>([](auto** out, auto** why) { return wattle_guidance_new(out, why); });
  }
  WATTLE_HPP_THROWING(guidance() : guidance(try_new().value()) {})
  /// Adds entries behind those that are there, all or none. Errors: invalid_argument. wattle_guidance_add
  result<> try_add(list_arg<guidance_entry> entries) noexcept {
    return perform(wattle_guidance_add, entries.data(), entries.size());
  }
  WATTLE_HPP_THROWING(void add(list_arg<guidance_entry> entries) { try_add(entries).value(); })
  /// Adds the entries of a JSON document, all or none: see wattle.h. Errors: invalid_json, limit_exceeded.
  /// wattle_guidance_load_json
  result<> try_load_json(std::string_view json) noexcept { return perform(wattle_guidance_load_json, detail::c(json)); }
  WATTLE_HPP_THROWING(void load_json(std::string_view json) { try_load_json(json).value(); })
  /// How many entries there are. wattle_guidance_len
  std::size_t size() const noexcept { return wattle_guidance_len(get()); }
  /// What is to be said of a tool: the text of every entry that matches its name, and its own last errors, newest first.
  /// wattle_guidance_resolve
  result<text> try_resolve(std::string_view tool_name, list_arg<tool_error> tool_errors = {}) const noexcept {
    return detail::made<text>([&](auto** out, auto** why) {
      return wattle_guidance_resolve(get(), detail::c(tool_name), tool_errors.data(), tool_errors.size(), out, why);
    });
  }
  WATTLE_HPP_THROWING(text resolve(std::string_view tool_name, list_arg<tool_error> tool_errors = {}) const {
    return try_resolve(tool_name, tool_errors).value();
  })
  /// How many chars resolve would give. wattle_guidance_estimate_chars
  result<std::uint64_t> try_estimate_chars(std::string_view tool_name, list_arg<tool_error> tool_errors = {}) const noexcept {
    std::uint64_t chars = 0;
    error why = detail::ended([&](auto** e) {
      return wattle_guidance_estimate_chars(get(), detail::c(tool_name), tool_errors.data(), tool_errors.size(), &chars, e);
    });
    return {chars, std::move(why)};
  }
  WATTLE_HPP_THROWING(std::uint64_t estimate_chars(std::string_view tool_name, list_arg<tool_error> tool_errors = {}) const {
    return try_estimate_chars(tool_name, tool_errors).value();
  })
};

/* ==== Loading the library ==== */

/// The body of a plugin's wattle_plugin_entry_v1: calls `body` with the host's registry, and turns what it throws, or the failed
/// result<> that it returns, into the status and error of the entry.
template <class Body> wattle_status plugin_entry(wattle_registry* registry, wattle_error** why, Body body) noexcept {
  const auto report = [why](status s, std::string_view subject, std::string_view message) {
    return wattle_error_new(static_cast<wattle_status>(s), detail::c(subject), detail::c(message), why);
  };
  lent<wattle::registry> theirs(registry);
#if defined(__cpp_exceptions)
  try {
#endif
    if constexpr (std::is_void_v<decltype(body(*theirs))>) {
      body(*theirs);
    } else if (const result<> done = body(*theirs); !done) {
      return report(done.status(), done.error().subject(), done.error().message());
    }
    return WATTLE_OK;
#if defined(__cpp_exceptions)
  } catch (const error& thrown) {
    return report(thrown.status(), thrown.subject(), thrown.message());
  } catch (const std::exception& thrown) {
    return report(status::callback_failed, WATTLE_PLUGIN_ENTRY, thrown.what());
  } catch (...) {
    return report(status::callback_failed, WATTLE_PLUGIN_ENTRY, "an exception that is no std::exception");
  }
#endif
}

/* ==== The common shapes ==== */

/// A text of its own, after what was registered before it: most contributions are this. wattle_append_prompt
inline contribution append_prompt(std::string_view id, std::string_view text) { return {id, mode::append, text}; }
/// A persona: a text before every appended one; the first registered is the very top of the prompt. wattle_prepend_persona
inline contribution prepend_persona(std::string_view id, std::string_view text) { return {id, mode::prepend, text}; }
/// A text in the place of one of the library's own, or with WATTLE_DEFAULT_SYSTEM_PROMPT_ID of all. Errors: unnamespaced_id,
/// reserved_namespace, foreign_namespace. wattle_replace_core
inline result<contribution> try_replace_core(std::string_view id, std::string_view text) noexcept {
  wattle_contribution checked = WATTLE_CONTRIBUTION_INIT;
  error why = detail::ended([&](auto** e) { return wattle_replace_core(detail::c(id), detail::present(text), &checked, e); });
  return {contribution(id, mode::replace, text), std::move(why)};
}
WATTLE_HPP_THROWING(inline contribution replace_core(std::string_view id, std::string_view text) {
  return try_replace_core(id, text).value();
})
/// An appended text for some contexts only. wattle_scoped_prompt
inline contribution scoped_prompt(std::string_view id, const scope& s, std::string_view text) { return append_prompt(id, text).scope(s); }
/// An appended text for the turns for which `when` says so: see contribution::when. wattle_gated_prompt
template <class When> contribution gated_prompt(std::string_view id, When when, std::string_view text) {
  return append_prompt(id, text).when(std::move(when));
}
/// The reference sections of the turn's state, appended. wattle_loaded_tools_prompt, wattle_detected_intents_prompt,
/// wattle_subagent_depth_prompt, wattle_prior_turn_tool_calls_prompt
inline contribution loaded_tools_prompt(std::string_view id) { return {id, mode::append, loaded_tools_content}; }
inline contribution detected_intents_prompt(std::string_view id) { return {id, mode::append, detected_intents_content}; }
inline contribution subagent_depth_prompt(std::string_view id) { return {id, mode::append, subagent_depth_content}; }
inline contribution prior_turn_tool_calls_prompt(std::string_view id) { return {id, mode::append, prior_turn_tool_calls_content}; }
/// A plugin of static and runtime-aware contributions, two lists that it borrows until it is registered. wattle_create_plugin
template <class Prompts, class RuntimePrompts>
plugin<> create_plugin(std::string_view name, std::string_view version, Prompts& prompts, RuntimePrompts& runtime_prompts) noexcept {
  return plugin<>(name, version).prompts(prompts).runtime_prompts(runtime_prompts);
}

}  // namespace WATTLE_HPP_NAMESPACE
}  // namespace wattle

#undef WATTLE_HPP_NAMESPACE
#undef WATTLE_HPP_THROWING

#endif  // WATTLE_HPP
