package seda.fileio;

import java.nio.ByteBuffer;

/** What became of a {@link FileOperation}. */
public sealed interface FileOutcome {

  /**
   * It was done: opened, sought, flushed or closed.
   *
   * @param position of the file now
   */
  record Done(long position) implements FileOutcome {}

  /**
   * Bytes were read.
   *
   * @param bytes from position to limit, the receiver's own; none at the end of the file
   * @param position of the file now, behind them
   */
  record BytesRead(ByteBuffer bytes, long position) implements FileOutcome {}

  /**
   * Bytes were written.
   *
   * @param count how many
   * @param position of the file now, behind them
   */
  record BytesWritten(int count, long position) implements FileOutcome {}

  /** Size and time of the file. */
  record Stamped(FileStamp stamp) implements FileOutcome {}

  /** It was not done. A write may have been done in part. */
  record Failed(FileFailed.Reason reason, Throwable cause) implements FileOutcome {}
}
