package arashi.store.outbox;

/** Outcome of a submission. */
public sealed interface SubmitResult {

  /** The mail is in the outbox, durably. */
  record Submitted(long id) implements SubmitResult {}

  /** The mail was submitted before: the form was sent twice. Not an error. */
  record Already(long id, SendState state) implements SubmitResult {}

  /** There is no such draft: it was discarded, or ended long ago. */
  record NoDraft() implements SubmitResult {}

  /** Another window has saved the draft since; nothing was sent. */
  record Changed(int version) implements SubmitResult {}

  /** The account has reached its limit of recipients per hour; nothing was sent. */
  record TooMany(int most) implements SubmitResult {}
}
