/**
 * {@code arashi bench mail}: what each request type costs on mailboxes of several sizes.
 *
 * <pre>
 *   MailGenerator ─► mbox ─► arashi import ─► Mailbox ─┬─► Probes: one request type at a time, one user
 *   (or real mail)           (its rate is recorded)    └─► MixUser × n: the mix of mix.txt, closed loop
 *                                                                │
 *   MailPage reads the real pages: forms, links, tokens          ▼
 *                                              MailResults ─► MailReport: JSON, Markdown, SVG
 * </pre>
 *
 * The service runs as a process of its own with its own database. Sizes take turns within each
 * round, and medians of the rounds are reported, for machines drift.
 */
package benchmarks.mail;
