package arashi.deploy.config;

/** A command failed; the message is one line that tells the user why. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public CommandException(String message) {
    super(message);
  }

  public CommandException(String message, Throwable cause) {
    super(message, cause);
  }
}
