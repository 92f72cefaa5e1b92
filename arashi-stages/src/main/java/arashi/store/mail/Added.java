package arashi.store.mail;

/** What became of a mail that was to be stored. */
public sealed interface Added {

  /** Where the mail is. */
  long uid();

  /**
   * It was stored.
   *
   * @param message its id in the account
   */
  record New(long uid, long message) implements Added {}

  /** The folder had these very bytes already; nothing was stored. */
  record Duplicate(long uid) implements Added {}
}
