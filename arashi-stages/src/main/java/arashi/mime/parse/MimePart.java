package arashi.mime.parse;

import arashi.mime.text.TextCleaner;
import arashi.mime.view.PartInfo;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** One entity of a mail while it is being read: mutable, used by one thread. */
final class MimePart {
  private static final String CALENDAR = "text/calendar";
  private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:\\\\.*\\\\");

  /** They let {@code fdp.exe} be read as {@code exe.pdf}. */
  private static final Pattern DIRECTION_MARKS =
      Pattern.compile("[\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

  private static final Pattern SLASH = Pattern.compile("[/\\\\]");

  /** Text that means something to a program rather than to a reader. */
  private static final Set<String> NOT_FOR_READERS =
      Set.of(
          CALENDAR,
          "text/vcard",
          "text/x-vcard",
          "text/directory",
          "text/rtf",
          "text/richtext-rtf",
          "text/xml",
          "text/css",
          "text/csv",
          "text/javascript",
          "text/x-amp-html");

  /** A field: its name as written, and its body as bytes. */
  static final class RawHeader {
    final String name;
    final byte[] body;

    RawHeader(String name, byte[] body) {
      this.name = name;
      this.body = body;
    }
  }

  final int n;
  final int depth;
  final MimePart parent;
  final List<RawHeader> headers = new ArrayList<>();
  final List<MimePart> children = new ArrayList<>();

  /** Text that stood where a header was expected, else the preamble of a multipart. */
  final ByteArrayOutputStream stray = new ByteArrayOutputStream(0);

  HeaderParameters type = new HeaderParameters("text/plain", Map.of());
  HeaderParameters disposition = new HeaderParameters("", Map.of());
  String encoding = "7bit";

  /** The decoded content, or as much of it as is needed. */
  byte[] content = {};

  /** Decoded size, whether kept or not. */
  long size;

  /** The content is longer than what was kept. */
  boolean cut;

  /** Shown within the body, or as something else than a file. */
  boolean shown;

  /** Nested too deep to be read as what it is: its source is. */
  boolean opaque;

  /** Of a file that was found within {@code parent}. */
  static MimePart unpacked(int n, MimePart parent, HeaderParameters type, String name, byte[] in) {
    MimePart part = new MimePart(n, parent);
    part.type = type;
    part.disposition =
        new HeaderParameters(
            name.isEmpty() ? "" : "attachment",
            name.isEmpty() ? Map.of() : Map.of("filename", name));
    part.content = in;
    part.size = in.length;
    return part;
  }

  MimePart(int n, MimePart parent) {
    this.n = n;
    this.parent = parent;
    this.depth = parent == null ? 0 : parent.depth + 1;
  }

  /** The first field of that name, or null. */
  byte[] header(String name) {
    for (RawHeader header : headers) {
      if (header.name.equalsIgnoreCase(name)) {
        return header.body;
      }
    }
    return null;
  }

  String headerText(String name) {
    byte[] body = header(name);
    return body == null ? "" : HeaderText.unfolded(body, "");
  }

  boolean isMultipart() {
    return type.value().startsWith("multipart/");
  }

  boolean isMessage() {
    return isMail(type.value());
  }

  static boolean isMail(String contentType) {
    return contentType.equals("message/rfc822") || contentType.equals("message/global");
  }

  /** How many attached mails are around it. */
  int mailsAround() {
    int around = 0;
    for (MimePart outer = parent; outer != null; outer = outer.parent) {
      around += outer.isMessage() ? 1 : 0;
    }
    return around;
  }

  boolean isHtml() {
    return type.value().equals("text/html") || type.value().equals("application/xhtml+xml");
  }

  /** Something that can be part of the body that a reader sees. */
  boolean isReadable() {
    if (opaque) {
      return true;
    }
    boolean text = type.value().startsWith("text/") || type.value().startsWith("message/");
    return (text || isHtml())
        && !isMessage()
        && !NOT_FOR_READERS.contains(type.value())
        && !disposition.value().equals("attachment");
  }

  /** Text of any kind, attached or not: words of it find the mail. */
  boolean isText() {
    return type.value().startsWith("text/") || isHtml();
  }

  boolean isCalendar() {
    return type.value().equals(CALENDAR) || type.value().equals("application/ics");
  }

  /** Wrapped by S/MIME; some programs tell that by the name alone. */
  boolean isCms() {
    return type.value().equals("application/pkcs7-mime")
        || type.value().equals("application/x-pkcs7-mime")
        || (isUnknown() && fileName().toLowerCase(Locale.ROOT).endsWith(".p7m"));
  }

  boolean isTnef() {
    return type.value().equals("application/ms-tnef")
        || type.value().equals("application/vnd.ms-tnef")
        || (isUnknown() && fileName().equalsIgnoreCase("winmail.dat"));
  }

  boolean isSignature() {
    return type.value().equals("application/pgp-signature")
        || type.value().equals("application/pkcs7-signature")
        || type.value().equals("application/x-pkcs7-signature");
  }

  private boolean isUnknown() {
    return type.value().equals("application/octet-stream");
  }

  /**
   * File name from either field; slashes, which no file system takes, become {@code _}, and marks
   * of direction are left out.
   */
  String fileName() {
    String name = disposition.get("filename");
    if (name.isEmpty()) {
      name = type.get("name");
    }
    // of the path on the sender's machine, that some programs tell, only the end is a name
    String plain = DIRECTION_MARKS.matcher(TextCleaner.oneLine(name)).replaceAll("");
    String line = DRIVE.matcher(plain).replaceFirst("");
    return TextCleaner.cut(SLASH.matcher(line).replaceAll("_"), 255);
  }

  PartInfo info() {
    String id = headerText("content-id").strip();
    if (id.startsWith("<") && id.endsWith(">")) {
      id = id.substring(1, id.length() - 1);
    }
    return new PartInfo(
        n,
        depth,
        TextCleaner.cut(type.value(), 255),
        TextCleaner.cut(TextCleaner.oneLine(type.get("charset")), 60).toLowerCase(Locale.ROOT),
        fileName(),
        size,
        TextCleaner.cut(TextCleaner.oneLine(id), 255),
        TextCleaner.cut(disposition.value(), 60),
        shown,
        TextCleaner.cut(TextCleaner.oneLine(headerText("content-location").strip()), 255));
  }
}
