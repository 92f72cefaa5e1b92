package seda.kernel;

/**
 * A domain with one thread per core. Each processor has its own I/O source, timers and run queue,
 * and every stage of the domain has one queue per processor:
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
 * <p>A stage that {@linkplain StageConfig#stealable allows it} is helped by idle processors: they
 * take whole batches out of its longer queues.
 */
public interface Processors extends ThreadDomain {

  /** How many processors there are. */
  int count();

  /**
   * The processor whose thread is calling.
   *
   * @throws IllegalStateException on any other thread
   */
  static Processor current() {
    Processor processor = Processor.currentOrNull();
    if (processor == null) {
      throw new IllegalStateException(
          "thread " + Thread.currentThread().getName() + " is no processor");
    }
    return processor;
  }
}
