package arashi.deploy;

/** A command can't be carried out; the message, one line, tells a person why. */
final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CommandException(String message) {
    super(message);
  }

  CommandException(String message, Throwable cause) {
    super(message, cause);
  }
}
