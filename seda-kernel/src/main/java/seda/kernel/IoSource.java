package seda.kernel;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * Where a processor learns of input and output, and where it waits when it has nothing to do. Each
 * processor has one of its own; only {@link #wakeup} is called by other threads.
 */
public interface IoSource {

  /** Makes the source of one processor. */
  @FunctionalInterface
  interface Factory {
    IoSource open(Processor processor) throws IOException;
  }

  /**
   * Dispatches what is ready, by enqueueing on stages.
   *
   * @param timeoutNanos how long to wait if nothing is ready: 0 not at all, {@link Long#MAX_VALUE}
   *     until {@link #wakeup}
   */
  void poll(long timeoutNanos) throws IOException;

  /** Ends the current or the next wait. Any thread. */
  void wakeup();

  /** Releases what the source holds; on the processor's thread, as its last action. */
  void close() throws IOException;

  /** A source without input or output: it only waits. */
  static IoSource none(Processor processor) {
    Thread waiting = Thread.currentThread(); // the factory is called on the processor's thread
    return new IoSource() {
      @Override
      public void poll(long timeoutNanos) {
        if (timeoutNanos > 0) {
          LockSupport.parkNanos(this, timeoutNanos);
        }
      }

      @Override
      public void wakeup() {
        LockSupport.unpark(waiting);
      }

      @Override
      public void close() {}
    };
  }
}
