package arashi.deploy.service;

/** Exit codes of commands. */
public final class ExitCode {
  /** Success. */
  public static final int DONE = 0;

  /** Failure. */
  public static final int FAILED = 1;

  /** Invalid usage. */
  public static final int USAGE = 2;

  /** Stopped early by a signal; the process exits with 128 + the signal's number. */
  public static final int STOPPED = 143;

  private ExitCode() {}
}
