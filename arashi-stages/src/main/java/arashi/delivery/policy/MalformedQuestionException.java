package arashi.delivery.policy;

/** A client does not speak the protocol; its connection is closed. */
public final class MalformedQuestionException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedQuestionException(String why) {
    super(why);
  }
}
