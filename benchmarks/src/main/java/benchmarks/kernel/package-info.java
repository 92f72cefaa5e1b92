/**
 * {@code arashi bench kernel}: what the kernel itself costs, beside what Java offers instead.
 *
 * <pre>
 *   KernelCommand ─┬─► Jmh ─► ProcessorHop, PoolHop    each in a JVM of its own
 *    (in rounds)   ├─► HandOff, Chain                  times of single events
 *                  ├─► FusedPath                       context switches of a request
 *                  └─► IdleStages                      heap
 * </pre>
 */
package benchmarks.kernel;
