package seda.kernel;

/**
 * A domain with one thread per core. Each processor has its own I/O source, timers and run queue.
 * Each stage of the domain has one queue per processor:
 *
 * <pre>
 *   processor 0:  poll I/O ─► run queue: [read] [parse] [route] … ─► poll I/O …
 *   processor 1:  poll I/O ─► run queue: [parse] [send] …         ─► poll I/O …
 *                                ▲
 *   other threads ── inbox ──────┘   (the only way in, and the only place where cores meet)
 * </pre>
 *
 * <p>An event enqueued by a processor's own thread stays on that processor: no lock is taken and no
 * thread is woken. Handlers on this domain must not block.
 *
 * <p>Idle processors take whole batches from the longer queues of a stage that {@linkplain
 * StageConfig#stealable is stealable}.
 */
public interface Processors extends ThreadDomain {

  /** Returns the number of processors. */
  int count();

  /**
   * Returns the processor of the calling thread.
   *
   * @throws IllegalStateException on any other thread
   */
  static Processor current() {
    Processor processor = Processor.currentOrNull();
    if (processor == null) {
      throw new IllegalStateException(
          "thread " + Thread.currentThread().getName() + " is not a processor's");
    }
    return processor;
  }
}
