/**
 * {@code arashi bench mail}: cost of each request type on mailboxes of several sizes.
 *
 * <pre>
 *   MailSupply ─► mbox ─► arashi import ─► Mailbox ─┬─► Probes: one request type at a time, one user
 *                      (its rate is recorded)       └─► LoadRun: the mix of mix.txt, closed loop
 * </pre>
 */
package benchmarks.mail;
