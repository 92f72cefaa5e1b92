/**
 * Postfix's SMTP access policy delegation (SMTPD_POLICY_README), without sockets: an MTA in front
 * asks about each recipient while its own client is still connected.
 *
 * <pre>
 *   octets ──► PolicyReader ──► PolicyQuestion ──► (recipient stage) ──► PolicyAnswer ──► octets
 * </pre>
 *
 * <p>Everything runs on the thread of the connection.
 */
package arashi.delivery.policy;
