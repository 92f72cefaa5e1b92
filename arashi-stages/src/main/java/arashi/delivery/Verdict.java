package arashi.delivery;

/** Result of a recipient's look-up. */
public sealed interface Verdict {
  /** The recipient is accepted. */
  record Accepted(Recipient recipient) implements Verdict {}

  /** The recipient is refused; the reply has the reason and whether a retry makes sense. */
  record Refused(Reply reply) implements Verdict {}
}
