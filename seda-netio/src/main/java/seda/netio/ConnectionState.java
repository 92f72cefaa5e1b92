package seda.netio;

/**
 * What a {@link Connection} is about.
 *
 * <pre>
 *   NEW ─► SHAKING_HANDS ─► OPEN ─ peer's end of input ─► INPUT_ENDED
 *              ▲            │  │                               │
 *              └─ startTls ─┤  │                               │
 *                           │  └──── closeGracefully ──────────┤ nothing waits: CLOSED
 *                   endOutput, all written                     ▼
 *                           │                               FLUSHING   what waits is written
 *                           ▼                                  │ all written; our end of output
 *                      OUTPUT_ENDED ─ closeGracefully ──► LINGERING    what comes is thrown away
 *                                                              │ peer's end of input, or enough
 *            any state ─ close, failure, time-out ─►  CLOSED ◄─┘
 * </pre>
 *
 * <p>Lingering is for the client's sake: a socket that is closed with bytes unread makes the system
 * send a reset, and that can overtake the answer.
 */
enum ConnectionState {
  NEW,
  SHAKING_HANDS,
  OPEN,
  INPUT_ENDED,
  OUTPUT_ENDED,
  FLUSHING,
  LINGERING,
  CLOSED;

  /** True while the protocol has a say. */
  boolean isOpen() {
    return this == OPEN || this == INPUT_ENDED || this == OUTPUT_ENDED;
  }

  /** True if the protocol may still add to the output. */
  boolean mayWrite() {
    return this == OPEN || this == INPUT_ENDED;
  }

  /** True if there may be output to write. */
  boolean mayFlush() {
    return mayWrite() || this == FLUSHING;
  }
}
