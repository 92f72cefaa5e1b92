package arashi.ingest;

import arashi.ingest.Layout.Spot;
import arashi.ingest.MailFile.Sniffed;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipException;

/**
 * Finds the mails in files, folders and archives. {@link FileShape} determines the format of a
 * file.
 */
final class FileMailSource implements MailSource {
  private final List<Path> paths;
  private final SourceLimits limits;

  FileMailSource(List<Path> paths, SourceLimits limits) {
    this.paths = List.copyOf(paths);
    this.limits = limits;
  }

  @Override
  public long totalBytes() {
    long[] total = {0};
    Reporter silent = (where, reason) -> {};
    for (Path path : paths) {
      walk(path, (file, spot, named) -> total[0] += size(file), silent);
    }
    return total[0];
  }

  @Override
  public void forEach(MailVisitor visitor) {
    Reading reading = new Reading(visitor);
    for (Path path : paths) {
      walk(path, reading::file, visitor::skipped);
    }
  }

  private interface FileVisitor {
    void file(Path file, Spot spot, boolean named);
  }

  private interface Reporter {
    void skipped(String where, String reason);
  }

  private void walk(Path named, FileVisitor visitor, Reporter reporter) {
    try {
      Path real = named.toRealPath();
      if (Files.isDirectory(real)) {
        new Walk(real, visitor, reporter).folder(real, 0);
      } else {
        visitor.file(real, Spot.NAMED, true);
      }
    } catch (IOException unreadable) {
      reporter.skipped(named.toString(), reason(unreadable));
    }
  }

  /** One pass over a folder named by the user. */
  private final class Walk {
    private final Path root;
    private final FileVisitor visitor;
    private final Reporter reporter;
    private final Layout layout;

    Walk(Path root, FileVisitor visitor, Reporter reporter) {
      this.root = root;
      this.visitor = visitor;
      this.reporter = reporter;
      this.layout = new Layout(new OnDisk(root));
    }

    void folder(Path folder, int depth) {
      if (depth == limits.maxDepth()) {
        reporter.skipped(
            folder.toString(),
            "folders are nested deeper than mail.import.depth = " + limits.maxDepth());
        return;
      }
      for (Path entry : entries(folder, reporter)) {
        try {
          var attributes =
              Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
          if (attributes.isSymbolicLink()) {
            reporter.skipped(entry.toString(), "a symbolic link, not followed");
          } else if (attributes.isDirectory()) {
            folder(entry, depth + 1);
          } else if (attributes.isRegularFile()) {
            file(entry);
          }
        } catch (IOException unreadable) {
          reporter.skipped(entry.toString(), reason(unreadable));
        }
      }
    }

    private void file(Path file) {
      List<String> path = new ArrayList<>();
      root.relativize(file).forEach(name -> path.add(name.toString()));
      Spot spot = layout.of(path);
      if (!spot.ignored()) {
        visitor.file(file, spot, false);
      }
    }
  }

  private record OnDisk(Path root) implements Layout.Tree {
    @Override
    public boolean isFolder(String path) {
      return Files.isDirectory(root.resolve(path), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public boolean isFile(String path) {
      return Files.isRegularFile(root.resolve(path), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public List<String> keywords(String maildir) {
      Path file = root.resolve(maildir).resolve(DovecotKeywords.FILE);
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return List.of();
      }
      try (InputStream in = Files.newInputStream(file)) {
        return DovecotKeywords.read(in);
      } catch (IOException unreadable) {
        return List.of(); // the mails themselves are worth more than their keywords
      }
    }
  }

  /** Lists a folder, sorted so that runs are repeatable. Only one folder's names are in memory. */
  private static List<Path> entries(Path folder, Reporter reporter) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(entries::add);
    } catch (IOException | DirectoryIteratorException unreadable) {
      reporter.skipped(folder.toString(), reason(unreadable));
    }
    Collections.sort(entries);
    return entries;
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException gone) {
      // reported when it is read
      return 0;
    }
  }

  /** Describes for the user why a file could not be read. */
  static String reason(Exception failure) {
    if (failure instanceof MailArchive.BoundException) {
      return failure.getMessage();
    }
    if (failure instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof EOFException || failure instanceof ZipException) {
      return "the archive is damaged or truncated: " + failure.getMessage();
    }
    String message = failure.getMessage();
    return "reading failed: " + (message == null ? failure.getClass().getSimpleName() : message);
  }

  /** One pass over all files. */
  private final class Reading {
    private final MailVisitor visitor;
    private final MailFile content;
    private long done;

    Reading(MailVisitor visitor) {
      this.visitor = visitor;
      this.content = new MailFile(limits, visitor);
    }

    void file(Path file, Spot spot, boolean named) {
      long end = done + size(file);
      try {
        if (named || !SideFiles.contains(file.getFileName().toString())) {
          read(file, spot, end);
        }
      } catch (IOException unreadable) {
        visitor.skipped(file.toString(), reason(unreadable));
      }
      done = end;
      visitor.progress(done);
    }

    private void read(Path file, Spot spot, long end) throws IOException {
      String name = file.getFileName().toString();
      FileShape.Kind kind;
      try (InputStream in = told(Files.newInputStream(file), end)) {
        Sniffed sniffed = Sniffed.of(in, name, spot.inMaildir());
        kind = sniffed.shape().kind();
        switch (kind) {
          case ZIP, TAR -> {} // read below, more than once
          case GZIP -> {
            if (spot.inMaildir()) {
              InputStream unzipped = MailArchive.unzipped(sniffed.in());
              content.read(Sniffed.of(unzipped, name, true), file.toString(), name, spot);
            }
          }
          default -> content.read(sniffed, file.toString(), name, spot);
        }
      }
      MailArchive archive = new MailArchive(file, limits, visitor, read -> tell(read, end));
      if (kind == FileShape.Kind.ZIP) {
        archive.zip();
      } else if (kind == FileShape.Kind.TAR) {
        archive.tar();
      } else if (kind == FileShape.Kind.GZIP && !spot.inMaildir()) {
        archive.gzip();
      }
    }

    private void tell(long read, long end) {
      done = Math.min(end, done + read);
      visitor.progress(done);
    }

    private InputStream told(InputStream in, long end) {
      return new FilterInputStream(in) {
        @Override
        public int read(byte[] into, int from, int most) throws IOException {
          int read = in.read(into, from, most);
          if (read > 0) {
            tell(read, end);
          }
          return read;
        }
      };
    }
  }
}
