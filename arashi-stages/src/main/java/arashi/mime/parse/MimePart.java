package arashi.mime.parse;

import arashi.mime.text.TextCleaner;
import arashi.mime.view.PartInfo;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** One entity of a mail while it is being read: mutable, used by one thread. */
final class MimePart {
  /** Text that means something to a program rather than to a reader. */
  private static final Set<String> NOT_FOR_READERS =
      Set.of(
          "text/calendar",
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

  /** Shown within the body. */
  boolean shown;

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
    return type.value().equals("message/rfc822") || type.value().equals("message/global");
  }

  boolean isHtml() {
    return type.value().equals("text/html") || type.value().equals("application/xhtml+xml");
  }

  /** Something that can be part of the body that a reader sees. */
  boolean isReadable() {
    boolean text = type.value().startsWith("text/") || type.value().startsWith("message/");
    return (text || isHtml())
        && !isMessage()
        && !NOT_FOR_READERS.contains(type.value())
        && !disposition.value().equals("attachment");
  }

  /** File name without directories, from either field. */
  String fileName() {
    String name = disposition.get("filename");
    if (name.isEmpty()) {
      name = type.get("name");
    }
    String line = TextCleaner.oneLine(name);
    int slash = Math.max(line.lastIndexOf('/'), line.lastIndexOf('\\'));
    return TextCleaner.cut(line.substring(slash + 1), 255);
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
