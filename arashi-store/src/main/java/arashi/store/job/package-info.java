/**
 * Long-running work on the mails of a folder, in steps of one transaction each.
 *
 * <pre>
 *   request ─► start: first step, at once
 *                 │ more to do
 *   job stage ─►  step, step, …  ─► done | failed        request ─► cancel, undo
 * </pre>
 *
 * <p>A step locks the job's row, then the account, changes a bounded number of mails, and records
 * its progress, atomically. So a node failure leaves no partial step, any node can continue, and no
 * step is repeated. Runs on the mail-store pool.
 */
package arashi.store.job;
