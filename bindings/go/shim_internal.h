/* What the C files of the package share among themselves. */
#ifndef WATTLE_GO_SHIM_INTERNAL_H
#define WATTLE_GO_SHIM_INTERNAL_H

#include "shim.h"

/* The innermost call from Go on this thread. Callbacks run on the thread of their call, and Go keeps a goroutine on its
   thread while one of its C calls is under way, so this is the frame that a callback runs in. */
extern _Thread_local wattle_go_frame *wattle_go_top;

static inline void wattle_go_enter(wattle_go_frame *frame) {
  frame->outer = wattle_go_top;
  wattle_go_top = frame;
}

static inline void wattle_go_leave(wattle_go_frame *frame) { wattle_go_top = frame->outer; }

/* Leaves the outcome of a call in the frame. */
wattle_status wattle_go_finish(wattle_go_frame *frame, wattle_status status, wattle_error *error);

/* Runs a call of the library that stores its error in `error`, and returns. */
#define RETURN(call)                               \
  do {                                             \
    wattle_error *error = NULL;                    \
    const wattle_status status = (call);           \
    return wattle_go_finish(frame, status, error); \
  } while (0)

/* Each gathers a result in the frame. `wanted`: as in shim.h. `of_modules`: what only such a prompt has too. */
wattle_status wattle_go_gather(wattle_go_frame *frame, const wattle_bundle *bundle, const wattle_prompt *prompt, int wanted,
                               int of_modules);
wattle_status wattle_go_gather_records(wattle_go_frame *frame, const wattle_records *list);
wattle_status wattle_go_gather_renderings(wattle_go_frame *frame, const wattle_renderings *renderings);
wattle_status wattle_go_gather_table(wattle_go_frame *frame, const wattle_prompt *prompt);
wattle_status wattle_go_gather_diff(wattle_go_frame *frame, const wattle_diff *diff);

#endif
