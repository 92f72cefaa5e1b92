package arashi.delivery;

/** What the look-up of a recipient says. */
public sealed interface Verdict {
  /** Mail for it is taken. */
  record Accepted(Recipient recipient) implements Verdict {}

  /** It is not; the reply says why, and whether later makes sense. */
  record Refused(Reply reply) implements Verdict {}
}
