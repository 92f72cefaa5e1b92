package arashi.deploy.config;

/** A command failed; the message is one line that tells the user why. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates a failure that the command line prints in one line. */
  public CommandException(String message) {
    super(message);
  }

  /** Same with a cause, for the log. */
  public CommandException(String message, Throwable cause) {
    super(message, cause);
  }
}
