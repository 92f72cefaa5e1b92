package arashi.store.outbox;

import java.util.List;

/** Outcome of a submission; nothing was sent unless it is {@link Accepted}. */
public sealed interface SubmitResult {

  /**
   * The mail is in the outbox, durably.
   *
   * @param id of the mail and of its draft
   * @param again true if the draft was submitted before: the form was sent twice, not an error
   * @param isScheduled true if it waits for the time that its writer chose
   */
  record Accepted(long id, boolean again, boolean isScheduled) implements SubmitResult {}

  /** The account may not use the sender address. */
  record ForeignSender(String address) implements SubmitResult {}

  /** Some recipients can't be reached. */
  record Refused(List<Unreachable> recipients) implements SubmitResult {}

  /** The mail has no recipient. */
  record NoRecipient() implements SubmitResult {}

  /** The Bcc recipients together exceed the size that is stored for the writer. */
  record TooMuchBcc() implements SubmitResult {}

  /** The mail exceeds the size limit, both in bytes. */
  record TooLarge(long size, long most) implements SubmitResult {}

  /** There is no such draft: it was discarded, or ended long ago. */
  record NoDraft() implements SubmitResult {}

  /** Another window has saved the draft since. */
  record Changed(int version) implements SubmitResult {}

  /** The account has reached its limit of recipients per hour. */
  record TooMany(int most) implements SubmitResult {}
}
