package arashi.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the mails of files and folders, telling mbox, Maildir and single mails apart. */
final class FileMailSource implements MailSource {
  private static final int SNIFFED = 4096;

  /** Separators are looked for in this much of an {@code .eml}. */
  private static final int SNIFFED_EML = 16 << 20;

  private static final Pattern HEADER_LINE = Pattern.compile("[!-9;-~]{1,76}[ \\t]*:.*");

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
      walk(path, (file, inMaildir, named) -> total[0] += size(file), silent);
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
    void file(Path file, boolean inMaildir, boolean named);
  }

  private interface Reporter {
    void skipped(String where, String reason);
  }

  private void walk(Path named, FileVisitor visitor, Reporter reporter) {
    try {
      Path real = named.toRealPath();
      if (Files.isDirectory(real)) {
        folder(real, 0, visitor, reporter);
      } else {
        visitor.file(real, false, true);
      }
    } catch (IOException unreadable) {
      reporter.skipped(named.toString(), reason(unreadable));
    }
  }

  private void folder(Path folder, int depth, FileVisitor visitor, Reporter reporter) {
    if (depth == limits.maxDepth()) {
      reporter.skipped(folder.toString(), "folders are nested too deep");
      return;
    }
    boolean maildir =
        Files.isDirectory(folder.resolve("cur")) && Files.isDirectory(folder.resolve("new"));
    for (Path entry : entries(folder, reporter)) {
      String name = entry.getFileName().toString();
      try {
        var attributes =
            Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isSymbolicLink()) {
          reporter.skipped(entry.toString(), "a link, not followed");
        } else if (maildir && (name.equals("cur") || name.equals("new"))) {
          mails(entry, visitor, reporter);
        } else if (attributes.isDirectory()) {
          // what lies in tmp of a Maildir is not delivered yet
          if (!(maildir && name.equals("tmp"))) {
            folder(entry, depth + 1, visitor, reporter);
          }
        } else if (attributes.isRegularFile() && !maildir) {
          visitor.file(entry, false, false);
        }
      } catch (IOException unreadable) {
        reporter.skipped(entry.toString(), reason(unreadable));
      }
    }
  }

  private void mails(Path folder, FileVisitor visitor, Reporter reporter) {
    for (Path entry : entries(folder, reporter)) {
      if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
        visitor.file(entry, true, false);
      } else {
        reporter.skipped(entry.toString(), "not a file");
      }
    }
  }

  /** Sorted, so that every run reads in the same order; one folder's names are in memory. */
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
      // it is told when it is to be read
      return 0;
    }
  }

  private static String reason(Exception failure) {
    return failure.getClass().getSimpleName().replace("Exception", "");
  }

  private enum Kind {
    MBOX,
    ONE_MAIL,
    NO_MAIL
  }

  /** One pass over all files. */
  private final class Reading {
    private final MailVisitor visitor;
    private long done;

    Reading(MailVisitor visitor) {
      this.visitor = visitor;
    }

    void file(Path file, boolean inMaildir, boolean named) {
      long end = done + size(file);
      try {
        Kind kind = inMaildir ? Kind.ONE_MAIL : kind(file, named);
        switch (kind) {
          case MBOX -> mbox(file);
          case ONE_MAIL -> one(file, inMaildir);
          case NO_MAIL -> visitor.skipped(file.toString(), "not a mail file");
        }
      } catch (IOException unreadable) {
        visitor.skipped(file.toString(), reason(unreadable));
      }
      done = end;
      visitor.progress(done);
    }

    private void mbox(Path file) throws IOException {
      long[] bytes = {done};
      try (InputStream in = Files.newInputStream(file)) {
        new MboxReader(
                in,
                limits.maxMailBytes(),
                file.toString(),
                visitor,
                read -> visitor.progress(bytes[0] += read))
            .read();
      }
    }

    private void one(Path file, boolean inMaildir) throws IOException {
      if (Files.size(file) > limits.maxMailBytes()) {
        visitor.skipped(file.toString(), "larger than " + limits.maxMailBytes() + " bytes");
        return;
      }
      byte[] raw;
      try (InputStream in = Files.newInputStream(file)) {
        raw = in.readNBytes(limits.maxMailBytes());
      }
      MailFlags flags = inMaildir ? maildirFlags(file) : MboxReader.flags(raw);
      visitor.mail(new FoundMail(raw, Optional.empty(), flags, file.toString()));
    }
  }

  /** {@code …:2,FRS}; some systems write ; or ! for the colon, which they can't have in names. */
  private static MailFlags maildirFlags(Path file) {
    String name = file.getFileName().toString();
    int info = name.lastIndexOf("2,");
    boolean marked = info > 0 && ":;!".indexOf(name.charAt(info - 1)) >= 0;
    return marked ? MailFlags.ofMaildir(name.substring(info + 2)) : MailFlags.NONE;
  }

  private Kind kind(Path file, boolean named) throws IOException {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".eml")) {
      return separators(file) > 1 ? Kind.MBOX : Kind.ONE_MAIL;
    }
    if (name.endsWith(".mbox") || name.endsWith(".mboxrd") || name.endsWith(".mbx")) {
      return Kind.MBOX;
    }
    String first;
    try (InputStream in = Files.newInputStream(file)) {
      String start = new String(in.readNBytes(SNIFFED), StandardCharsets.ISO_8859_1);
      first = start.stripLeading().lines().findFirst().orElse("");
    }
    if (MboxReader.isSeparator(first)) {
      return Kind.MBOX;
    }
    return named || HEADER_LINE.matcher(first).matches() ? Kind.ONE_MAIL : Kind.NO_MAIL;
  }

  /**
   * How many separators a file has that are followed by a header: a single mail may begin with one,
   * and may quote one in its text.
   */
  private int separators(Path file) throws IOException {
    byte[] start;
    try (InputStream in = Files.newInputStream(file)) {
      start = in.readNBytes(Math.min(SNIFFED_EML, limits.maxMailBytes()));
    }
    String text = new String(start, StandardCharsets.ISO_8859_1);
    if (!text.startsWith("From ")) {
      return 0;
    }
    int found = 0;
    String before = "";
    boolean afterSeparator = false;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      if (afterSeparator && HEADER_LINE.matcher(line).matches()) {
        found++;
      }
      afterSeparator = before.isEmpty() && MboxReader.isSeparator(line);
      before = line;
    }
    return found;
  }
}
