package arashi.store.outbox;

/** What became of a submission. */
public sealed interface SubmitResult {

  /** It is in the outbox; on disk. */
  record Submitted(long id) implements SubmitResult {}

  /** It was there already: the same form came twice. Not an error. */
  record Already(long id, SendState state) implements SubmitResult {}

  /** There is no such draft: it was discarded, or ended long ago. */
  record NoDraft() implements SubmitResult {}

  /** The draft was saved by another tab since; nothing was sent. */
  record Changed(int version) implements SubmitResult {}

  /** The account has sent to too many recipients lately; nothing was sent. */
  record TooMany(int most) implements SubmitResult {}
}
