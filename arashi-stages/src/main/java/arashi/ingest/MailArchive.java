package arashi.ingest;

import arashi.ingest.MailFile.Sniffed;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Reads the mails of a {@code .zip}, {@code .tar}, {@code .tar.gz} or {@code .gz} without unpacking
 * it to disk: one mail at a time is in memory. {@link SourceLimits.Archives} bounds the unpacked
 * size. For one thread.
 */
final class MailArchive {
  /** Unpacked bytes that are allowed regardless of the ratio. */
  private static final long FREE_BYTES = 64 << 20;

  /** Maximum total characters of names kept in memory. */
  private static final int MOST_CHARS = 32 << 20;

  private final Path file;
  private final String where;
  private final SourceLimits limits;
  private final MailFile content;
  private final MailVisitor visitor;
  private final LongConsumer packedRead;

  private long unpacked;
  private long packed;
  private int files;

  /**
   * Creates the reader of an archive on disk.
   *
   * @param packedRead called with the packed bytes consumed by each read
   */
  MailArchive(Path file, SourceLimits limits, MailVisitor visitor, LongConsumer packedRead) {
    this.file = file;
    this.where = file.toString();
    this.limits = limits;
    this.content = new MailFile(limits, visitor);
    this.visitor = visitor;
    this.packedRead = packedRead;
  }

  /** An archive exceeds a limit; the message is for the user. */
  static final class BoundException extends IOException {
    private static final long serialVersionUID = 1L;

    BoundException(String message) {
      super(message);
    }
  }

