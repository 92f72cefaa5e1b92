package arashi.compose;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Binary encoding of drafts: a version byte, then fields in any order, each of a tag byte, a length
 * in four bytes, and its content. A reader skips unknown fields and takes absent ones as empty, so
 * releases that add fields read each other's drafts. Text is UTF-8; an unpaired surrogate becomes
 * {@code ?}.
 */
final class DraftCodec {
  private static final int VERSION = 1;
  private static final int FROM = 1;
  private static final int TO = 2;
  private static final int CC = 3;
  private static final int BCC = 4;
  private static final int SUBJECT = 5;
  private static final int TEXT = 6;
  private static final int ATTACHED = 7;
  private static final int ORIGIN = 8;

  private DraftCodec() {}

  /** Writes the content of a field. */
  private interface Body {
    void write(DataOutputStream out) throws IOException;
  }

  static byte[] encode(Draft draft) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      text(out, FROM, draft.from());
      text(out, TO, draft.to());
      text(out, CC, draft.cc());
      text(out, BCC, draft.bcc());
      text(out, SUBJECT, draft.subject());
      text(out, TEXT, draft.text());
      for (Attached file : draft.attachments()) {
        field(out, ATTACHED, body -> attached(body, file));
      }
      if (draft.origin().isPresent()) {
        Origin origin = draft.origin().get();
        field(out, ORIGIN, body -> origin(body, origin));
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  static Draft decode(byte[] encoded) {
    if (encoded.length == 0 || encoded[0] < VERSION) {
      throw new IllegalArgumentException("not an encoded draft");
    }
    try {
      return read(new DataInputStream(new ByteArrayInputStream(encoded, 1, encoded.length - 1)));
    } catch (IOException damaged) {
      throw new IllegalArgumentException("damaged draft", damaged);
    }
  }

  private static Draft read(DataInputStream in) throws IOException {
    Draft draft = Draft.empty();
    List<Attached> files = new ArrayList<>();
    for (int tag = in.read(); tag >= 0; tag = in.read()) {
      byte[] body = bytes(in);
      String text = tag <= TEXT ? new String(body, StandardCharsets.UTF_8) : "";
      switch (tag) {
        case FROM -> draft = draft.withFrom(text);
        case TO -> draft = draft.withRecipients(text, draft.cc(), draft.bcc());
        case CC -> draft = draft.withRecipients(draft.to(), text, draft.bcc());
        case BCC -> draft = draft.withRecipients(draft.to(), draft.cc(), text);
        case SUBJECT -> draft = draft.withSubject(text);
        case TEXT -> draft = draft.withText(text);
        case ATTACHED -> files.add(attached(stream(body)));
        case ORIGIN -> draft = draft.withOrigin(Optional.of(origin(stream(body))));
        default -> {
          // field of a later release
        }
      }
    }
    return draft.withAttachments(files);
  }

  private static void attached(DataOutputStream out, Attached file) throws IOException {
    string(out, file.sha256());
    string(out, file.name());
    string(out, file.type());
    out.writeLong(file.size());
    out.writeBoolean(file.contentId().isPresent());
    string(out, file.contentId().orElse(""));
    if (file.part().isPresent()) {
      string(out, file.part().get().mail());
      out.writeInt(file.part().get().n());
    }
  }

  private static Attached attached(DataInputStream in) throws IOException {
    String sha256 = string(in);
    String name = string(in);
    String type = string(in);
    long size = in.readLong();
    boolean hasId = in.readBoolean();
    String id = string(in);
    Optional<PartOfMail> part =
        in.available() > 0
            ? Optional.of(new PartOfMail(string(in), in.readInt()))
            : Optional.empty();
    return new Attached(sha256, name, type, size, hasId ? Optional.of(id) : Optional.empty(), part);
  }

  private static void origin(DataOutputStream out, Origin origin) throws IOException {
    string(out, origin.kind().name());
    out.writeLong(origin.folder());
    out.writeLong(origin.uid());
    string(out, origin.messageId());
    out.writeInt(origin.references().size());
    for (String id : origin.references()) {
      string(out, id);
    }
  }

  private static Origin origin(DataInputStream in) throws IOException {
    Origin.Kind kind = Origin.Kind.valueOf(string(in));
    long folder = in.readLong();
    long uid = in.readLong();
    String messageId = string(in);
    int count = in.readInt();
    List<String> references = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      references.add(string(in)); // a false count ends in an exception
    }
    return new Origin(kind, folder, uid, messageId, references);
  }

  private static void field(DataOutputStream out, int tag, Body body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    body.write(new DataOutputStream(bytes));
    out.writeByte(tag);
    out.writeInt(bytes.size());
    bytes.writeTo(out);
  }

  private static void text(DataOutputStream out, int tag, String text) throws IOException {
    out.writeByte(tag);
    string(out, text);
  }

  private static void string(DataOutputStream out, String text) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(utf8.length);
    out.write(utf8);
  }

  private static String string(DataInputStream in) throws IOException {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException(
          "field of " + length + " bytes exceeds the " + in.available() + " bytes left");
    }
    return in.readNBytes(length);
  }

  private static DataInputStream stream(byte[] body) {
    return new DataInputStream(new ByteArrayInputStream(body));
  }
}
