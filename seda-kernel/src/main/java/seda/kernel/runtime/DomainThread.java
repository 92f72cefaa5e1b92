package seda.kernel.runtime;

/**
 * A thread of a domain. It records the stage that it runs, from which the graph's edges are
 * derived.
 */
public class DomainThread extends Thread {
  /** Written by this thread only; null between batches. */
  private QueuedStage<?> running;

  /** The current batch, for traces; kept only while tracing is on. */
  private EventBatch<?> batch;

  DomainThread(Runnable code, String name) {
    super(code, name);
  }

  final void running(QueuedStage<?> stage, EventBatch<?> events) {
    running = stage;
    batch = events;
  }

  /**
   * Clears the current stage, and an interrupt that the handler left behind: it would hit the next
   * handler or prevent parking.
   */
  final void batchEnded() {
    running = null;
    batch = null;
    interrupted();
  }

  final QueuedStage<?> running() {
    return running;
  }

  /** Returns the stage that the calling thread runs, or null. */
  static QueuedStage<?> currentStage() {
    return Thread.currentThread() instanceof DomainThread thread ? thread.running : null;
  }

  /** Returns the event that the calling thread handles, or null. */
  static Object currentEvent() {
    return Thread.currentThread() instanceof DomainThread thread
            && thread.batch != null
            && thread.batch.taken() > 0
        ? thread.batch.at(thread.batch.taken() - 1)
        : null;
  }
}
