/**
 * {@code arashi bench delivery}: the same mail by LMTP to the service and to Dovecot, in turn.
 *
 * <pre>
 *   GrowingMail ─► LmtpLoad ── LMTP ──┬─► ArashiServer   the product with its database
 *                                     └─► DovecotServer  without and with a full-text index
 *   ProcessTree: CPU time of all processes of a server
 *   MailFlood: all that a server takes, while users of {@code bench load} read
 * </pre>
 *
 * One thread does it all, but for the load, which has one for each connection.
 */
package benchmarks.delivery;
