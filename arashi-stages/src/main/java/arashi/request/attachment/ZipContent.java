package arashi.request.attachment;

import static java.util.stream.Collectors.toUnmodifiableSet;

import arashi.mime.parse.PartStream;
import arashi.mime.parse.PartStream.Progress;
import arashi.mime.view.PartInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Several parts of a mail as one zip archive (APPNOTE 6.3, names in UTF-8), made while it is sent.
 * The parts are not compressed: most files in mails are already, and it would take the time of
 * others. So the archive is little larger than the files.
 *
 * <p>If an attached mail is among the parts, the mail is read twice: first to count what that
 * holds, since the parts behind it are counted after its own.
 *
 * <p>A part that cannot be read from a stream ends it with a {@link MissingPartException}; {@link
 * WholeMails} makes the archive then, unless some of this one was sent.
 */
final class ZipContent implements Content {
  private static final int MEMBER_BYTES = 32 << 10;

  /** Opens the mail. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens it at its start.
     *
     * @param inside of attached mails that are read whole, the number of their entities
     */
    PartStream open(Parts parts, Map<Integer, Integer> inside) throws IOException;
  }

  /** Which parts are wanted. */
  enum Parts {
    NONE,
    ATTACHMENTS;

    /** Whether the part of a number is wanted. */
    IntPredicate among(List<PartInfo> attachments) {
      if (this == NONE) {
        return n -> false;
      }
      Set<Integer> numbers = attachments.stream().map(PartInfo::n).collect(toUnmodifiableSet());
      return numbers::contains;
    }
  }

  private final Opener opener;
  private final Map<Integer, String> names;
  private final LocalDateTime time;
  private final ByteArrayOutputStream made = new ByteArrayOutputStream();
  private final ZipOutputStream zip = new ZipOutputStream(made, StandardCharsets.UTF_8);
  private byte[] rest = {};
  private int restAt;
  private PartStream mail;
  private boolean counting;
  private final Set<Integer> missing;
  private int open = -1;
  private boolean finished;

  /**
   * Nothing is read yet.
   *
   * @param time of all members
   */
  ZipContent(Opener opener, List<PartInfo> parts, LocalDateTime time) throws IOException {
    this.opener = opener;
    this.names = ZipNames.of(parts);
    this.missing = notWithinOthers(parts);
    this.time = time;
    zip.setLevel(Deflater.NO_COMPRESSION);
    counting = parts.stream().anyMatch(part -> part.contentType().startsWith("message/"));
    mail = opener.open(counting ? Parts.NONE : Parts.ATTACHMENTS, Map.of());
  }

  /** What an attached mail holds comes with it, and not by itself. */
  private static Set<Integer> notWithinOthers(List<PartInfo> parts) {
    Set<Integer> outside = new LinkedHashSet<>();
    int inside = Integer.MAX_VALUE; // depth of the attached mail that holds what follows
    for (PartInfo part : parts) {
      if (part.depth() <= inside) {
        outside.add(part.n());
        inside = part.contentType().startsWith("message/") ? part.depth() : Integer.MAX_VALUE;
      }
    }
    return outside;
  }

  @Override
  public int read(byte[] into) throws IOException {
    int at = takeRest(into, 0);
    byte[] piece = new byte[MEMBER_BYTES];
    while (at < into.length && !finished) {
      Progress progress = mail.read(piece, 0);
      if (progress == Progress.WORKING) {
        break;
      }
      if (counting && progress == Progress.MAIL_END) {
        readAgain();
        break;
      }
      add(progress, piece);
      rest = made.toByteArray();
      restAt = 0;
      made.reset();
      at = takeRest(into, at);
    }
    return at;
  }

  private void readAgain() throws IOException {
    Map<Integer, Integer> inside = new LinkedHashMap<>(mail.counted());
    mail.close();
    mail = opener.open(Parts.ATTACHMENTS, inside);
    counting = false;
  }

  private void add(Progress progress, byte[] piece) throws IOException {
    switch (progress) {
      case BYTES -> {
        member(mail.part());
        zip.write(piece, 0, mail.count());
      }
      case PART_END -> {
        member(mail.part()); // one without content has not begun
        zip.closeEntry();
        open = -1;
      }
      default -> {
        if (!missing.isEmpty()) {
          throw new MissingPartException(missing.iterator().next());
        }
        zip.finish();
        finished = true;
      }
    }
  }

  private void member(int part) throws IOException {
    if (open != part) {
      missing.remove(part);
      ZipEntry entry = new ZipEntry(names.get(part));
      entry.setTimeLocal(time);
      zip.putNextEntry(entry);
      open = part;
    }
  }

  private int takeRest(byte[] into, int at) {
    int n = Math.min(rest.length - restAt, into.length - at);
    System.arraycopy(rest, restAt, into, at, n);
    restAt += n;
    return at + n;
  }

  @Override
  public boolean isEnded() {
    return finished && restAt == rest.length;
  }

  @Override
  public long length() {
    return UNKNOWN;
  }

  @Override
  public void close() {
    Streams.close(mail);
    try {
      zip.close(); // ends the deflater; an archive that was broken off can't be closed
    } catch (IOException brokenOff) {
      made.reset();
    }
  }
}
