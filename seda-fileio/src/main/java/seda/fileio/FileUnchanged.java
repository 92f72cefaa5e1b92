package seda.fileio;

/**
 * The file was not read, because it has the stamp known to the caller.
 *
 * @param stamp known stamp
 */
public record FileUnchanged(FileStamp stamp) implements FileResult {}
