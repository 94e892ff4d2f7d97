/* Lists of records, the bundled fragments, and the check of an id: bad handles, places, values and texts. */
#include <string.h>

#include "check.h"

static wattle_records *list_of(const wattle_registry *registry) {
  wattle_records *records = NULL;
  ACCEPTED(wattle_registry_list(registry, 0, (wattle_str)WATTLE_STR_ABSENT, &records, ERR));
  return records;
}

static void list_needs(wattle_registry *registry) {
  const wattle_str any = WATTLE_STR_ABSENT, list_of_null = { NULL, 5 };
  wattle_records *records = UNTOUCHED;
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_list(NULL, 0, any, &records, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "records", wattle_registry_list(registry, 0, any, NULL, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "id", wattle_registry_list(registry, 0, list_of_null, &records, ERR));
  REFUSED(WATTLE_INVALID_UTF8, "id", wattle_registry_list(registry, 0, WATTLE_STR("host.\xFF"), &records, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "registry", wattle_registry_list_safety_policies(NULL, 0, &records, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "records", wattle_registry_list_safety_policies(registry, 0, NULL, ERR));
  CHECK(wattle_registry_list(registry, 99, any, &records, NULL) == WATTLE_INVALID_ARGUMENT);
  CHECK(wattle_registry_list_safety_policies(registry, 99, &records, NULL) == WATTLE_INVALID_ARGUMENT);
  CHECK(records == UNTOUCHED);
}

static void list_refuses_values(wattle_registry *registry) {
  const wattle_origin origins[] = { 5, 99, UINT32_MAX };
  const uint8_t flags[] = { 2, 255 };
  wattle_records *records = UNTOUCHED;
  for (size_t i = 0; i < COUNT(origins); i++)
    REFUSED(WATTLE_INVALID_ARGUMENT, "origin",
            wattle_registry_list(registry, origins[i], (wattle_str)WATTLE_STR_ABSENT, &records, ERR));
  for (size_t i = 0; i < COUNT(flags); i++)
    REFUSED(WATTLE_INVALID_ARGUMENT, "active_only",
            wattle_registry_list_safety_policies(registry, flags[i], &records, ERR));
  CHECK(records == UNTOUCHED);
}

/* Lists that are empty, and an id that nobody can have, are no errors. */
static void lists_of_nothing(wattle_registry *registry) {
  const wattle_str ids[] = { WATTLE_STR("host.nobody"), WATTLE_STR(""), WATTLE_STR("host.base\0") };
  wattle_records *records = NULL;
  wattle_record record = WATTLE_RECORD_INIT;
  for (size_t i = 0; i < COUNT(ids); i++) {
    ACCEPTED(wattle_registry_list(registry, WATTLE_ORIGIN_STATIC, ids[i], &records, ERR));
    CHECK(wattle_records_len(records) == 0);
    REFUSED(WATTLE_INVALID_ARGUMENT, "index", wattle_records_at(records, 0, &record, ERR));
    wattle_records_free(records);
  }
  ACCEPTED(wattle_registry_list_safety_policies(registry, 1, &records, ERR));
  CHECK(wattle_records_len(records) == 0);
  wattle_records_free(records);
}

static void records_need(wattle_registry *registry) {
  wattle_records *records = list_of(registry);
  wattle_record record = WATTLE_RECORD_INIT, before;
  memset(&record.id, '?', sizeof record - sizeof record.struct_size);
  memcpy(&before, &record, sizeof record);
  REFUSED(WATTLE_NULL_ARGUMENT, "records", wattle_records_at(NULL, 0, &record, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "record", wattle_records_at(records, 0, NULL, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "index", wattle_records_at(records, 1, &record, ERR));
  REFUSED(WATTLE_INVALID_ARGUMENT, "index", wattle_records_at(records, SIZE_MAX, &record, ERR));
  CHECK(wattle_records_at(NULL, 0, NULL, NULL) == WATTLE_NULL_ARGUMENT);
  CHECK(memcmp(&before, &record, sizeof record) == 0);
  CHECK(wattle_records_len(NULL) == 0);
  wattle_records_free(NULL);
  wattle_records_free(records);
}

/* A list is a copy: it stays what it was when its registry changes, and when it is freed. */
static void records_outlive_their_registry(wattle_registry *registry) {
  wattle_registry *own = registry_with_base();
  wattle_contribution later = text_contribution("host.later", "later");
  wattle_records *records = list_of(own);
  wattle_record record = WATTLE_RECORD_INIT;
  (void)registry;
  add(own, &later);
  remove_static(own, "host.base");
  wattle_registry_free(own);
  CHECK(wattle_records_len(records) == 1);
  ACCEPTED(wattle_records_at(records, 0, &record, ERR));
  CHECK(text_is(record.id, "host.base") && text_is(record.text, "base"));
  CHECK(record.text.data[record.text.len] == '\0' && record.id.data[record.id.len] == '\0');
  CHECK(!record.plugin.data && !record.plugin_version.data && !record.condensed.data);
  wattle_records_free(records);
}

static void fragments_need(wattle_registry *registry) {
  const wattle_fragment_set unknown[] = { 0, 5, 99, UINT32_MAX };
  wattle_fragment fragment = WATTLE_FRAGMENT_INIT, before;
  (void)registry;
  memset(&fragment.id, '?', sizeof fragment - sizeof fragment.struct_size);
  memcpy(&before, &fragment, sizeof fragment);
  for (size_t i = 0; i < COUNT(unknown); i++) {
    CHECK(wattle_fragment_count(unknown[i]) == 0);
    REFUSED(WATTLE_INVALID_ARGUMENT, "set", wattle_fragment_at(unknown[i], 0, &fragment, ERR));
    CHECK(wattle_fragment_at(unknown[i], 0, &fragment, NULL) == WATTLE_INVALID_ARGUMENT);
  }
  for (wattle_fragment_set set = WATTLE_FRAGMENT_SET_BASE; set <= WATTLE_FRAGMENT_SET_SAFETY; set++) {
    const size_t count = wattle_fragment_count(set);
    CHECK(count > 0);
    REFUSED(WATTLE_NULL_ARGUMENT, "fragment", wattle_fragment_at(set, 0, NULL, ERR));
    REFUSED(WATTLE_INVALID_ARGUMENT, "index", wattle_fragment_at(set, count, &fragment, ERR));
    REFUSED(WATTLE_INVALID_ARGUMENT, "index", wattle_fragment_at(set, SIZE_MAX, &fragment, ERR));
    CHECK(memcmp(&before, &fragment, sizeof fragment) == 0);
    for (size_t i = 0; i < count; i++) {
      wattle_fragment found = WATTLE_FRAGMENT_INIT;
      ACCEPTED(wattle_fragment_at(set, i, &found, ERR));
      CHECK(found.id.len > 0 && found.id.data[found.id.len] == '\0');
      CHECK(found.text.len > 0 && found.text.data[found.text.len] == '\0');
    }
  }
}

static void ids_checked(wattle_registry *registry) {
  const wattle_str host = WATTLE_STR_ABSENT, list_of_null = { NULL, 5 }, p = WATTLE_STR("p");
  const wattle_str a = WATTLE_STR("p.a"), bad = WATTLE_STR("p.\xFF");
  const wattle_mode modes[] = { 0, 4, 99, UINT32_MAX };
  (void)registry;
  REFUSED(WATTLE_NULL_ARGUMENT, "id", wattle_check_id(list_of_null, WATTLE_APPEND, host, ERR));
  REFUSED(WATTLE_NULL_ARGUMENT, "plugin", wattle_check_id(a, WATTLE_APPEND, list_of_null, ERR));
  REFUSED(WATTLE_INVALID_UTF8, "id", wattle_check_id(bad, WATTLE_APPEND, host, ERR));
  REFUSED(WATTLE_INVALID_UTF8, "plugin", wattle_check_id(a, WATTLE_APPEND, bad, ERR));
  for (size_t i = 0; i < COUNT(modes); i++)
    REFUSED(WATTLE_INVALID_ARGUMENT, "mode", wattle_check_id(a, modes[i], host, ERR));
  REFUSED(WATTLE_UNNAMESPACED_ID, "", wattle_check_id(host, WATTLE_APPEND, host, ERR));
  REFUSED(WATTLE_UNNAMESPACED_ID, "nodot", wattle_check_id(WATTLE_STR("nodot"), WATTLE_REPLACE, p, ERR));
  REFUSED(WATTLE_RESERVED_NAMESPACE, "core.a", wattle_check_id(WATTLE_STR("core.a"), WATTLE_PREPEND, host, ERR));
  REFUSED(WATTLE_RESERVED_NAMESPACE, "safety.a", wattle_check_id(WATTLE_STR("safety.a"), WATTLE_REPLACE, host, ERR));
  REFUSED(WATTLE_FOREIGN_NAMESPACE, "q.a", wattle_check_id(WATTLE_STR("q.a"), WATTLE_APPEND, p, ERR));
  REFUSED(WATTLE_FOREIGN_NAMESPACE, "p.a", wattle_check_id(a, WATTLE_APPEND, WATTLE_STR(""), ERR));
  CHECK(wattle_check_id(host, WATTLE_APPEND, host, NULL) == WATTLE_UNNAMESPACED_ID);
  ACCEPTED(wattle_check_id(a, WATTLE_APPEND, host, ERR));
  ACCEPTED(wattle_check_id(a, WATTLE_PREPEND, p, ERR));
  ACCEPTED(wattle_check_id(WATTLE_STR("core.a"), WATTLE_REPLACE, p, ERR));
}

void list_tests(void) {
  static const test tests[] = {
    TEST(list_needs),
    TEST(list_refuses_values),
    TEST(lists_of_nothing),
    TEST(records_need),
    TEST(records_outlive_their_registry),
    TEST(fragments_need),
    TEST(ids_checked),
  };
  run_tests(tests, COUNT(tests));
}
