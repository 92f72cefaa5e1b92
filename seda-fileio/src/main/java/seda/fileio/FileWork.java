package seda.fileio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.fileio.FileFailed.Reason;

/** Performs requests on the calling thread, which blocks on the disk. Stateless. */
final class FileWork {
  private static final Logger log = LoggerFactory.getLogger(FileWork.class);

  /** Largest number of reads of a changing file; the last one is used. */
  static final int ATTEMPTS = 3;

  /** Opens a file for reading. */
  @FunctionalInterface
  interface Opener {
    SeekableByteChannel open(Path real) throws IOException;
  }

  private final Opener opener;

  FileWork(Opener opener) {
    this.opener = opener;
  }

  static FileWork onDisk() {
    return new FileWork(real -> Files.newByteChannel(real, options(real)));
  }

  FileResult perform(FileRequest request) {
    try {
      FileRoot.Located found = request.root().find(request.path());
      return request instanceof ReadFile read ? read(read, found) : open(found);
    } catch (NoSuchFileException e) {
      return new FileFailed(Reason.NOT_FOUND, e);
    } catch (IOException e) {
      log.warn("file={} failed", request.path(), e);
      return new FileFailed(Reason.IO_ERROR, e);
    }
  }

  private FileResult read(ReadFile request, FileRoot.Located found) throws IOException {
    Path real = found.real();
    for (int attempt = 1; ; attempt++) {
      BasicFileAttributes attributes = attempt == 1 ? found.attributes() : attributes(real);
      FileStamp stamp = FileStamp.of(attributes);
      if (!attributes.isRegularFile()) { // opening a pipe could block forever
        return noFile(attributes);
      }
      if (stamp.equals(request.known())) {
        return new FileUnchanged(stamp);
      }
      if (stamp.size() > request.maxBytes()) {
        return new FileFailed(Reason.TOO_LARGE, null);
      }
      ByteBuffer bytes = readFully(real, (int) stamp.size());
      if (attempt == ATTEMPTS || FileStamp.of(attributes(real)).equals(stamp)) {
        return new FileContent(bytes.asReadOnlyBuffer(), stamp);
      }
    }
  }

  /** Reads the first {@code size} bytes, or fewer if the file has become shorter. */
  private ByteBuffer readFully(Path real, int size) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(size);
    try (SeekableByteChannel channel = opener.open(real)) {
      int count = 0;
      while (bytes.hasRemaining() && count >= 0) {
        count = channel.read(bytes);
      }
    }
    return bytes.flip();
  }

  private static FileResult open(FileRoot.Located found) throws IOException {
    Path real = found.real();
    for (int attempt = 1; ; attempt++) {
      BasicFileAttributes attributes = attempt == 1 ? found.attributes() : attributes(real);
      FileStamp stamp = FileStamp.of(attributes);
      if (!attributes.isRegularFile()) {
        return noFile(attributes);
      }
      FileChannel channel = FileChannel.open(real, options(real));
      try {
        // otherwise the stamp could belong to a file that has replaced this one
        if (attempt == ATTEMPTS || FileStamp.of(attributes(real)).equals(stamp)) {
          long size = channel.size();
          FileStamp sized = new FileStamp(size, stamp.lastModified(), stamp.fileKey());
          FileOpened opened = new FileOpened(channel, sized);
          channel = null;
          return opened;
        }
      } finally {
        if (channel != null) {
          channel.close();
        }
      }
    }
  }

  private static FileFailed noFile(BasicFileAttributes attributes) {
    return new FileFailed(attributes.isDirectory() ? Reason.DIRECTORY : Reason.NOT_A_FILE, null);
  }

  private static BasicFileAttributes attributes(Path real) throws IOException {
    return Files.readAttributes(real, BasicFileAttributes.class);
  }

  /** Returns the open options. A real path has no links; one created since is not followed. */
  private static Set<OpenOption> options(Path real) {
    return real.getFileSystem() == FileSystems.getDefault()
        ? Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)
        : Set.of(StandardOpenOption.READ);
  }
}
