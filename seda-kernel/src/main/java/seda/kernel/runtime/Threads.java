package seda.kernel.runtime;

/** What the domains share about threads. */
final class Threads {
  private Threads() {}

  /** Waits for a thread's end and keeps the caller's interrupt for later. */
  static void joinUninterruptibly(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
