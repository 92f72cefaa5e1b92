/**
 * What admins and operators see: the console, the metrics, the health of the process.
 *
 * <pre>
 *   /admin…    ──► console (stage) ──► live view ◄── graph, targets in force, rates of the last window
 *                                  ├─► history   ◄── an hour of each stage
 *                                  └─► settings  ◄─► MySQL; a change is put in force here at once
 *   /metrics   ──► operations (stage)
 *   /healthz, /readyz ──► answered where they are routed
 * </pre>
 *
 * Its stages, the look-up of its sessions and the stage that follows the policy run on a worker
 * pool of their own, so that the service can be seen and steered while the mail-store pool is busy.
 */
package arashi.console;
