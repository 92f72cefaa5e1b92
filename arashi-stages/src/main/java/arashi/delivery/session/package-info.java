/**
 * LMTP and SMTP sessions as stages of the one graph.
 *
 * <pre>
 *                    processors                     │ mail-store pool
 *                                                   │
 *   mail-listen ─► mail-read ─► mail-session ───────┼─► recipient       Mailboxes.judge
 *                                 │  ▲      ────────┼─► parse           Mailboxes.prepare
 *                                 │  │              │     └─► deliver   Mailboxes.store
 *                                 │  │      ────────┼─► deliver-large   both, a few at a time
 *                                 │  └── answers ───┼───────────┘
 *                  mail-write ◄───┘                 │
 * </pre>
 *
 * <p><b>Back-pressure.</b> A session has one pending request, and its connection is not read until
 * the answer. If a stage refuses, or content finds no memory, the session waits without reading and
 * retries; after a bound the client gets a temporary refusal. Room in {@code deliver} is reserved
 * before a mail is parsed, so a parsed mail is not refused. Memory for an announced size is
 * reserved before the content ({@link arashi.delivery.memory}), and large mails take turns in the
 * stages.
 *
 * <p><b>Classes.</b> {@code deliver} is a request type of its own: admins set its targets, and at a
 * low quality mails are stored without their search terms. All mail has one configured class.
 *
 * <p><b>Strangers.</b> Clients that are not configured MTAs have limits per address on connections,
 * mails and recipients.
 *
 * <p>A session's code runs on the processor of its connection; a worker hands its answer over there
 * by {@link seda.netio.Connection#redeliver}.
 */
package arashi.delivery.session;
