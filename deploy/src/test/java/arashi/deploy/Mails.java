package arashi.deploy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;

/** Mails written for tests. */
public final class Mails {
  private static final Instant BEGIN = Instant.parse("2024-03-01T08:00:00Z");

  private Mails() {}

  /** The moment, a minute apart, of the n-th mail. */
  static Instant at(int n) {
    return BEGIN.plusSeconds(60L * n);
  }

  public static byte[] plain(int n, String from, String subject, String text) {
    return utf8(head(n, from, subject) + "Content-Type: text/plain; charset=utf-8\r\n\r\n" + text);
  }

  static byte[] html(int n, String subject, String html) {
    return utf8(
        head(n, "Ada Example <ada@example.org>", subject)
            + "Content-Type: text/html; charset=utf-8\r\n\r\n"
            + html);
  }

  /** A text with one file, in base64. {@code fileHeaders} are lines without their last CRLF. */
  static byte[] withFile(int n, String subject, String fileHeaders, byte[] content) {
    String encoded =
        Base64.getMimeEncoder(76, "\r\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(content);
    return utf8(
        head(n, "Ada Example <ada@example.org>", subject)
            + "Content-Type: multipart/mixed; boundary=\"=_cut\"\r\n\r\n"
            + "--=_cut\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n"
            + "--=_cut\r\n"
            + fileHeaders
            + "\r\nContent-Transfer-Encoding: base64\r\n\r\n"
            + encoded
            + "\r\n--=_cut--\r\n");
  }

  /** A text in HTML with an image of its own, {@code cid:its@own}. */
  static byte[] withImage(int n, String subject, String html, String type, byte[] image) {
    return utf8(
        head(n, "Ada Example <ada@example.org>", subject)
            + "Content-Type: multipart/related; boundary=\"=_cut\"\r\n\r\n"
            + "--=_cut\r\nContent-Type: text/html\r\n\r\n"
            + html
            + "\r\n--=_cut\r\nContent-Type: "
            + type
            + "; name=drawing\r\nContent-ID: <its@own>\r\nContent-Transfer-Encoding: base64\r\n\r\n"
            + Base64.getMimeEncoder().encodeToString(image)
            + "\r\n--=_cut--\r\n");
  }

  private static String head(int n, String from, String subject) {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(at(n).atOffset(ZoneOffset.UTC));
    return "From: "
        + from
        + "\r\nTo: Reader <reader@example.net>\r\nSubject: "
        + subject
        + "\r\nDate: "
        + date
        + "\r\nMessage-ID: <"
        + n
        + "."
        + Integer.toHexString((from + subject).hashCode())
        + "@example.org>\r\nMIME-Version: 1.0\r\n";
  }

  /** Writes {@link #plain} mails "Mail 0", "Mail 1", …, each with its number as a word. */
  static void writeMbox(Path file, int count) throws IOException {
    ByteArrayOutputStream mbox = new ByteArrayOutputStream();
    for (int n = 0; n < count; n++) {
      mbox.write(utf8("From ada@example.org Fri Mar  1 08:00:00 2024\n"));
      mbox.write(plain(n, "Ada <ada@example.org>", "Mail " + n, "Word " + n + " and more.\r\n"));
      mbox.write('\n');
    }
    Files.write(file, mbox.toByteArray());
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
