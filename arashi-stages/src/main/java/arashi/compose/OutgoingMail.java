package arashi.compose;

import arashi.mime.address.AddressList;
import arashi.mime.address.Mailbox;
import arashi.mime.address.TypedAddresses;
import arashi.mime.header.HeaderWriter;
import arashi.mime.text.TextCleaner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.james.mime4j.codec.QuotedPrintableOutputStream;

/**
 * An outgoing mail (RFC 5322, MIME). Deterministic: the same arguments make the same bytes, so the
 * stored and the sent mail are equal in every attempt.
 *
 * <pre>
 *   without files                 with files
 *     header                        header, multipart/mixed
 *     text/plain, format=flowed     ├─ text/plain, format=flowed
 *                                   ├─ a file, base64
 *                                   └─ a mail, message/rfc822
 * </pre>
 *
 * <p>A redirected mail follows its {@code Resent-} fields byte for byte, without the fields of
 * earlier deliveries.
 *
 * <p>Lines end with CRLF and have at most 998 octets, all below 128, so any relay accepts them.
 * Exception: internationalized addresses appear in the header as they are (RFC 6532), and need a
 * relay with SMTPUTF8. No line break in typed text reaches the header. {@code Bcc} is in no header.
 * Files are streamed, never held in memory.
 */
