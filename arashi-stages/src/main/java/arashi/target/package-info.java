/**
 * Classes, targets and quality: what admins set, and how it reaches the stages.
 *
 * <pre>
 *   MySQL ── revision, once a second ──► follow targets (stage) ──► PolicyInForce ─┬─► targets of the stages
 *                                                                                  ├─► classes of requests
 *                                                                                  └─► admission, quality
 * </pre>
 *
 * Every node follows the rows, so a change reaches all of them within two seconds.
 *
 * <p><b>Threads.</b> The stage runs on the console pool, which may block on the database; the timer
 * thread adjusts the quality; any thread that enqueues reads the policy in force.
 */
package arashi.target;
