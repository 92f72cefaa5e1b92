package seda.kernel;

import java.time.Duration;

/**
 * One thread of {@link Processors}: polls its I/O source, fires its timers, and runs its runnable
 * stages, each over a batch. Its methods may be called on its own thread only.
 */
public interface Processor {

  /** A timer of a processor. */
  interface Timer {
    /** Keeps the timer from firing, if it did not yet; again does no harm. On its processor. */
    void cancel();
  }

  /** A thread that is a processor's. */
  interface OwnThread {
    /** The processor whose thread this is. */
    Processor processor();
  }

  /** The processor whose thread is calling, or null. */
  static Processor currentOrNull() {
    return Thread.currentThread() instanceof OwnThread own ? own.processor() : null;
  }

  /** Position in the domain, from 0; the argument of {@link Stage#on}. */
  int index();

  /** The I/O source that the domain's factory made for this processor. */
  IoSource io();

  /** Runs {@code action} on this processor after {@code delay}, up to one tick late. */
  Timer schedule(Duration delay, Runnable action);

  /**
   * Says that I/O will most likely bring more within microseconds, as a stream does that goes on.
   * If nothing is left to run after this turn, the processor polls 60 times at most, without giving
   * way, before it waits.
   */
  void expectMore();

  /**
   * The clock's reading at the end of the last batch, or when the first event of this poll came, in
   * nanoseconds: good enough to stamp events.
   */
  long now();
}
