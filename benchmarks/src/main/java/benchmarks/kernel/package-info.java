/**
 * {@code arashi bench kernel}: the kernel's own cost, beside Java's queues.
 *
 * <pre>
 *   KernelCommand ─┬─► ProcessorHop, PoolHop    each in a JVM of its own, by JMH
 *    (in rounds)   ├─► EventTimes               times of single events
 *                  ├─► FusedPath                context switches of a request
 *                  └─► IdleStages               heap
 * </pre>
 */
package benchmarks.kernel;
