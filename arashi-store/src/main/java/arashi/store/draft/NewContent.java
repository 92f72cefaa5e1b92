package arashi.store.draft;

import arashi.store.blob.BlobWriter.NewBlob;
import arashi.store.blob.Sha256;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The content of a draft to save.
 *
 * @param bytes the text and fields, at most {@link Drafts#MAX_CONTENT}
 * @param attachments blobs that the account may read, such as uploads, and those to store
 * @param blobs attachments that are stored with the draft, in its transaction
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record NewContent(byte[] bytes, Set<Sha256> attachments, List<NewBlob> blobs) {

  /** Copies the collections. */
  public NewContent {
    attachments = Set.copyOf(attachments);
    blobs = List.copyOf(blobs);
  }

  /** Returns the attachments that must be in the store already. */
  Set<Sha256> storedBefore() {
    Set<Sha256> stored = new HashSet<>(attachments);
    blobs.forEach(blob -> stored.remove(blob.sha256()));
    return stored;
  }
}
