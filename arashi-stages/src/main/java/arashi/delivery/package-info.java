/**
 * Arriving mail: the interface between LMTP (RFC 2033) and SMTP (RFC 5321) sessions and the store.
 * Sessions call {@link arashi.delivery.Mailboxes}; {@code arashi.delivery.mailbox} implements it.
 *
 * <pre>
 *   session.DeliveryServer ── judge, prepare, store ──► Mailboxes
 *     │                                                    ▲
 *     └─► protocol: lines, addresses, the state machine    └── arashi.store
 * </pre>
 *
 * <p>The types here are values, independent of sockets and tables. Each package uses only the
 * packages to its right, and all use this one.
 */
package arashi.delivery;
