package arashi.store.draft;

import arashi.store.blob.Sha256;
import arashi.store.database.Transactions;
import arashi.store.index.SearchIndex;
import arashi.store.mail.PreparedMail;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Mail that is being written. The row is the truth; the item in the folder Drafts follows it. Each
 * method blocks on the database, and is safe from any thread.
 */
public final class Drafts {

  /** Most bytes of a key. */
  public static final int MAX_KEY = 64;

  /** Most bytes of the content. */
  public static final int MAX_CONTENT = 4 << 20;

  /** Most drafts of an account. */
  public static final int MAX_DRAFTS = 1_000;

  private final Transactions transactions;
  private final SearchIndex index;
  private final InstantSource time;

  /** Drafts of a database. */
  public Drafts(Transactions transactions, SearchIndex index, InstantSource time) {
    this.transactions = transactions;
    this.index = index;
    this.time = time;
  }

  /**
   * Saves a draft, if nobody else did since. The same save done twice is one.
   *
   * @param key of the form, at most {@link #MAX_KEY} bytes: the draft is found by it
   * @param version of the draft that was edited; 0: a new one
   * @param content at most {@link #MAX_CONTENT} bytes
   * @param attachments blobs that the account may read, such as uploads
   */
  public SaveResult save(
      long account, String key, int version, byte[] content, Collection<Sha256> attachments) {
    throw new UnsupportedOperationException();
  }

  /** The draft, if it is there and not discarded. */
  public Optional<StoredDraft> find(long account, long id) {
    throw new UnsupportedOperationException();
  }

  /** The draft whose item is this message. */
  public Optional<StoredDraft> ofMessage(long account, long message) {
    throw new UnsupportedOperationException();
  }

  /** All drafts, the last saved first; without the contents' attachments. */
  public List<StoredDraft> list(long account) {
    throw new UnsupportedOperationException();
  }

  /** Discards a draft, with its item. Returns whether there was one. */
  public boolean discard(long account, long id) {
    throw new UnsupportedOperationException();
  }

  /** Takes back {@link #discard}; the item is to be filed again. Returns whether it could be. */
  public boolean restore(long account, long id) {
    throw new UnsupportedOperationException();
  }

  /**
   * Replaces the draft's item in the folder Drafts.
   *
   * @param version that the item shows; another one meanwhile: nothing happens
   * @param item what the folder shows of it
   * @return whether it was filed
   */
  public boolean file(long account, long id, int version, PreparedMail item) {
    throw new UnsupportedOperationException();
  }

  /** A draft whose item is older than what was saved. */
  public record Stale(long account, long id) {}

  /** Drafts whose items should be made anew, at most {@code limit}. */
  public List<Stale> stale(Instant savedBefore, int limit) {
    throw new UnsupportedOperationException();
  }

  /** Removes drafts that were discarded by then, at most {@code limit}; returns how many. */
  public int end(Instant before, int limit) {
    throw new UnsupportedOperationException();
  }
}
