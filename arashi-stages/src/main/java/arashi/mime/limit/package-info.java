/**
 * How much of one mail is read, shown and indexed, and how much work that may cost: the records of
 * the configuration, and the budget that counts.
 *
 * <p><b>Threads.</b> The records are immutable; a {@link arashi.mime.limit.WorkBudget} belongs to
 * one mail and one thread.
 */
package arashi.mime.limit;
