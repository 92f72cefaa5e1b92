package arashi.outbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.mime.address.Mailbox;
import arashi.mime.header.HeaderWriter;
import arashi.mime.text.TextCleaner;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Builds a delivery failure report: a text for people, a status part for programs (RFC 3464), and
 * the original mail. The null sender and {@code Auto-Submitted} (RFC 3834) prevent automatic
 * answers. Deterministic: the same failure makes the same bytes.
 */
final class FailureReport {
  private static final String END = "\r\n";
  private static final int LINE = 76;
  private static final int HEADER = 64 << 10;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static final Pattern MESSAGE_ID =
      Pattern.compile("(?im)^Message-ID:\\s*(<[!-;=?-~]{1,900}>)");

  private static final Pattern STATUS =
      Pattern.compile("(?<![\\w.])[245]\\.\\d{1,3}\\.\\d{1,3}(?!\\.?\\w)");

  private FailureReport() {}

  /** A failed recipient and the server's reply. */
  record Failed(String address, String reply) {}

  /**
   * Builds the report.
   *
   * @param host name of this service
   * @param to addressee of the report
   * @param id id of the mail in the outbox
   */
  static byte[] of(
      String host, String to, long id, byte[] original, List<Failed> failed, Instant now) {
    String boundary = "=_report_" + Long.toHexString(id) + "_" + now.toEpochMilli();
    ByteArrayOutputStream out = new ByteArrayOutputStream(original.length + (4 << 10));
    header(out, host, to, boundary, original, failed, now);
    line(out, "--" + boundary);
    line(out, "Content-Type: text/plain; charset=utf-8");
    line(out, "Content-Transfer-Encoding: base64");
    line(out, "");
    Base64.Encoder lines = Base64.getMimeEncoder(LINE, END.getBytes(US_ASCII));
    line(out, lines.encodeToString(text(failed).getBytes(UTF_8)));
    line(out, "--" + boundary);
    line(out, "Content-Type: message/delivery-status");
    line(out, "");
    status(out, host, failed);
    line(out, "--" + boundary);
    line(out, "Content-Type: message/rfc822");
    line(out, "Content-Disposition: attachment; filename=\"original.eml\"");
    if (RelayLetter.hasHighBits(original)) {
      line(out, "Content-Transfer-Encoding: 8bit");
    }
    line(out, "");
    out.writeBytes(original);
    line(out, "");
    line(out, "--" + boundary + "--");
    return out.toByteArray();
  }

  private static void header(
      ByteArrayOutputStream out,
      String host,
      String to,
      String boundary,
      byte[] original,
      List<Failed> failed,
      Instant now) {
    HeaderWriter header = new HeaderWriter();
    header.addresses("From", List.of(new Mailbox("Mail Delivery", "MAILER-DAEMON@" + host)));
    header.addresses("To", List.of(new Mailbox("", to)));
    header.text("Subject", subject(failed));
    header.field("Date", DATE.format(now));
    header.field("Message-ID", "<" + boundary.substring(2) + "@" + host + ">");
    messageId(original)
        .ifPresent(
            id -> {
              header.field("In-Reply-To", id);
              header.field("References", id);
            });
    header.field("Auto-Submitted", "auto-replied");
    header.field("MIME-Version", "1.0");
    header.field(
        "Content-Type",
        List.of(
            "multipart/report;", "report-type=delivery-status;", "boundary=\"" + boundary + '"'));
    out.writeBytes(header.bytes());
  }

  private static String subject(List<Failed> failed) {
    String first = failed.get(0).address();
    int others = failed.size() - 1;
    return "Not delivered to "
        + TextCleaner.cut(first, 200)
        + (others == 0 ? "" : " and " + others + (others == 1 ? " other" : " others"));
  }

  private static String text(List<Failed> failed) {
    StringBuilder text = new StringBuilder();
    text.append(
        failed.size() == 1
            ? "Delivery to this recipient failed permanently:"
            : "Delivery to these recipients failed permanently:");
    text.append(END).append(END);
    for (Failed each : failed) {
      text.append("  ").append(each.address()).append(": ").append(each.reply()).append(END);
    }
    text.append(END)
        .append("This report does not cover other recipients. The original mail is")
        .append(END)
        .append("attached; you can send it again from there or from its folder.")
        .append(END);
    return text.toString();
  }

  private static void status(ByteArrayOutputStream out, String host, List<Failed> failed) {
    line(out, "Reporting-MTA: dns; " + host);
    line(out, "");
    for (Failed each : failed) {
      Matcher status = STATUS.matcher(each.reply());
      line(out, "Final-Recipient: " + typed(each.address()));
      line(out, "Action: failed");
      line(out, "Status: " + (status.find() ? status.group() : "5.0.0"));
      HeaderWriter reply = new HeaderWriter();
      reply.text("Diagnostic-Code", "smtp; " + each.reply());
      out.writeBytes(reply.fieldBytes());
      line(out, "");
    }
  }

  /** Adds the address type; escapes letters beyond ASCII (RFC 6533, 3). */
  private static String typed(String address) {
    if (ascii(address).equals(address)) {
      return "rfc822; " + address;
    }
    StringBuilder escaped = new StringBuilder("utf-8; ");
    address
        .codePoints()
        .forEach(
            c -> {
              if (c > ' ' && c < 0x7f && c != '\\' && c != '+' && c != '=') {
                escaped.append((char) c);
              } else {
                escaped.append("\\x{").append(Integer.toHexString(c).toUpperCase(Locale.ROOT));
                escaped.append('}');
              }
            });
    return escaped.toString();
  }

  private static Optional<String> messageId(byte[] original) {
    int length = Math.min(original.length, HEADER);
    String text = new String(original, 0, length, ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    Matcher found = MESSAGE_ID.matcher(end < 0 ? text : text.substring(0, end + 2));
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /** Masks controls and non-ASCII, which a header field can't hold. */
  private static String ascii(String text) {
    return text.replaceAll("[^ -~]", "?");
  }

  private static void line(ByteArrayOutputStream out, String text) {
    out.writeBytes((text + END).getBytes(UTF_8));
  }
}
