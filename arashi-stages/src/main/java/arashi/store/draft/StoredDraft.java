package arashi.store.draft;

import arashi.store.blob.Sha256;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * A draft, as it was saved last.
 *
 * @param id unique in its account
 * @param key idempotency key of the form that made it
 * @param version grows by one with each save, from 1
 * @param content what its writer typed; opaque here
 * @param attachments what the content names, and keeps with it
 * @param message its item in the folder Drafts, if it has one yet
 * @param savedAt when it was saved last
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
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
}
