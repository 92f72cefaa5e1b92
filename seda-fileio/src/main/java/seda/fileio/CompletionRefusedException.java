package seda.fileio;

/** The completion of a request refused the outcome, which is lost. */
final class CompletionRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CompletionRefusedException(String message) {
    super(message);
  }

  CompletionRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
