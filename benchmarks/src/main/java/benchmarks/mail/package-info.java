/**
 * {@code arashi bench mail} and {@code arashi bench store}: cost of each request type on mailboxes
 * of several sizes, and on one mailbox that grows.
 *
 * <pre>
 *   MailSupply, GrowingMail ─► mbox ─► arashi import ─► Mailbox
 *                                (its rate is recorded)    ├─► Probes: one request type, one user
 *                                                          └─► LoadRun: the mix, a closed loop
 * </pre>
 */
package benchmarks.mail;
