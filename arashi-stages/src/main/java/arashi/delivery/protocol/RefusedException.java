package arashi.delivery.protocol;

import arashi.delivery.Reply;

/** A command that can't be carried out, with the reply that says why. */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Reply reply;

  RefusedException(Reply reply) {
    super(reply.text(), null, false, false); // a value that is thrown often: no stack trace
    this.reply = reply;
  }

  Reply reply() {
    return reply;
  }
}
