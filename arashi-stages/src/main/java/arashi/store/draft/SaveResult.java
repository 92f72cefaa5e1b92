package arashi.store.draft;

/** What became of a save. */
public sealed interface SaveResult {

  /**
   * It is kept; on disk.
   *
   * @param version to be given with the next save
   * @param itemIsDue whether the item in Drafts should be made anew: there is none, or it is old
   */
  record Saved(long id, int version, boolean itemIsDue) implements SaveResult {}

  /**
   * Another tab has saved since; nothing was overwritten.
   *
   * @param version of the draft as it is
   * @param content of the draft as it is
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  record Changed(long id, int version, byte[] content) implements SaveResult {}

  /** The draft was sent; it is in the outbox under the same id, or was. */
  record Sent(long id) implements SaveResult {}

  /** The draft was discarded, and can be restored while it is kept; or there is none any more. */
  record Discarded(long id) implements SaveResult {}

  /** An attachment is not there any more, or was never the account's; nothing was saved. */
  record AttachmentGone(String sha256) implements SaveResult {}

  /** The account has too many drafts; nothing was saved. */
  record TooMany(int most) implements SaveResult {}
}
