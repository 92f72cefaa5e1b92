package seda.fileio;

import java.nio.ByteBuffer;

/**
 * A file was read.
 *
 * @param bytes all of it, from position to limit; read-only and shared with nobody
 * @param stamp from before the bytes were read
 */
public record FileContent(ByteBuffer bytes, FileStamp stamp) implements FileResult {}
