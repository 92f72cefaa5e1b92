package seda.kernel;

import java.time.Duration;

/**
 * One thread of {@link Processors}. It polls its I/O source, fires its timers, and runs one batch
 * of each runnable stage in turn. Its methods may be called only on its own thread.
 */
public interface Processor {

  /** A timer of a processor. Use it only on that processor's thread. */
  interface Timer {
    /** Keeps the timer from firing if it has not fired; idempotent. */
    void cancel();
  }

  /** A thread of a processor. */
  interface OwnThread {
    /** Returns the processor of this thread. */
    Processor processor();
  }

  /** Returns the processor of the calling thread, or null. */
  static Processor currentOrNull() {
    return Thread.currentThread() instanceof OwnThread own ? own.processor() : null;
  }

  /** Returns the position in the domain, from 0; see {@link Stage#on}. */
  int index();

  /** Returns the I/O source that the domain's factory created for this processor. */
  IoSource io();

  /** Runs {@code action} on this processor after {@code delay}, up to one tick late. */
  Timer schedule(Duration delay, Runnable action);

  /**
   * Announces that more I/O is likely within microseconds, as while a stream continues. If this
   * turn leaves nothing to run, the processor polls up to 60 times, without yielding its core,
   * before it waits.
   */
  void expectMore();

  /**
   * Returns a recent clock reading in nanoseconds, good enough to stamp events: from the end of the
   * last batch, or from the first event of this poll.
   */
  long now();
}
