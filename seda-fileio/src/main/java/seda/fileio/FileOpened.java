package seda.fileio;

import java.nio.channels.FileChannel;

/**
 * An opened file.
 *
 * @param channel channel open for reading; the receiver closes it
 * @param stamp stamp of the channel's file
 */
public record FileOpened(FileChannel channel, FileStamp stamp) implements FileResult {}
