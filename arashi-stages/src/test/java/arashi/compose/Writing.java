package arashi.compose;

import arashi.mime.limit.MimeLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.parse.ParsedMail;
import arashi.mime.view.PartInfo;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A writer with identities, files, and the mails built from them. */
final class Writing implements Contents {
  static final MailParser PARSER = new MailParser(MimeLimits.DEFAULT);
  static final ZonedDateTime DATE = ZonedDateTime.parse("2026-03-09T08:07:06+01:00[Europe/Berlin]");

  /** Three addresses of one account. */
  static final List<Identity> IDENTITIES =
      List.of(
          new Identity("mira@home.example", "Mira Vogel", "Mira\nBerlin", ""),
          new Identity("m.vogel@home.example", "Vogel, M.", "", ""),
          new Identity("office@work.example", "", "Office", ""));

  static final AnswerStyle STYLE =
      new AnswerStyle(
          AnswerStyle.Placement.ABOVE, AnswerWords.ENGLISH, ZoneOffset.UTC, Optional.empty());

  private final Map<String, byte[]> files = new HashMap<>();

  @Override
  public ByteArrayInputStream open(Attached file) throws IOException {
    byte[] content = files.get(file.sha256());
    if (content == null) {
      throw new IOException("no such file");
    }
    return new ByteArrayInputStream(content);
  }

  String keep(byte[] content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      String sha256 = HexFormat.of().formatHex(hash);
      files.put(sha256, content);
      return sha256;
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  Attached file(String name, String type, byte[] content) {
    return new Attached(keep(content), name, type, content.length, Optional.empty());
  }

  static Original original(String raw) {
    byte[] bytes = raw.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
    return Original.of(bytes, PARSER.parse(bytes).view(), 3, 14);
  }

  static Draft answer(AnswerKind kind, String raw) {
    return Answer.of(kind, original(raw), IDENTITIES, STYLE);
  }

  /** Makes an answer with its carried parts. */
  Draft answer(AnswerKind kind, byte[] raw) {
    ParsedMail mail = PARSER.parse(raw);
    List<Attached> parts = new ArrayList<>();
    for (PartInfo part : Original.carried(kind, mail.view())) {
      byte[] content = mail.part(part.n()).orElseThrow();
      parts.add(Attached.of(part, keep(content), content.length));
    }
    Original original =
        Original.of(raw, mail.view(), 3, 14)
            .withAttachments(parts)
            .withWhole(keep(raw), raw.length);
    return Answer.of(kind, original, IDENTITIES, STYLE);
  }

  OutgoingMail build(Draft draft) throws BadDraft, IOException {
    return build(draft, IDENTITIES.get(0));
  }

  OutgoingMail build(Draft draft, Identity identity) throws BadDraft, IOException {
    return OutgoingMail.build(draft, identity, "20260309.k7q@home.example", DATE, this);
  }

  byte[] bytes(Draft draft) throws BadDraft, IOException {
    return bytes(build(draft));
  }

  static byte[] bytes(OutgoingMail mail) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      mail.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Returns the mail as octets, one char each. */
  String wire(Draft draft) throws BadDraft, IOException {
    return new String(bytes(draft), StandardCharsets.ISO_8859_1);
  }

  /** Returns the value of a field, unfolded; null if absent. */
  static String field(String wire, String name) {
    String head = wire.substring(0, wire.indexOf("\r\n\r\n") + 2).replaceAll("\r\n(?=[ \t])", "");
    for (String line : head.split("\r\n", -1)) {
      if (line.regionMatches(true, 0, name + ":", 0, name.length() + 1)) {
        return line.substring(name.length() + 1).strip();
      }
    }
    return null;
  }

  /** A valid draft. */
  static Draft letter() {
    return Draft.empty()
        .withRecipients("Tove <tove@far.example>", "", "")
        .withSubject("Boat")
        .withText("The boat leaves at nine.");
  }
}
