package arashi.store;

/**
 * A mail as a reader shows it.
 *
 * @param item its row in listings
 * @param sha256 of its raw bytes, by which {@link Blobs} has them
 * @param thread its conversation
 * @param display what the MIME layer prepared when the mail came; the array is the caller's
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record Message(Item item, Sha256 sha256, long thread, byte[] display) {}
