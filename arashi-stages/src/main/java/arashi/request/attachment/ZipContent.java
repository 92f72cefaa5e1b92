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
 * Several parts of a mail as one zip archive (APPNOTE 6.3, names in UTF-8), built while it is sent.
 * Members are stored uncompressed: most files in mails are compressed already, and compression
 * would cost CPU time. The archive is therefore slightly larger than the files.
 *
 * <p>If an attached mail is among the parts, the mail is read twice. The first pass counts the
 * entities of the attached mail, because the numbers of later parts follow them.
 *
 * <p>A part that cannot be streamed ends the content with a {@link MissingPartException}. {@link
 * WholeMails} then builds the archive, unless some bytes have been sent.
 */
final class ZipContent implements SlicedContent {
  private static final int MEMBER_BYTES = 32 << 10;

  @FunctionalInterface
  interface Opener {
    /**
     * Opens the mail at its start; {@code inside} has the entity counts of whole attached mails.
     */
    PartStream open(Parts parts, Map<Integer, Integer> inside) throws IOException;
  }

  enum Parts {
    NONE,
    ATTACHMENTS;

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

  /** {@code time} is the timestamp of all members. */
  ZipContent(Opener opener, List<PartInfo> parts, LocalDateTime time) throws IOException {
    this.opener = opener;
    this.names = ZipNames.of(parts);
    this.missing = notWithinOthers(parts);
    this.time = time;
    zip.setLevel(Deflater.NO_COMPRESSION);
    counting = parts.stream().anyMatch(part -> part.contentType().startsWith("message/"));
    mail = opener.open(counting ? Parts.NONE : Parts.ATTACHMENTS, Map.of());
  }

  /** Drops parts of attached mails, which the attached mails already contain. */
  private static Set<Integer> notWithinOthers(List<PartInfo> parts) {
    Set<Integer> outside = new LinkedHashSet<>();
    int inside = Integer.MAX_VALUE; // depth of the attached mail that contains the following parts
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
        member(mail.part()); // an empty member was not begun yet
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
      zip.close(); // ends the deflater; an aborted archive cannot be closed
    } catch (IOException brokenOff) {
      made.reset();
    }
  }
}
