package db.migrations;

/**
 * Follows the start of an embedded server. Called by the thread that starts it, which waits for it.
 */
@FunctionalInterface
public interface StartObserver extends Runnable {

  /** Called often while the start waits; what it throws ends the start. */
  @Override
  void run();

  /**
   * A step has ended; the next begins now.
   *
   * @param step what was done, in a few words
   */
  default void ended(String step) {}
}
