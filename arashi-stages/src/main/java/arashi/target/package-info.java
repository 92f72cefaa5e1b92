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
 */
package arashi.target;
