/**
 * Real mail servers as processes of their own, for the tests: each writes its configuration into a
 * directory of its own, listens on a free loopback port, and ends with its object.
 *
 * <pre>
 *   Sender ── SMTP ──► Postfix | Exim ── LMTP ──► Tap (records) ── LMTP ──► the service
 *                         │
 *                         └── milter ──► Rspamd
 *   the service ── SMTP ──► Postfix ── LMTP ──► Dovecot (Maildir)
 * </pre>
 *
 * <p>Nothing here uses the product or other tests. A program that is not installed, or can't be run
 * by this user, is named by {@code missing()}; tests skip then.
 */
package arashi.deploy.peer;
