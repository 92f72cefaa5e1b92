package arashi.store.draft;

import arashi.store.blob.Sha256;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * The last saved state of a draft.
 *
 * @param id unique in its account
 * @param key idempotency key of the form that created it
 * @param version starts at 1 and grows by one with each save
 * @param content what the user typed; opaque to the store; null after the mail has left
 * @param attachments blobs that the content refers to, kept by links
 * @param message its item in the folder Drafts, if any
 * @param savedAt time of the last save
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredDraft(
    long id,
    String key,
    int version,
    byte[] content,
    List<Sha256> attachments,
    OptionalLong message,
    Instant savedAt) {

  /** Copies the list. */
  public StoredDraft {
    attachments = List.copyOf(attachments);
  }

  /** Returns the draft with the next version. */
  StoredDraft next() {
    return new StoredDraft(id, key, version + 1, content, attachments, message, savedAt);
  }
}
