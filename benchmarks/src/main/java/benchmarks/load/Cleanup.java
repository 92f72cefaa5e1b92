package benchmarks.load;

/** Runs a task once: when it is closed, or when the process ends before. */
final class Cleanup implements AutoCloseable {
  private final Runnable task;
  private final Thread hook = new Thread(this::once, "cleanup");
  private boolean done;

  Cleanup(Runnable task) {
    this.task = task;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private synchronized void once() {
    if (!done) {
      done = true;
      task.run();
    }
  }

  @Override
  public void close() {
    once();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the hooks run already
    }
  }
}
