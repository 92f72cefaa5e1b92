package arashi.store.mail;

/** Outcome of storing a mail. */
public sealed interface Added {

  /** Returns the mail's uid. */
  long uid();

  /**
   * The mail was stored.
   *
   * @param message its id in the account
   */
  record New(long uid, long message) implements Added {}

  /** The folder already has a mail with the same bytes; nothing was stored. */
  record Duplicate(long uid) implements Added {}
}
