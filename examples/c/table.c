#include "table.h"

#include <inttypes.h>

enum { SECTION_WIDTH = 30, PLUGIN_WIDTH = 10 };

const char *origin_name(wattle_origin origin) {
  switch (origin) {
    case WATTLE_ORIGIN_CORE_DEFAULT: return "core-default";
    case WATTLE_ORIGIN_CORE_TEMPLATE: return "core-template";
    case WATTLE_ORIGIN_STATIC: return "static";
    case WATTLE_ORIGIN_RUNTIME_AWARE: return "runtime-aware";
    default: return "-";
  }
}

static const char *tier_name(wattle_tier tier) {
  switch (tier) {
    case WATTLE_TIER_CORE: return "core";
    case WATTLE_TIER_ACTIVE: return "active";
    case WATTLE_TIER_INFORMATIONAL: return "informational";
    default: return "-";
  }
}

static const char *verdict_name(wattle_verdict verdict) {
  switch (verdict) {
    case WATTLE_INCLUDED: return "kept";
    case WATTLE_CONDENSED: return "condensed";
    case WATTLE_DROPPED: return "dropped";
    default: return "-";
  }
}

/* How a byte is shown: itself, or an escape. Gives the number of columns. */
static int escape(char byte, char shown[5]) {
  const unsigned char code = (unsigned char)byte;
  if (code < 0x20 || code > 0x7e)
    return snprintf(shown, 5, "\\x%02x", code);
  return snprintf(shown, 5, code == '\\' ? "\\\\" : "%c", code);
}

void print_escaped(FILE *out, wattle_str text) {
  char shown[5];
  for (size_t i = 0; i < text.len; i++) {
    escape(text.data[i], shown);
    fputs(shown, out);
  }
}

/* The text, escaped, padded to a column's width; a longer one is cut and marked. */
static void print_cell(FILE *out, wattle_str text, int width) {
  char shown[5];
  int columns = 0;
  for (size_t i = 0; i < text.len; i++)
    columns += escape(text.data[i], shown);

  const int room = columns > width ? width - 3 : width;
  int used = 0;
  for (size_t i = 0; i < text.len; i++) {
    const int next = escape(text.data[i], shown);
    if (used + next > room)
      break;
    fputs(shown, out);
    used += next;
  }
  if (columns > width) {
    fputs("...", out);
    used += 3;
  }
  fprintf(out, "%*s  ", width - used, "");
}

static void print_limit(FILE *out, uint64_t limit) {
  if (limit == WATTLE_UNLIMITED)
    fprintf(out, "  %7s\n", "none");
  else
    fprintf(out, "  %7" PRIu64 "\n", limit);
}

static void print_totals(FILE *out, const wattle_summary *summary, size_t text_bytes) {
  fprintf(out, "\ntotal          %" PRIu64 " chars, about %" PRIu64 " tokens", summary->total_chars,
          summary->total_tokens_est);
  if (summary->effective_budget == WATTLE_UNLIMITED)
    fputs(", no budget\n", out);
  else
    fprintf(out, ", %.1f %% of the budget of %" PRIu64 "%s\n", summary->budget_used_pct, summary->effective_budget,
            summary->over_budget ? ": OVER" : "");
  fprintf(out, "sections       %zu: %zu in full, %zu condensed, %zu dropped\n", summary->sections,
          summary->included - summary->condensed, summary->condensed, summary->dropped);
  fprintf(out, "stable prefix  %zu of %zu bytes\n", summary->stable_prefix, text_bytes);
}

wattle_status print_table(FILE *out, const wattle_prompt *prompt, wattle_error **error) {
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  wattle_status status = wattle_prompt_summary(prompt, &summary, error);
  if (status != WATTLE_OK)
    return status;

  fprintf(out, "\n%-*s  %-13s  %-*s  %-13s  %6s  %-9s  %6s  %7s\n", SECTION_WIDTH, "section", "origin",
          PLUGIN_WIDTH, "plugin", "tier", "chars", "verdict", "before", "limit");
  for (size_t i = 0; i < summary.sections; i++) {
    wattle_section section = WATTLE_SECTION_INIT;
    status = wattle_prompt_section(prompt, i, &section, error);
    if (status != WATTLE_OK)
      return status;
    print_cell(out, section.id, SECTION_WIDTH);
    fprintf(out, "%-13s  ", origin_name(section.origin));
    print_cell(out, section.plugin.data != NULL ? section.plugin : WATTLE_STR("-"), PLUGIN_WIDTH);
    fprintf(out, "%-13s  %6" PRIu64 "  %-9s  %6" PRIu64, tier_name(section.tier), section.chars,
            verdict_name(section.verdict), section.total_before);
    print_limit(out, section.limit);
  }
  print_totals(out, &summary, wattle_prompt_text(prompt).len);
  return WATTLE_OK;
}
