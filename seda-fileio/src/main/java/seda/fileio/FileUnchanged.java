package seda.fileio;

/**
 * A file was not read, because it still bears the stamp that the caller knows.
 *
 * @param stamp the known stamp
 */
public record FileUnchanged(FileStamp stamp) implements FileResult {}
