package arashi.store.draft;

/** Outcome of a save. */
public sealed interface SaveResult {

  /**
   * The draft is saved durably.
   *
   * @param version version for the next save
   * @param itemIsDue whether the item in Drafts is missing or old and should be replaced
   */
  record Saved(long id, int version, boolean itemIsDue) implements SaveResult {}

  /**
   * Another window has saved the draft meanwhile; nothing was overwritten.
   *
   * @param version current version of the draft
   * @param content current content of the draft
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Changed(long id, int version, byte[] content) implements SaveResult {}

  /**
   * The draft was sent; the outbox has or had it under the same id.
   *
   * @param isSame true if the form is the one that was sent; false if it has other content, which
   *     is stored nowhere
   */
  record Sent(long id, boolean isSame) implements SaveResult {}

  /** The draft was discarded and may be restorable; or it no longer exists. */
  record Discarded(long id) implements SaveResult {}

  /** An attachment does not exist, or the account may not read it; nothing was saved. */
  record AttachmentGone(String sha256) implements SaveResult {}

  /** The account has too many drafts; nothing was saved. */
  record TooMany(int most) implements SaveResult {}
}
