/**
 * Runs stages; not exported from the module. Only {@code seda.kernel.graph} creates its objects,
 * and {@code seda.kernel.simulation} replaces threads by virtual workers.
 *
 * <pre>
 *   QueuedStage ─► QueueAdmission ─► StageQueue ─────────────► EventBatch ─► BatchRunner ─► handler
 *                                     │                            ▲
 *                    on processors:   ProcessorQueue, one a core ──┤ EventLoop   (one thread a core)
 *                    on a pool:       PoolQueue ───────────────────┘ SharedPool  (Workers)
 * </pre>
 *
 * <p>A {@code ProcessorQueue} belongs to its event loop's thread. A {@code PoolQueue} is guarded by
 * its pool's lock.
 */
package seda.kernel.runtime;
