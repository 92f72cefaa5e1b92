package arashi.delivery.protocol;

import arashi.delivery.Reply;

/** A refused command, with the reply that has the reason. */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Reply reply;

  RefusedException(Reply reply) {
    super(reply.text(), null, false, false); // control flow, frequent: no stack trace
    this.reply = reply;
  }

  /** Refuses a command that does not meet a condition. */
  static void unless(boolean condition, Reply otherwise) throws RefusedException {
    if (!condition) {
      throw new RefusedException(otherwise);
    }
  }

  Reply reply() {
    return reply;
  }
}
