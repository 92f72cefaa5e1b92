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

/** One entity of a mail during parsing: mutable, used by one thread. */
final class MimePart {
  private static final String CALENDAR = "text/calendar";

  /** A path in Windows, which some programs put before the name. */
  private static final Pattern FOLDERS = Pattern.compile("^(?:[A-Za-z]:\\\\|\\\\)(?:.*\\\\)?");

  /** Direction marks, which make {@code fdp.exe} look like {@code exe.pdf}. */
  private static final Pattern DIRECTION_MARKS =
      Pattern.compile("[\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

  private static final int MAX_NAME = 255;

  /** Text types that are meant for programs, not for readers. */
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

  /** A field: its name as written and its body as bytes. */
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

  /** Text found in place of a header; for a multipart without that, its preamble. */
  final ByteArrayOutputStream stray = new ByteArrayOutputStream(0);

  HeaderParameters type = new HeaderParameters("text/plain", Map.of());
  HeaderParameters disposition = new HeaderParameters("", Map.of());
  TransferEncoding encoding = TransferEncoding.IDENTITY;

  /** Octets and lines of the encoded body, or -1 if unknown. */
  long octets = -1;

  long lines = -1;

  /** Text outside of the content: behind the parts of a multipart, or in an encoded file. */
  byte[] rest = {};

  /** True if there is more such text than {@link #rest}. */
  boolean restCut;

  /** The decoded content, or the part of it that is needed. */
  byte[] content = {};

  /** Decoded size in bytes, including content that is not kept. */
  long size;

  boolean cut;

  /** True if the part is displayed in the body, or otherwise not as a file. */
  boolean shown;

  /** True if the part is nested too deep to be parsed; its source is shown instead. */
  boolean opaque;

  /** Creates the part of a file that was unpacked from {@code parent}. */
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

  /** Null if there is none. */
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

  /** Returns all fields of that name. */
  List<String> headerTexts(String name) {
    return headers.stream()
        .filter(header -> header.name.equalsIgnoreCase(name))
        .map(header -> HeaderText.unfolded(header.body, ""))
        .toList();
  }

  boolean isEncoded() {
    return encoding == TransferEncoding.BASE64 || encoding == TransferEncoding.QUOTED_PRINTABLE;
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

  /** True for text of any kind, attached or not; it is indexed. */
  boolean isText() {
    return type.value().startsWith("text/") || isHtml();
  }

  boolean isCalendar() {
    return type.value().equals(CALENDAR) || type.value().equals("application/ics");
  }

  /** True if the part is wrapped by S/MIME; some programs indicate this only by the file name. */
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
   * Returns the file name from either field. Slashes become {@code _}, because no file system
   * accepts them; direction marks are removed. A backslash is a letter of names in Unix; downloads
   * replace it.
   */
  String fileName() {
    String name = disposition.get("filename");
    if (name.isEmpty()) {
      name = type.get("name");
    }
    // keep only the name from a path on the sender's machine, which some programs include
    return TextCleaner.cut(FOLDERS.matcher(asFileName(name)).replaceFirst(""), MAX_NAME);
  }

  private static String asFileName(String text) {
    return DIRECTION_MARKS.matcher(TextCleaner.name(text)).replaceAll("").replace('/', '_');
  }

  /** Returns the file name; an attached mail without one is named after its subject. */
  private String infoName() {
    String name = fileName();
    if (!name.isEmpty() || !isMessage() || children.isEmpty()) {
      return name;
    }
    byte[] subject = children.get(0).header("subject");
    String plain = subject == null ? "" : HeaderText.decode(subject, "");
    return plain.isEmpty() ? "" : asFileName(TextCleaner.cut(plain, MAX_NAME - 4)) + ".eml";
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
        infoName(),
        size,
        TextCleaner.cut(TextCleaner.oneLine(id), 255),
        TextCleaner.cut(disposition.value(), 60),
        shown,
        TextCleaner.cut(TextCleaner.oneLine(headerText("content-location").strip()), 255));
  }
}
