package arashi.deploy;

/** A command failed; the message is one line that tells the user why. */
final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CommandException(String message) {
    super(message);
  }

  CommandException(String message, Throwable cause) {
    super(message, cause);
  }
}
