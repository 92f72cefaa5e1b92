/**
 * {@code arashi bench kernel}: what the kernel itself costs, beside what Java offers instead.
 *
 * <pre>
 *   KernelBenchmark ─┬─► Jmh ─► ProcessorHop, PoolHop    each in a JVM of its own
 *    (in rounds)     ├─► HandOff, Chain                  times of single events
 *                    ├─► FusedPath ◄─ KeepAliveClient    context switches of a request
 *                    └─► IdleStages                      heap
 *                            │
 *              Figure ─► KernelResults ─► KernelReport: JSON, Markdown
 * </pre>
 *
 * Every figure is measured once a round, what is compared right after each other, and medians of
 * the rounds are reported.
 */
package benchmarks.kernel;
