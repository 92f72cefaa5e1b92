/**
 * The log of changes of an account's mail, and its account-wide numbers (modseq). The numbers are
 * those of IMAP's CONDSTORE and of JMAP's state strings (RFC 7162, RFC 8620 5.2).
 *
 * <pre>
 *   MailWriter, Items, Folders ── ChangeLog.append ──► account.modseq, change_log
 *                                                            │
 *                       listener ◄── ChangeLog.since ────────┤
 *                   Housekeeping ─── ChangeLog.trim ─────────┘   deletes old rows, raises the floor
 * </pre>
 *
 * <p><b>Threads.</b> Every method that touches the database blocks, and is safe from any thread.
 * {@code append} runs in the writer's transaction.
 */
package arashi.store.change;
