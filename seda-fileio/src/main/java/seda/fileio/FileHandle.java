package seda.fileio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.fileio.FileFailed.Reason;
import seda.fileio.FileOperation.Mode;

/** The open file behind an {@link AsyncFile} and its position. Used by one thread at a time. */
final class FileHandle {
  private static final Logger log = LoggerFactory.getLogger(FileHandle.class);

  private final FileRoot root;
  private final Path path;
  private Path real;
  private FileChannel channel;
  private long position;

  FileHandle(FileRoot root, Path path) {
    this.root = root;
    this.path = path;
  }

  /** Performs an operation; may block. */
  FileOutcome perform(FileOperation operation) {
    try {
      if (operation instanceof FileOperation.Open open) {
        return open(open.mode());
      }
      if (channel == null) {
        throw new ClosedChannelException();
      }
      return performOpened(operation);
    } catch (NoSuchFileException e) {
      return new FileOutcome.Failed(Reason.NOT_FOUND, e);
    } catch (ClosedChannelException e) {
      return new FileOutcome.Failed(Reason.NOT_OPEN, e);
    } catch (NonWritableChannelException e) {
      return new FileOutcome.Failed(Reason.READ_ONLY, e);
    } catch (IOException
        | RuntimeException
        | OutOfMemoryError e) { // out of memory: the read is too long
      log.warn("file={} failed", path, e);
      return new FileOutcome.Failed(Reason.IO_ERROR, e);
    }
  }

  private FileOutcome performOpened(FileOperation operation) throws IOException {
    if (operation instanceof FileOperation.Read read) {
      return read(read.length());
    }
    if (operation instanceof FileOperation.Write write) {
      return write(write.bytes());
    }
    if (operation instanceof FileOperation.Seek seek) {
      position = seek.position();
    } else if (operation instanceof FileOperation.Stat) {
      return stat();
    } else if (operation instanceof FileOperation.Flush) {
      channel.force(true);
    } else {
      close();
    }
    return new FileOutcome.Done(position);
  }

  private FileOutcome open(Mode mode) throws IOException {
    close();
    real = mode == Mode.CREATE ? root.locateNew(path) : root.locate(path);
    if (Files.exists(real, LinkOption.NOFOLLOW_LINKS)) {
      BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) { // opening a pipe could block forever
        return new FileOutcome.Failed(
            attributes.isDirectory() ? Reason.DIRECTORY : Reason.NOT_A_FILE, null);
      }
    }
    channel = FileChannel.open(real, options(mode));
    position = 0;
    return new FileOutcome.Done(position);
  }

  private static Set<OpenOption> options(Mode mode) {
    EnumSet<StandardOpenOption> options = EnumSet.of(StandardOpenOption.READ);
    if (mode != Mode.READ) {
      options.add(StandardOpenOption.WRITE);
    }
    if (mode == Mode.CREATE) {
      options.add(StandardOpenOption.CREATE);
    }
    Set<OpenOption> all = new HashSet<>(options);
    all.add(LinkOption.NOFOLLOW_LINKS); // the path is real; do not follow a link created since
    return all;
  }

  private FileOutcome read(int length) throws IOException {
    long left = Math.max(0, channel.size() - position);
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(length, left));
    int count = 0;
    while (bytes.hasRemaining() && count >= 0) {
      count = channel.read(bytes, position);
      position += Math.max(0, count);
    }
    return new FileOutcome.BytesRead(bytes.flip(), position);
  }

  private FileOutcome write(ByteBuffer bytes) throws IOException {
    int count = bytes.remaining();
    while (bytes.hasRemaining()) {
      position += channel.write(bytes, position);
    }
    return new FileOutcome.BytesWritten(count, position);
  }

  private FileOutcome stat() throws IOException {
    FileStamp stamp = FileStamp.of(Files.readAttributes(real, BasicFileAttributes.class));
    FileStamp sized = new FileStamp(channel.size(), stamp.lastModified(), stamp.fileKey());
    return new FileOutcome.Stamped(sized);
  }

  /** Closes the channel if it is open. */
  void close() throws IOException {
    if (channel != null) {
      FileChannel closing = channel;
      channel = null;
      closing.close();
    }
  }
}
