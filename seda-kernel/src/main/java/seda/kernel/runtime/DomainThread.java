package seda.kernel.runtime;

/** A thread of a domain; knows which stage it runs, so that the edges of the graph can be seen. */
public class DomainThread extends Thread {
  /** Set by this thread; null between batches. */
  private QueuedStage<?> running;

  /** What it handles, for traces; only kept while tracing is on. */
  private EventBatch<?> batch;

  DomainThread(Runnable code, String name) {
    super(code, name);
  }

  final void running(QueuedStage<?> stage, EventBatch<?> events) {
    running = stage;
    batch = events;
  }

  /** An interrupt that the handler left behind would hit the next one, or keep us from parking. */
  final void batchEnded() {
    running = null;
    batch = null;
    interrupted();
  }

  final QueuedStage<?> running() {
    return running;
  }

  /** The stage that the calling thread runs; null outside of any. */
  static QueuedStage<?> currentStage() {
    return Thread.currentThread() instanceof DomainThread thread ? thread.running : null;
  }

  /** The event that the calling thread handles; null outside of any. */
  static Object currentEvent() {
    return Thread.currentThread() instanceof DomainThread thread
            && thread.batch != null
            && thread.batch.taken() > 0
        ? thread.batch.at(thread.batch.taken() - 1)
        : null;
  }
}
