/**
 * Sessions of LMTP and SMTP as stages of the one graph.
 *
 * <pre>
 *                    processors                     │ mail-store pool
 *                                                   │
 *   mail-listen ─► mail-read ─► mail-session ───────┼─► recipient       Mailboxes.judge
 *                                 │  ▲      ────────┼─► parse           Mailboxes.prepare
 *                                 │  │              │     └─► deliver   Mailboxes.store
 *                                 │  └── answers ───┼───────────┘
 *                  mail-write ◄───┘                 │
 * </pre>
 *
 * <p><b>Back-pressure.</b> A session asks one thing at a time, and is not read from until it has
 * the answer. If a stage refuses, or there is no memory for content, the session waits without
 * reading, up to a bound, and asks again; then the client is told to try later. Room in {@code
 * deliver} is reserved before a mail is parsed, so what was parsed is not refused.
 *
 * <p><b>Classes.</b> {@code deliver} is a request type of its own: admins set its targets, and at a
 * low quality mails are stored without their search terms. All mail has one configured class.
 *
 * <p><b>Strangers.</b> Clients that are not configured as MTAs have limits by their address:
 * connections, mails and recipients.
 *
 * <p>A session's code runs on the processor of its connection; a worker hands its answer over there
 * by {@link seda.netio.Connection#redeliver}.
 */
package arashi.delivery.session;
