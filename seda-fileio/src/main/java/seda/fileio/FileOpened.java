package seda.fileio;

import java.nio.channels.FileChannel;

/**
 * A file was opened.
 *
 * @param channel for reading; the receiver closes it
 * @param stamp of the file that the channel reads
 */
public record FileOpened(FileChannel channel, FileStamp stamp) implements FileResult {}
