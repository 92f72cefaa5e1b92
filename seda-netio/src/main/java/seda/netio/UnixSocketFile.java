package seda.netio;

import java.io.IOException;
import java.net.BindException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file of a Unix-domain socket. A killed process leaves it behind. */
final class UnixSocketFile {
  private static final Logger log = LoggerFactory.getLogger(UnixSocketFile.class);

  private final Path file;

  UnixSocketFile(Path file) {
    this.file = file;
  }

  /**
   * Deletes the socket file of a dead process; leaves anything else.
   *
   * @throws BindException if a process listens there, or the file is not a socket
   */
  void removeStale() throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    BasicFileAttributes attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isOther()) {
      throw new BindException("can't listen on " + file + ": the file exists and is not a socket");
    }
    if (isListenedOn()) {
      throw new BindException("can't listen on " + file + ": another process listens there");
    }
    Files.delete(file);
  }

  private boolean isListenedOn() {
    try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(file))) {
      return probe.isConnected();
    } catch (IOException e) {
      log.debug("nothing listens on {}", file, e);
      return false;
    }
  }

  /** Sets the permissions to connect, where the system supports them. */
  void permit(Set<PosixFilePermission> permissions) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(permissions);
    }
  }
}
