/**
 * The admins' and operators' interfaces: console, metrics, and health checks.
 *
 * <pre>
 *   /admin…    ──► console (stage) ──► live view ◄── graph, targets in force, rates of the last window
 *                                  ├─► history   ◄── an hour of each stage
 *                                  └─► settings  ◄─► MySQL; changes apply to this node at once
 *   /metrics   ──► operations (stage)
 *   /healthz, /readyz ──► answered in the route
 * </pre>
 *
 * The console's stages, its session look-up and the stage that follows the policy run on a worker
 * pool of their own, so that admins can observe and control the service while the mail-store pool
 * is busy.
 */
package arashi.console;