public final class OutgoingMail {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.ENGLISH);

  private static final int MAX_LINE = 998;
  private static final int MAX_NAME = 255;
  private static final int BASE64_LINE = 76;
  private static final byte[] LINE_END = "\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final String UNKNOWN_TYPE = "application/octet-stream";
  private static final String TOKEN = "[A-Za-z0-9!#$&^_.+-]{1,100}";
  private static final Pattern TYPE =
      Pattern.compile(
          "(" + TOKEN + "/" + TOKEN + ")\\s*(?:;\\s*charset=\"?(" + TOKEN + ")\"?\\s*)?");

  private final List<Section> sections = new ArrayList<>();
  private final String envelopeFrom;
  private final List<String> recipients;
  private boolean eightBit;

  private OutgoingMail(String envelopeFrom, List<String> recipients) {
    this.envelopeFrom = envelopeFrom;
    this.recipients = List.copyOf(recipients);
  }

  /**
   * Builds a mail. Reads attached mails to determine how they can be sent; other files are not
   * opened.
   *
   * @param identity the sender
   * @param messageId {@code unique@domain}, without angle brackets; must not be reused
   * @param date date of the mail
   * @throws BadDraft if it can't be sent as it is
   * @throws IOException if a file can't be read
   * @throws IllegalArgumentException if {@code messageId} is malformed
   */
  public static OutgoingMail build(
      Draft draft, Identity identity, String messageId, ZonedDateTime date, Contents contents)
      throws BadDraft, IOException {
    if (!References.isId(messageId)) {
      throw new IllegalArgumentException("not a message id: " + messageId);
    }
    String sender =
        TypedAddresses.address(TypedAddresses.bare(identity.address()))
            .filter(TextCleaner::isAscii)
            .orElseThrow(
                () -> new BadDraft(BadDraft.Problem.WRONG_SENDER, BadDraft.Field.FROM, List.of()));
    List<Mailbox> replyTo =
        mailboxes(
            AddressList.parse(identity.replyTo()),
            BadDraft.Problem.WRONG_SENDER,
            BadDraft.Field.FROM);
    List<Mailbox> to = recipients(draft.to(), BadDraft.Field.TO);
    List<Mailbox> cc = recipients(draft.cc(), BadDraft.Field.CC);
    List<Mailbox> bcc = recipients(draft.bcc(), BadDraft.Field.BCC);

    if (draft.redirects()) {
      OutgoingMail mail = new OutgoingMail(sender, envelope(to, cc, bcc));
      HeaderWriter header = new HeaderWriter();
      header.field("Resent-Date", DATE.format(date));
      header.addresses("Resent-From", List.of(new Mailbox(identity.name(), sender)));
      recipients(header, "Resent-", to, cc);
      header.ids("Resent-Message-ID", List.of(messageId));
      mail.redirect(header, draft, boundary(messageId), contents);
      return mail;
    }
    HeaderWriter header = new HeaderWriter();
    header.field("Date", DATE.format(date));
    header.addresses("From", List.of(new Mailbox(identity.name(), sender)));
    header.addresses("Reply-To", replyTo);
    recipients(header, "", to, cc);
    header.ids("Message-ID", List.of(messageId));
    references(header, draft.origin());
    header.text("Subject", draft.subject());
    header.field("MIME-Version", "1.0");

    OutgoingMail mail = new OutgoingMail(sender, envelope(to, cc, bcc));
    mail.body(header, draft, boundary(messageId), contents);
    return mail;
  }

  // ---- recipients

  private static void recipients(
      HeaderWriter header, String prefix, List<Mailbox> to, List<Mailbox> cc) {
    header.addresses(prefix + "To", to);
    header.addresses(prefix + "Cc", cc);
    if (to.isEmpty() && cc.isEmpty()) {
      header.field(prefix + "To", "undisclosed-recipients:;");
    }
  }

  private static List<Mailbox> recipients(String typed, BadDraft.Field field) throws BadDraft {
    return mailboxes(AddressList.parse(typed, true), BadDraft.Problem.WRONG_RECIPIENT, field);
  }

  private static List<Mailbox> mailboxes(
      AddressList list, BadDraft.Problem problem, BadDraft.Field field) throws BadDraft {
    if (!list.wrong().isEmpty()) {
      throw new BadDraft(problem, field, list.wrong());
    }
    return list.mailboxes();
  }

  private static List<String> envelope(List<Mailbox> to, List<Mailbox> cc, List<Mailbox> bcc)
      throws BadDraft {
    Map<String, String> addresses = new LinkedHashMap<>();
    for (List<Mailbox> field : List.of(to, cc, bcc)) {
      field.forEach(mailbox -> addresses.putIfAbsent(mailbox.key(), mailbox.address()));
    }
    if (addresses.isEmpty()) {
      throw new BadDraft(BadDraft.Problem.NO_RECIPIENT, BadDraft.Field.TO, List.of());
    }
    if (addresses.size() > AddressList.MAX_MAILBOXES) {
      throw new BadDraft(BadDraft.Problem.TOO_MANY_RECIPIENTS, BadDraft.Field.TO, List.of());
    }
    return List.copyOf(addresses.values());
  }

  // ---- header

  private static void references(HeaderWriter header, Optional<Origin> origin) {
    if (origin.isEmpty() || origin.get().kind() != Origin.Kind.REPLY) {
      return;
    }
    String parent = origin.get().messageId();
    if (References.isReferable(parent)) {
      header.ids("In-Reply-To", List.of(parent));
    }
    List<String> ids = origin.get().references().stream().filter(References::isReferable).toList();
    header.ids("References", References.trimmed(ids));
  }

  /** Derives the boundary from the id: deterministic, yet unknown to the author of any part. */
  private static String boundary(String messageId) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(messageId.getBytes(StandardCharsets.UTF_8));
      // no encoded part contains an equals sign followed by an underscore
      return "=_" + HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  // ---- body

  /** Writes the original below the fields of this mail (RFC 5322, 3.6.6). */
  private void redirect(HeaderWriter header, Draft draft, String boundary, Contents contents)
      throws BadDraft, IOException {
    if (draft.attachments().size() != 1) {
      throw new BadDraft(BadDraft.Problem.UNFIT, BadDraft.Field.TO, List.of());
    }
    AttachedMail mail =
        new AttachedMail(draft.attachments().get(0), contents, boundary, WithoutFields.REDIRECTED);
    if (!mail.isLegal()) {
      throw new BadDraft(BadDraft.Problem.UNFIT, BadDraft.Field.TO, List.of());
    }
    eightBit = mail.isEightBit();
    sections.add(Section.of(header.fieldBytes()));
    sections.add(mail);
  }

  private void body(HeaderWriter header, Draft draft, String boundary, Contents contents)
      throws IOException {
    if (draft.attachments().isEmpty()) {
      text(header, draft.text(), boundary);
      return;
    }
    List<Section> parts = new ArrayList<>();
    HeaderWriter textHeader = new HeaderWriter();
    OutgoingMail text = new OutgoingMail(envelopeFrom, recipients);
    text.text(textHeader, draft.text(), boundary);
    parts.add(ascii("--" + boundary + "\r\n"));
    parts.addAll(text.sections);
    for (Attached file : draft.attachments()) {
      // this line break belongs to the delimiter, not to the part above
      parts.add(ascii("\r\n--" + boundary + "\r\n"));
      file(parts, file, boundary, contents);
    }
    header.field("Content-Type", List.of("multipart/mixed;", "boundary=\"" + boundary + '"'));
    sections.add(Section.of(header.bytes()));
    sections.addAll(parts);
    sections.add(ascii("\r\n--" + boundary + "--\r\n"));
  }

  private static Section ascii(String text) {
    return Section.of(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Adds a text and its header fields, in the encoding that suits it. */
  private void text(HeaderWriter header, String typed, String boundary) throws IOException {
    String text = FlowedLines.of(TextCleaner.clean(typed));
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int foreign = 0;
    for (byte octet : utf8) {
      foreign += octet < 0 ? 1 : 0;
    }
    boolean longLines = text.lines().anyMatch(line -> line.length() > MAX_LINE);
    boolean plain = foreign == 0 && !longLines && !text.contains(boundary);
    boolean base64 = !plain && foreign > utf8.length / 6;
    header.field("Content-Type", List.of("text/plain;", "charset=utf-8;", "format=flowed"));
    header.field(
        "Content-Transfer-Encoding", plain ? "7bit" : base64 ? "base64" : "quoted-printable");
    sections.add(Section.of(header.bytes()));
    sections.add(Section.of(plain ? utf8 : base64 ? base64(utf8) : quotedPrintable(utf8)));
  }

  private static byte[] base64(byte[] utf8) {
    byte[] text = Base64.getMimeEncoder(BASE64_LINE, LINE_END).encode(utf8);
    byte[] lines = Arrays.copyOf(text, text.length + LINE_END.length);
    System.arraycopy(LINE_END, 0, lines, text.length, LINE_END.length);
    return lines;
  }

  private static byte[] quotedPrintable(byte[] utf8) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(utf8.length + utf8.length / 4);
    try (var out = new QuotedPrintableOutputStream(bytes, false)) {
      out.write(utf8, 0, utf8.length);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private void file(List<Section> parts, Attached file, String boundary, Contents contents)
      throws IOException {
    String type = type(file.type());
    if (type.equals("message/rfc822")) {
      AttachedMail mail = new AttachedMail(file, contents, boundary, WithoutFields.FORWARDED);
      if (mail.isLegal() && !mail.isEightBit()) {
        parts.add(fileHeader(file, type, "7bit"));
        parts.add(mail);
        return;
      }
      parts.add(fileHeader(file, UNKNOWN_TYPE, "base64"));
      parts.add(new Base64File(file, contents, true, mail.visible()));
      return;
    }
    parts.add(fileHeader(file, type, "base64"));
    parts.add(Base64File.of(file, contents));
  }

  private static Section fileHeader(Attached file, String type, String encoding) {
    HeaderWriter header = new HeaderWriter();
    header.field("Content-Type", Arrays.asList(type.split(" ", -1)));
    header.field("Content-Transfer-Encoding", encoding);
    Optional<String> id = file.contentId().filter(OutgoingMail::isContentId);
    boolean inline = id.isPresent() && type.startsWith("image/");
    String name = TextCleaner.cut(TextCleaner.name(file.name()), MAX_NAME);
    header.parameter("Content-Disposition", inline ? "inline" : "attachment", "filename", name);
    id.ifPresent(known -> header.ids("Content-ID", List.of(known)));
    return Section.of(header.bytes());
  }

  private static boolean isContentId(String id) {
    return References.isId(id.indexOf('@') < 0 ? id + "@" : id);
  }

  /** Returns a permitted type; multipart is replaced, because the content is encoded. */
  private static String type(String typed) {
    Matcher matcher = TYPE.matcher(typed);
    if (!matcher.matches()) {
      return UNKNOWN_TYPE;
    }
    String type = matcher.group(1).toLowerCase(Locale.ROOT);
    if (type.equals("message/global") || type.equals("message/rfc822")) {
      return "message/rfc822";
    }
    if (type.startsWith("multipart/") || type.startsWith("message/")) {
      return UNKNOWN_TYPE;
    }
    boolean text = type.startsWith("text/") && matcher.group(2) != null;
    return text ? type + "; charset=" + matcher.group(2) : type;
  }

  // ---- output

  /**
   * Writes the mail; does not close the stream. Repeatable, with the same output.
   *
   * @throws IOException if a file can't be read, or its size has changed
   */
  public void writeTo(OutputStream out) throws IOException {
    for (Section section : sections) {
      section.writeTo(out);
    }
  }

  /** Size of the mail in bytes. */
  public long size() {
    return sections.stream().mapToLong(Section::size).sum();
  }

  /** Envelope recipients without duplicates. */
  public List<String> recipients() {
    return recipients;
  }

  /** Envelope sender. */
  public String envelopeFrom() {
    return envelopeFrom;
  }

  /**
   * True if the mail has octets above 127, which needs 8BITMIME (RFC 6152). Only a redirected mail
   * with such octets in its header does.
   */
  public boolean eightBit() {
    return eightBit;
  }
}
