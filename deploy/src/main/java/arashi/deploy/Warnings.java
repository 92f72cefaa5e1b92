package arashi.deploy;

/** Warnings of a command to the person who typed it. */
final class Warnings {
  private Warnings() {}

  /** Prints one line on standard error. Any thread. */
  static void print(String warning) {
    System.err.println("arashi: warning: " + warning);
  }
}
