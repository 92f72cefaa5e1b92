/**
 * {@code arashi bench kernel}: what the kernel itself costs, beside what Java offers instead.
 *
 * <pre>
 *   KernelCommand ─┬─► ProcessorHop, PoolHop    each in a JVM of its own, by JMH
 *    (in rounds)   ├─► EventTimes               times of single events
 *                  ├─► FusedPath                context switches of a request
 *                  └─► IdleStages               heap
 * </pre>
 */
package benchmarks.kernel;
