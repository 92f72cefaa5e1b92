package seda.fileio;

import java.nio.ByteBuffer;

/**
 * The content of a file.
 *
 * @param bytes whole content, from position to limit; read-only, owned by the receiver
 * @param stamp stamp from before the bytes were read
 */
public record FileContent(ByteBuffer bytes, FileStamp stamp) implements FileResult {}
