package arashi.delivery.mailbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.mime.text.EscapedAddress;
import arashi.store.outbox.DeliveryReport;
import arashi.store.outbox.DeliveryReport.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RecursionMode;

/**
 * Machine-readable part of a delivery report (RFC 3464; RFC 6533 for internationalized addresses):
 * the reported mail and the outcome per recipient. Anybody can forge a report; this class does not
 * check that.
 *
 * @param envelopeId envelope id of the reported mail; or empty
 * @param messageId Message-ID of the enclosed mail or header; empty if none is enclosed
 */
record DeliveryStatus(String envelopeId, Optional<String> messageId, List<DeliveryReport> reports) {
  private static final String REPORT = "multipart/report";
  private static final List<String> STATUS =
      List.of("message/delivery-status", "message/global-delivery-status");

  private static final List<String> ORIGINAL =
      List.of("message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers");

  private static final int MOST_BYTES = 256 << 10;
  private static final int MOST_RECIPIENTS = 1_000;
  private static final int MOST_PARTS = 20;
  private static final int LINE = 64 << 10;

  private static final MimeConfig LIMITS =
      MimeConfig.custom().setMaxHeaderCount(500).setMaxHeaderLen(LINE).setMaxLineLen(LINE).build();

  private static final Pattern EMPTY_LINE = Pattern.compile("\r?\n[ \t]*\r?\n[\r\n]*");
  private static final Pattern ESCAPED = Pattern.compile("\\+([0-9A-F]{2})");

  /**
   * Reads a mail.
   *
   * @return empty if it is no report, or names no mail or no recipient
   */
  static Optional<DeliveryStatus> of(byte[] raw) {
    try {
      return parts(raw).flatMap(DeliveryStatus::read);
    } catch (MimeException | IOException e) { // no report; the mail is stored as usual
      return Optional.empty();
    }
  }

  /** The status part, and the beginning of the original after it. */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  private record Parts(String status, byte[] original) {}

  private static Optional<Parts> parts(byte[] raw) throws MimeException, IOException {
    Optional<String> status = Optional.empty();
    MimeTokenStream stream = new MimeTokenStream(LIMITS);
    stream.setRecursionMode(RecursionMode.M_NO_RECURSE);
    stream.parse(new ByteArrayInputStream(raw));
    boolean isReport = false;
    int parts = 0;
    for (EntityState state = stream.getState();
        state != EntityState.T_END_OF_STREAM && parts < MOST_PARTS;
        state = stream.next()) {
      if (state == EntityState.T_START_MULTIPART) {
        isReport |= stream.getBodyDescriptor().getMimeType().equalsIgnoreCase(REPORT);
      } else if (state == EntityState.T_BODY) {
        parts++;
        String type = stream.getBodyDescriptor().getMimeType().toLowerCase(Locale.ROOT);
        if (!isReport) {
          return Optional.empty();
        }
        if (status.isEmpty() && STATUS.contains(type)) {
          byte[] body = stream.getDecodedInputStream().readNBytes(MOST_BYTES);
          status = Optional.of(new String(body, type.equals(STATUS.get(0)) ? ISO_8859_1 : UTF_8));
        } else if (status.isPresent() && ORIGINAL.contains(type)) {
          byte[] original = stream.getDecodedInputStream().readNBytes(MOST_BYTES);
          return Optional.of(new Parts(status.get(), original));
        }
      }
    }
    return status.map(text -> new Parts(text, new byte[0]));
  }

  private static Optional<DeliveryStatus> read(Parts parts) {
    String[] groups = EMPTY_LINE.split(parts.status().strip(), MOST_RECIPIENTS + 2);
    Optional<String> envelopeId = first(HeaderFields.of(bytes(groups[0])), "Original-Envelope-Id");
    Optional<String> messageId = first(HeaderFields.of(parts.original()), "Message-ID");
    if (envelopeId.isEmpty() && messageId.isEmpty()) {
      return Optional.empty();
    }
    List<DeliveryReport> reports = new ArrayList<>();
    for (int n = 1; n < Math.min(groups.length, MOST_RECIPIENTS + 1); n++) {
      report(HeaderFields.of(bytes(groups[n]))).ifPresent(reports::add);
    }
    return reports.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new DeliveryStatus(
                envelopeId.map(DeliveryStatus::plain).orElse(""), messageId, reports));
  }

  private static byte[] bytes(String group) {
    return group.getBytes(UTF_8);
  }

  private static Optional<DeliveryReport> report(HeaderFields fields) {
    Optional<Kind> kind = first(fields, "Action").flatMap(DeliveryStatus::kind);
    Optional<String> address =
        first(fields, "Original-Recipient")
            .or(() -> first(fields, "Final-Recipient"))
            .map(DeliveryStatus::address);
    if (kind.isEmpty() || address.isEmpty()) {
      return Optional.empty();
    }
    String text =
        first(fields, "Diagnostic-Code")
            .map(DeliveryStatus::withoutType)
            .or(() -> first(fields, "Status"))
            .orElse("");
    return Optional.of(
        new DeliveryReport(
            address.get(), kind.get(), text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip()));
  }

  /** Ignores other actions: the mail went on to a list, or to a system without reports. */
  private static Optional<Kind> kind(String action) {
    return switch (action.toLowerCase(Locale.ROOT)) {
      case "failed" -> Optional.of(Kind.FAILED);
      case "delayed" -> Optional.of(Kind.DELAYED);
      case "delivered" -> Optional.of(Kind.DELIVERED);
      default -> Optional.empty();
    };
  }

  private static Optional<String> first(HeaderFields fields, String name) {
    return fields
        .all(name)
        .findFirst()
        .map(value -> new String(value.getBytes(ISO_8859_1), UTF_8))
        .filter(value -> !value.isEmpty());
  }

  /** Removes the address type, like {@code rfc822;}, and angle brackets of some servers. */
  private static String address(String value) {
    return EscapedAddress.plain(plain(withoutType(value))).replaceAll("^<(.*)>$", "$1");
  }

  private static String withoutType(String value) {
    return value.substring(value.indexOf(';') + 1).strip();
  }

  /** Decodes xtext (RFC 3461, 4). */
  private static String plain(String xtext) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    var escapes = ESCAPED.matcher(xtext);
    int from = 0;
    while (escapes.find()) {
      out.writeBytes(xtext.substring(from, escapes.start()).getBytes(UTF_8));
      out.write(Integer.parseInt(escapes.group(1), 16));
      from = escapes.end();
    }
    out.writeBytes(xtext.substring(from).getBytes(UTF_8));
    return out.toString(UTF_8);
  }
}
