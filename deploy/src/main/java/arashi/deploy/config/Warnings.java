package arashi.deploy.config;

/** Warnings to the user of a command. */
public final class Warnings {
  private Warnings() {}

  /** Prints one line on standard error. Any thread. */
  public static void print(String warning) {
    System.err.println("arashi: warning: " + warning);
  }
}
