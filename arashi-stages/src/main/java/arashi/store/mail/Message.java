package arashi.store.mail;

import arashi.store.blob.Sha256;
import java.util.Optional;

/**
 * A mail as a reader shows it.
 *
 * @param item its row in listings
 * @param sha256 of its raw bytes, by which {@link arashi.store.blob.Blobs} has them
 * @param thread its conversation
 * @param display what the MIME layer prepared when the mail came; the array is the caller's
 * @param trace header fields that delivery wrote, each with its line end, as they stand above the
 *     raw mail; empty for mail that was imported
 * @param labelled whether it has keywords
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record Message(
    Item item,
    Sha256 sha256,
    long thread,
    byte[] display,
    Optional<byte[]> trace,
    boolean labelled) {}
