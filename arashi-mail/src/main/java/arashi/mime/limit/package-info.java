/**
 * Limits of the content and work of one mail: configuration records, and the budget that counts the
 * work.
 *
 * <p><b>Threads.</b> The records are immutable; a {@link arashi.mime.limit.WorkBudget} belongs to
 * one mail and one thread.
 */
package arashi.mime.limit;
