package arashi.mime.unpack;

/**
 * A file found within a part.
 *
 * @param name file name as declared there, or empty
 * @param type media type as declared there, or empty
 * @param contentId id that HTML refers to, or empty
 * @param content bytes of the file; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // passed on once; never compared
public record UnpackedFile(String name, String type, String contentId, byte[] content) {}