  void zip() throws IOException {
    try (ZipFile zip = ZipFile.builder().setPath(file).get()) {
      Names names = new Names();
      for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
        String name = EntryNames.of(entry);
        names.add(name, entry.isDirectory());
        if (names.isKeywords(name) && zip.canReadEntryData(entry)) {
          try (InputStream in = zip.getInputStream(entry)) {
            names.keywords(name, in);
          } catch (IOException damaged) {
            // reported with the mails, if they are damaged, too
          }
        }
      }
      Layout layout = new Layout(names);
      for (ZipArchiveEntry entry : Collections.list(zip.getEntriesInPhysicalOrder())) {
        if (!entry.isDirectory()) {
          zipped(zip, entry, layout);
        }
      }
    }
  }

  private void zipped(ZipFile zip, ZipArchiveEntry entry, Layout layout) throws IOException {
    String name = EntryNames.of(entry);
    if (entry.getGeneralPurposeBit().usesEncryption()) {
      visitor.skipped(where + "/" + name, "encrypted; unpack it first");
    } else if (!zip.canReadEntryData(entry)) {
      visitor.skipped(where + "/" + name, "unsupported compression method; unpack it first");
    } else if (begins(name)) {
      long before = packed;
      // All of it at once: the ratio is checked for whole files.
      packed += Math.max(0, entry.getCompressedSize());
      try (InputStream in = bounded(zip.getInputStream(entry), () -> packed)) {
        file(in, name, layout);
      } catch (BoundException e) {
        throw e;
      } catch (IOException e) { // the other entries may be intact
        visitor.skipped(where + "/" + name, FileMailSource.reason(e));
      }
      packedRead.accept(packed - before);
    }
  }

  void tar() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      tar(this::plain, this::counted, in);
    }
  }

  /** Reads a gzipped tar, or a single gzipped file. */
  void gzip() throws IOException {
    String name = file.getFileName().toString();
    String inner = unpackedName(name);
    boolean tar;
    try (InputStream in = unzipped(plain(Files.newInputStream(file)))) {
      tar = Sniffed.of(in, inner, false).shape().kind() == FileShape.Kind.TAR;
    }
    try (InputStream in = Files.newInputStream(file)) {
      if (tar) {
        tar(packedIn -> unzipped(plain(packedIn)), packedIn -> unzipped(counted(packedIn)), in);
      } else {
        InputStream unzipped = bounded(unzipped(counted(in)), () -> packed);
        content.read(Sniffed.of(unzipped, inner, false), where, inner, Layout.Spot.NAMED);
      }
    }
  }

  private interface Opening {
    InputStream open(InputStream packed) throws IOException;
  }

  /** Reads the names first, because a mail's folders determine its format. */
  private void tar(Opening first, Opening second, InputStream in) throws IOException {
    Names names = new Names();
    try (TarArchiveInputStream tar = tarOf(first.open(Files.newInputStream(file)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        zeros(entry);
        names.add(entry.getName(), entry.isDirectory());
        if (entry.isFile() && names.isKeywords(entry.getName())) {
          names.keywords(entry.getName(), tar);
        }
      }
    }
    unpacked = 0;
    Layout layout = new Layout(names);
    TarArchiveInputStream tar = tarOf(second.open(in));
    for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
      zeros(entry);
      if (entry.isFile() && !entry.isLink() && begins(entry.getName())) {
        file(tar, entry.getName(), layout);
      }
    }
  }

  /** Counts a sparse file's holes, which the packed stream does not contain. */
  private void zeros(TarArchiveEntry entry) throws IOException {
    if (entry.isSparse()) {
      unpack(Math.max(0, entry.getRealSize()), packed);
    }
  }

  private TarArchiveInputStream tarOf(InputStream in) {
    return new TarArchiveInputStream(bounded(in, () -> packed));
  }

  /** Counts a file; returns false for auxiliary files of mail programs and operating systems. */
  private boolean begins(String name) throws IOException {
    if (++files > limits.archives().files()) {
      throw new BoundException(
          "it has more than mail.import.archive-files = " + limits.archives().files());
    }
    return !SideFiles.contains(last(path(name)));
  }

  private void file(InputStream in, String entry, Layout layout) throws IOException {
    List<String> path = path(entry);
    if (path.size() > limits.maxDepth()) {
      visitor.skipped(
          where + "/" + path.get(0),
          "folders are nested deeper than mail.import.depth = " + limits.maxDepth());
      return;
    }
    Layout.Spot spot = layout.of(path);
    if (spot.ignored()) {
      return;
    }
    String at = where + "/" + String.join("/", path);
    String name = last(path);
    Sniffed sniffed = Sniffed.of(in, name, spot.inMaildir());
    if (sniffed.shape().kind() == FileShape.Kind.GZIP) {
      gzipped(sniffed.in(), at, unpackedName(name), spot);
    } else {
      content.read(sniffed, at, name, spot);
    }
  }

  /** Reads a gzipped entry; a damaged one is skipped. */
  private void gzipped(InputStream in, String at, String name, Layout.Spot spot)
      throws IOException {
    try {
      InputStream unzipped = bounded(unzipped(in), () -> packed);
      content.read(Sniffed.of(unzipped, name, spot.inMaildir()), at, name, spot);
    } catch (BoundException e) {
      throw e;
    } catch (IOException e) {
      visitor.skipped(at, FileMailSource.reason(e));
    }
  }

  /** Unzips a gzipped file, such as a mail in the Maildirs of some servers. */
  static InputStream unzipped(InputStream in) throws IOException {
    return GzipCompressorInputStream.builder()
        .setInputStream(in)
        .setDecompressConcatenated(true)
        .get();
  }

  private static String unpackedName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".gz") ? name.substring(0, name.length() - ".gz".length()) : name;
  }

  private static List<String> path(String entry) {
    List<String> path = new ArrayList<>();
    for (String name : entry.replace('\\', '/').split("/", -1)) {
      if (!name.isEmpty() && !name.equals(".")) {
        path.add(name);
      }
    }
    return path.isEmpty() ? List.of("?") : path;
  }

  private static String last(List<String> path) {
    return path.get(path.size() - 1);
  }

  /** Counts and reports the bytes read from the archive. */
  private InputStream counted(InputStream in) {
    return new Counted(
        new BufferedInputStream(in),
        read -> {
          packed += read;
          packedRead.accept(read);
        });
  }

  /** Counts the bytes read from the archive. */
  private InputStream plain(InputStream in) {
    packed = 0;
    return new Counted(new BufferedInputStream(in), read -> packed += read);
  }

  private InputStream bounded(InputStream in, LongSupplier packedSoFar) {
    return new Counted(in, read -> unpack(read, packedSoFar.getAsLong()));
  }

  private void unpack(long bytes, long packedSoFar) throws BoundException {
    SourceLimits.Archives most = limits.archives();
    if (bytes > most.bytes() - unpacked) {
      throw new BoundException(
          "it unpacks to more than mail.import.archive-size = " + most.bytes() + " bytes");
    }
    unpacked += bytes;
    if (unpacked > FREE_BYTES && unpacked / most.ratio() > packedSoFar) {
      throw new BoundException(
          "it unpacks to more than mail.import.archive-ratio = "
              + most.ratio()
              + " times its size");
    }
  }

  private interface Counter {
    void count(long bytes) throws IOException;
  }

  private static final class Counted extends FilterInputStream {
    private final Counter counter;

    Counted(InputStream in, Counter counter) {
      super(in);
      this.counter = counter;
    }

    @Override
    public int read() throws IOException {
      int b = in.read();
      if (b >= 0) {
        counter.count(1);
      }
      return b;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
      int read = in.read(into, from, most);
      if (read > 0) {
        counter.count(read);
      }
      return read;
    }

    @Override
    public long skip(long bytes) throws IOException {
      long skipped = in.skip(bytes);
      counter.count(skipped);
      return skipped;
    }

    @Override
    public boolean markSupported() {
      return false;
    }
  }

  /** The names in an archive, as needed by a layout. */
  private static final class Names implements Layout.Tree {
    private final Set<String> folders = new HashSet<>();
    private final Set<String> indexes = new HashSet<>();
    private final Map<String, List<String>> keywords = new HashMap<>();
    private long chars;

    boolean isKeywords(String entry) {
      return last(path(entry)).equals(DovecotKeywords.FILE);
    }

    /** Reads the keywords of a Maildir. */
    void keywords(String entry, InputStream in) throws IOException {
      List<String> path = path(entry);
      if (chars < MOST_CHARS) {
        List<String> words = DovecotKeywords.read(in);
        chars += words.stream().mapToInt(String::length).sum() + entry.length();
        keywords.put(String.join("/", path.subList(0, path.size() - 1)), words);
      }
    }

    @Override
    public List<String> keywords(String maildir) {
      return keywords.getOrDefault(maildir, List.of());
    }

    void add(String entry, boolean folder) {
      List<String> path = path(entry);
      StringBuilder prefix = new StringBuilder();
      int last = path.size() - (folder ? 0 : 1);
      for (int i = 0; i < last && chars < MOST_CHARS; i++) {
        prefix.append(i == 0 ? "" : "/").append(path.get(i));
        chars += folders.add(prefix.toString()) ? prefix.length() : 0;
      }
      if (last(path).endsWith(".msf") && chars < MOST_CHARS) {
        chars += entry.length();
        indexes.add(String.join("/", path));
      }
    }

    @Override
    public boolean keepsFolders() {
      return true;
    }

    @Override
    public boolean isFolder(String path) {
      return folders.contains(path);
    }

    @Override
    public boolean isFile(String path) {
      return indexes.contains(path);
    }
  }
}
