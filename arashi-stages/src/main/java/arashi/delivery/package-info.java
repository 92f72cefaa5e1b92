/**
 * Mail arrives: what the sessions of LMTP (RFC 2033) and SMTP (RFC 5321) and the store say to each
 * other. Sessions ask through {@link arashi.delivery.Mailboxes}; the store implements it.
 *
 * <pre>
 *   session.DeliveryServer ── judge, prepare, store ──► Mailboxes
 *     │                                                    ▲
 *     └─► protocol: lines, addresses, the state machine    └── arashi.store
 * </pre>
 *
 * <p>The types here are values and know neither sockets nor tables. Packages use only those to
 * their right, and all of them this one.
 */
package arashi.delivery;
