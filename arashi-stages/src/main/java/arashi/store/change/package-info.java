/**
 * The log of what changes in an account's mail, and the account-wide numbers (modseq) that IMAP's
 * CONDSTORE and JMAP's state strings are (RFC 7162, RFC 8620 5.2).
 *
 * <pre>
 *   MailWriter, Items, Folders ── ChangeLog.append ──► account.modseq, change_log
 *                                                            │
 *                       listener ◄── ChangeLog.since ────────┤
 *                   Housekeeping ─── ChangeLog.trim ─────────┘   deletes old rows, raises the floor
 * </pre>
 *
 * <p>The log comes before its listeners (live pages, IMAP): so far, only tests call {@code since}.
 *
 * <p><b>Threads.</b> Every method that touches the database blocks, and is safe from any thread.
 * {@code append} is part of the writer's transaction; housekeeping trims.
 */
package arashi.store.change;
