package seda.fileio;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import seda.kernel.Clock;

/**
 * A directory that requests never leave. Every path is resolved to its real one, all links
 * followed, and must then still be below the real path of the directory; so a link may lead
 * elsewhere inside, and the directory itself may be a link that is changed to point to another.
 *
 * <p>Who can change directories below the root between that check and the opening of the file can
 * defeat the check: only its owner should be able to write there.
 */
public final class FileRoot {
  private final Path directory;
  private final Predicate<Path> visible;
  private final RealDirectories lately; // null if each look is a new one

  /**
   * A root.
   *
   * @param directory need not exist yet; of any file system
   * @param visible given a real path relative to the real root, says whether it may be read
   */
  public FileRoot(Path directory, Predicate<Path> visible) {
    this(directory, visible, null);
  }

  private FileRoot(Path directory, Predicate<Path> visible, RealDirectories lately) {
    this.directory = Objects.requireNonNull(directory, "directory");
    this.visible = Objects.requireNonNull(visible, "visible");
    this.lately = lately;
  }

  /** A root below which everything is visible. */
  public static FileRoot of(Path directory) {
    return new FileRoot(directory, path -> true);
  }

  /**
   * The same, which takes it that the links above a file lead where they led, for so long after it
   * has followed them. That spares a call of the system for each name of the path. On Windows,
   * where a file has a short name too, each look is a new one all the same.
   *
   * @param time zero for no time at all
   */
  public FileRoot trustingLinksFor(Duration time, Clock clock) {
    boolean oneName = directory.getFileSystem().getSeparator().equals("/");
    return oneName ? new FileRoot(directory, visible, new RealDirectories(time, clock)) : this;
  }

  /** The directory as it was given. */
  public Path directory() {
    return directory;
  }

  /**
   * The stamp that a file below the root bears. Blocks on the disk.
   *
   * @return null if it is no regular file
   * @throws NoSuchFileException if there is none, it is outside, or it is not visible
   */
  public FileStamp stamp(Path path) throws IOException {
    Located found = find(path);
    return found.attributes().isRegularFile() ? FileStamp.of(found.attributes()) : null;
  }

  /**
   * A file that was found.
   *
   * @param real path without links
   * @param attributes of the file there
   */
  record Located(Path real, BasicFileAttributes attributes) {}

  /**
   * A file below the root. Blocks on the disk.
   *
   * @throws NoSuchFileException if there is none, it is outside, or it is not visible
   */
  Located find(Path path) throws IOException {
    Path asked = directory.resolve(path);
    if (lately != null) {
      Located found = findByDirectory(asked);
      if (found != null) {
        return found;
      }
    }
    Path real = locate(path);
    if (lately != null) {
      lately.note(directory, asked.getParent());
    }
    return new Located(real, Files.readAttributes(real, BasicFileAttributes.class));
  }

  /** By what is known of its directory; null if that does not decide it. */
  private Located findByDirectory(Path asked) {
    RealDirectories.Known known = lately.find(asked.getParent());
    if (known == null) {
      return null;
    }
    Path real = known.real().resolve(asked.getFileName());
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      boolean found = attributes.isRegularFile() && visible.test(known.root().relativize(real));
      return found ? new Located(real, attributes) : null;
    } catch (IOException e) { // whatever is wrong, a new look will tell
      return null;
    }
  }

  /**
   * The real path of a file below the root. Blocks on the disk.
   *
   * @throws NoSuchFileException if there is none, it is outside, or it is not visible
   */
  Path locate(Path path) throws IOException {
    Path realRoot = directory.toRealPath();
    Path asked = directory.resolve(path);
    Path real;
    try {
      real = asked.toRealPath();
    } catch (FileSystemException e) {
      if (leadsThroughAFile(asked)) {
        throw new NoSuchFileException(path.toString());
      }
      throw e;
    }
    if (!real.startsWith(realRoot) || !visible.test(realRoot.relativize(real))) {
      throw new NoSuchFileException(path.toString());
    }
    return real;
  }

  /**
   * The same for a file that need not be there yet; its directory must be.
   *
   * @throws NoSuchFileException if it would be outside, or not visible
   */
  Path locateNew(Path path) throws IOException {
    Path asked = directory.resolve(path);
    if (Files.exists(asked)) {
      return locate(path);
    }
    Path realRoot = directory.toRealPath();
    Path parent = asked.getParent();
    Path name = asked.getFileName();
    if (parent == null || name == null || name.toString().equals("..")) {
      throw new NoSuchFileException(path.toString());
    }
    Path real = parent.toRealPath().resolve(name);
    if (!real.startsWith(realRoot)
        || real.equals(realRoot)
        || !visible.test(realRoot.relativize(real))) {
      throw new NoSuchFileException(path.toString());
    }
    return real;
  }

  /** Like {@code page.html/x}, which systems report as an error of its own kind. */
  private static boolean leadsThroughAFile(Path path) {
    for (Path parent = path.getParent(); parent != null; parent = parent.getParent()) {
      if (Files.isRegularFile(parent)) {
        return true;
      }
    }
    return false;
  }
}
