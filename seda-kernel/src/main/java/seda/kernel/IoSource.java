package seda.kernel;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * Where a processor polls for I/O and waits when it is idle. Each processor has its own. Only
 * {@link #wakeup} is called by other threads.
 */
public interface IoSource {

  /** Creates the source of one processor, on that processor's thread. */
  @FunctionalInterface
  interface Factory {
    IoSource open(Processor processor) throws IOException;
  }

  /**
   * Dispatches ready I/O, by enqueueing on stages.
   *
   * @param timeoutNanos longest wait if nothing is ready: 0 does not wait, {@link Long#MAX_VALUE}
   *     waits until {@link #wakeup}
   */
  void poll(long timeoutNanos) throws IOException;

  /** Ends the current or the next wait. Any thread. */
  void wakeup();

  /** Releases the source's resources. Called by the processor's thread as its last action. */
  void close() throws IOException;

  /** Returns a source without I/O; it only waits. Call it on the processor's thread. */
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
