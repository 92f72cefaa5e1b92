package arashi.deploy;

/** Warnings to the user of a command. */
final class Warnings {
  private Warnings() {}

  /** Prints one line on standard error. Any thread. */
  static void print(String warning) {
    System.err.println("arashi: warning: " + warning);
  }
}
