/**
 * Classes, targets and quality: settings made by admins, and how they reach the stages.
 *
 * <pre>
 *   MySQL ── revision, once a second ──► follow targets (stage) ──► PolicyInForce ─┬─► targets of the stages
 *                                                                                  ├─► classes of requests
 *                                                                                  └─► admission, quality
 * </pre>
 *
 * Every node follows the rows, so a change reaches all nodes within two seconds.
 *
 * <p><b>Threads.</b> The stage runs on the console pool, which may block on the database. The timer
 * thread adjusts the quality. Any thread that enqueues reads the policy in force.
 */
package arashi.target;
