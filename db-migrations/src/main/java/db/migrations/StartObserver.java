package db.migrations;

/** Follows the start of an embedded server. Called by the starting thread. */
@FunctionalInterface
public interface StartObserver extends Runnable {

  /** Called often while the start waits; an exception ends the start. */
  @Override
  void run();

  /**
   * Called at the end of a step; the next one begins.
   *
   * @param step the completed step, in a few words
   */
  default void ended(String step) {}
}
