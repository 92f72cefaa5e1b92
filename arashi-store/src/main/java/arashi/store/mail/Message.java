package arashi.store.mail;

import arashi.store.blob.Sha256;
import java.util.Optional;

/**
 * A mail for reading.
 *
 * @param item its item in listings
 * @param sha256 key of its raw bytes in {@link arashi.store.blob.Blobs}
 * @param thread its conversation
 * @param display output of the MIME layer, computed when the mail was stored; the caller owns the
 *     array
 * @param trace header fields written by delivery, each with its line end, to be placed above the
 *     raw mail; empty for imported mail
 * @param labelled whether it has keywords
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Message(
    Item item,
    Sha256 sha256,
    long thread,
    byte[] display,
    Optional<byte[]> trace,
    boolean labelled) {}
