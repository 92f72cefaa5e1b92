/**
 * Long work on the mails of a folder, done in steps that each are one transaction.
 *
 * <pre>
 *   request ─► start: first step, at once
 *                 │ more to do
 *   job stage ─►  step, step, …  ─► done | failed        request ─► cancel, undo
 * </pre>
 *
 * <p>A step locks the job's row, then the account, changes a bounded number of mails, and writes
 * how far it came: all of that becomes visible together or not at all. So a node that dies leaves
 * nothing half done, any node goes on, and nothing is done twice. Runs on the mail-store pool.
 */
package arashi.store.job;
