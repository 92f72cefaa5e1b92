/**
 * Runs stages; the module does not export it. Only {@code seda.kernel.graph} makes its objects, and
 * {@code seda.kernel.simulation} puts virtual workers in the place of threads.
 *
 * <pre>
 *   QueuedStage ─► QueueAdmission ─► StageQueue ─────────────► EventBatch ─► BatchRunner ─► handler
 *                                     │                            ▲
 *                    on processors:   ProcessorQueue, one a core ──┤ EventLoop   (one thread a core)
 *                    on a pool:       PoolQueue ───────────────────┘ SharedPool  (Workers)
 * </pre>
 *
 * <p>A {@code ProcessorQueue} belongs to its event loop's thread. A {@code PoolQueue} is guarded by
 * the lock of its pool.
 */
package seda.kernel.runtime;
