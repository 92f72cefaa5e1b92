package seda.netio;

/**
 * State of a {@link Connection}.
 *
 * <pre>
 *   NEW ─► SHAKING_HANDS ─► OPEN ─ peer's end of input ─► INPUT_ENDED
 *              ▲            │  │                               │
 *              └─ startTls ─┤  │                               │
 *                           │  └──── closeGracefully ──────────┤ nothing queued: CLOSED
 *                   endOutput, all written                     ▼
 *                           │                               FLUSHING   queued bytes are written
 *                           ▼                                  │ all written; our end of output
 *                      OUTPUT_ENDED ─ closeGracefully ──► LINGERING    input is discarded
 *                                                              │ peer's end of input, or enough
 *            any state ─ close, failure, time-out ─►  CLOSED ◄─┘
 * </pre>
 *
 * <p>Lingering lets the client read the last answer: closing a socket with unread input sends a
 * reset, which may overtake that answer.
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

  /** True while the protocol may act on the connection. */
  boolean isOpen() {
    return this == OPEN || this == INPUT_ENDED || this == OUTPUT_ENDED;
  }

  /** True if the protocol may add output. */
  boolean mayWrite() {
    return this == OPEN || this == INPUT_ENDED;
  }

  /** True if output may wait to be written. */
  boolean mayFlush() {
    return mayWrite() || this == FLUSHING;
  }
}
