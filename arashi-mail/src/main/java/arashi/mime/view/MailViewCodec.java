package arashi.mime.view;

import arashi.mime.address.Mailbox;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Encodes views, and decodes also those of the version before, which are made again in the
 * background. A view is a version byte, then the deflated fields of the records in order. A string
 * is its length in bytes and UTF-8; a list is its length and its elements.
 */
final class MailViewCodec {
  private static final int VERSION = 2;

  /** The version before: without hidden recipients, structure, and parts of invitations. */
  private static final int OLDER = 1;

  /** Longer than any view under sane limits; rejects a corrupted length. */
  private static final int MAX_LENGTH = 64 << 20;

  private MailViewCodec() {}

  static byte[] encode(MailView view) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(VERSION);
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try (DataOutputStream out =
        new DataOutputStream(
            // each write to the deflater is a native call
            new BufferedOutputStream(new DeflaterOutputStream(bytes, deflater, 4096), 8192))) {
      write(out, view);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  static MailView decode(byte[] encoded) {
    return decode(encoded, true);
  }

  /** Decodes a view; {@code html} selects whether its HTML is decoded too. */
  static MailView decode(byte[] encoded, boolean html) {
    if (encoded.length == 0 || (encoded[0] != VERSION && encoded[0] != OLDER)) {
      throw new IllegalArgumentException("not a mail view of version " + VERSION);
    }
    var inflater = new Inflater(true);
    var deflated = new ByteArrayInputStream(encoded, 1, encoded.length - 1);
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(new InflaterInputStream(deflated, inflater, 4096), 8192))) {
      return read(in, html, encoded[0] != OLDER);
    } catch (IOException broken) {
      throw new IllegalArgumentException("damaged mail view", broken);
    } finally {
      inflater.end();
    }
  }

  private static void write(DataOutputStream out, MailView view) throws IOException {
    Envelope envelope = view.envelope();
    addresses(out, envelope.from());
    addresses(out, envelope.replyTo());
    addresses(out, envelope.to());
    addresses(out, envelope.cc());
    addresses(out, envelope.bcc());
    string(out, envelope.subject());
    out.writeBoolean(envelope.date().isPresent());
    out.writeLong(envelope.date().map(Instant::getEpochSecond).orElse(0L));
    string(out, envelope.messageId());
    list(out, envelope.inReplyTo(), MailViewCodec::string);
    list(out, envelope.references(), MailViewCodec::string);
    string(out, view.text());
    out.writeBoolean(view.textTruncated());
    out.writeBoolean(view.html().isPresent());
    string(out, view.html().orElse(""));
    list(out, view.parts(), MailViewCodec::part);
    list(
        out,
        view.problems(),
        (o, problem) -> {
          string(o, problem.kind().name());
          string(o, problem.detail());
        });
    ListFields list = view.list();
    string(out, list.post());
    string(out, list.id());
    string(out, list.unsubscribe());
    MailFactsCodec.write(out, view.facts());
    list(out, view.structure(), BodyPartCodec::write);
  }

  private static MailView read(DataInputStream in, boolean html, boolean isNew) throws IOException {
    Envelope envelope =
        new Envelope(
            addresses(in),
            addresses(in),
            addresses(in),
            addresses(in),
            isNew ? addresses(in) : List.of(),
            string(in),
            optional(in.readBoolean(), Instant.ofEpochSecond(in.readLong())),
            string(in),
            list(in, MailViewCodec::string),
            list(in, MailViewCodec::string));
    String text = string(in);
    boolean truncated = in.readBoolean();
    Optional<String> body = html(in, html);
    List<PartInfo> parts = list(in, MailViewCodec::part);
    List<MailProblem> problems = pairs(in, MailProblem.Kind.class, MailProblem::new);
    ListFields list = new ListFields(string(in), string(in), string(in));
    MailFacts facts = MailFactsCodec.read(in, isNew);
    List<BodyPart> structure = isNew ? list(in, BodyPartCodec::read) : List.of();
    return new MailView(envelope, text, truncated, body, parts, problems, list, facts, structure);
  }

  private static <T> Optional<T> optional(boolean present, T value) {
    return present ? Optional.of(value) : Optional.empty();
  }

  private static void part(DataOutputStream out, PartInfo part) throws IOException {
    out.writeInt(part.n());
    out.writeInt(part.depth());
    string(out, part.contentType());
    string(out, part.charset());
    string(out, part.name());
    out.writeLong(part.size());
    string(out, part.contentId());
    string(out, part.disposition());
    out.writeBoolean(part.inline());
    string(out, part.location());
  }

  private static PartInfo part(DataInputStream in) throws IOException {
    return new PartInfo(
        in.readInt(),
        in.readInt(),
        string(in),
        string(in),
        string(in),
        in.readLong(),
        string(in),
        string(in),
        in.readBoolean(),
        string(in));
  }

  static void addresses(DataOutputStream out, List<Mailbox> addresses) throws IOException {
    list(
        out,
        addresses,
        (o, address) -> {
          string(o, address.name());
          string(o, address.address());
        });
  }

  static List<Mailbox> addresses(DataInputStream in) throws IOException {
    return list(in, i -> new Mailbox(string(i), string(i)));
  }

  static void string(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String string(DataInputStream in) throws IOException {
    int length = length(in);
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new IOException("cut off");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static Optional<String> html(DataInputStream in, boolean wanted) throws IOException {
    boolean present = in.readBoolean();
    if (wanted) {
      return optional(present, string(in));
    }
    in.skipNBytes(length(in));
    return Optional.empty();
  }

  private static int length(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > MAX_LENGTH) {
      throw new IOException("invalid length " + length);
    }
    return length;
  }

  /**
   * Reads a list of pairs of a kind and a text. Leaves out pairs of unknown kinds, because a node
   * of a later release may have written them.
   */
  static <K extends Enum<K>, T> List<T> pairs(
      DataInputStream in, Class<K> kinds, BiFunction<K, String, T> pair) throws IOException {
    List<Optional<T>> pairs =
        list(
            in,
            i -> {
              Optional<K> kind = kind(kinds, string(i));
              String text = string(i);
              return kind.map(known -> pair.apply(known, text));
            });
    return pairs.stream().flatMap(Optional::stream).toList();
  }

  private static <K extends Enum<K>> Optional<K> kind(Class<K> kinds, String name) {
    return Arrays.stream(kinds.getEnumConstants())
        .filter(kind -> kind.name().equals(name))
        .findFirst();
  }

  interface Writer<T> {
    void write(DataOutputStream out, T value) throws IOException;
  }

  interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  static <T> void list(DataOutputStream out, List<T> values, Writer<T> writer) throws IOException {
    out.writeInt(values.size());
    for (T value : values) {
      writer.write(out, value);
    }
  }

  static <T> List<T> list(DataInputStream in, Reader<T> reader) throws IOException {
    int size = length(in);
    List<T> values = new ArrayList<>(Math.min(size, 1000));
    for (int i = 0; i < size; i++) {
      values.add(reader.read(in));
    }
    return values;
  }
}
