package seda.kernel;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * A stage's queue on one processor. The deque belongs to that processor's thread; other threads
 * come in through the processor's inbox.
 */
final class Lane<E> {
  private final Stage<E> stage;
  private final Processor processor;
  private final ArrayDeque<E> events = new ArrayDeque<>();
  private final Batch<E> batch;
  private boolean runnable;
  private volatile int publishedLength;

  Lane(Stage<E> stage, Processor processor) {
    this.stage = stage;
    this.processor = processor;
    this.batch = stage.newBatch();
  }

  Processor processor() {
    return processor;
  }

  /** On the processor's thread. */
  EnqueueResult enqueueLocal(E event) {
    EnqueueResult result = stage.admit(event, events.size());
    if (result.accepted()) {
      addAdmitted(event);
    }
    return result;
  }

  /** On any other thread. */
  EnqueueResult enqueueFromOutside(E event) {
    EnqueueResult result = stage.admit(event, publishedLength);
    if (result.accepted() && !processor.deliver(new Processor.Delivery<>(this, event))) {
      return stage.revoke(EnqueueResult.FULL);
    }
    return result;
  }

  /** Queues an event that was admitted. On the processor's thread. */
  void addAdmitted(E event) {
    events.add(event);
    if (!runnable) {
      runnable = true;
      processor.makeRunnable(this);
    }
  }

  /** Runs one batch; true if events are left. On the processor's thread. */
  boolean runBatch() {
    for (int i = batch.capacity(); i > 0 && !events.isEmpty(); i--) {
      batch.add(events.poll());
    }
    stage.run(batch);
    publishedLength = events.size();
    runnable = !events.isEmpty();
    return runnable;
  }

  /** Ends an admitted event that came after the processor's thread had ended. */
  void shed(E event) {
    stage.shedQueued(event);
  }

  int length() {
    return publishedLength;
  }

  /** After the processor's thread has ended. */
  void drainTo(Consumer<? super E> consumer) {
    for (E event = events.poll(); event != null; event = events.poll()) {
      consumer.accept(event);
    }
    publishedLength = 0;
  }
}
