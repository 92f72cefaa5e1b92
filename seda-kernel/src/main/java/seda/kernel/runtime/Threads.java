package seda.kernel.runtime;

/** Thread utilities of the domains. */
final class Threads {
  private Threads() {}

  /** Waits for a thread's end; restores the caller's interrupt afterwards. */
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
