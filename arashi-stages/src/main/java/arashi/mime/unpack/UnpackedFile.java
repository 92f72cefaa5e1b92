package arashi.mime.unpack;

/**
 * A file that was found within a part.
 *
 * @param name as it is written there, or empty
 * @param type media type as it is written there, or empty
 * @param contentId by which HTML refers to it, or empty
 * @param content its bytes; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once; never compared
public record UnpackedFile(String name, String type, String contentId, byte[] content) {}
