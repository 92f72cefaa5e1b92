package arashi.ingest;

import arashi.mime.header.RawField;
import arashi.mime.header.RawFields;
import java.util.Locale;
import java.util.Set;

/** Header fields that distinguish a mail from other text (RFC 5322, and common extensions). */
final class KnownFields {
  private static final Set<String> OF_MAIL =
      Set.of(
          "apparently-to",
          "authentication-results",
          "auto-submitted",
          "bcc",
          "cc",
          "comments",
          "content-disposition",
          "content-language",
          "content-transfer-encoding",
          "content-type",
          "date",
          "delivered-to",
          "delivery-date",
          "disposition-notification-to",
          "dkim-signature",
          "domainkey-signature",
          "envelope-to",
          "errors-to",
          "from",
          "importance",
          "in-reply-to",
          "mailing-list",
          "message-id",
          "mime-version",
          "newsgroups",
          "organization",
          "originator",
          "precedence",
          "received",
          "received-spf",
          "references",
          "reply-to",
          "return-path",
          "return-receipt-to",
          "sender",
          "status",
          "subject",
          "thread-index",
          "thread-topic",
          "to",
          "user-agent");

  /** Prefixes of field families, and of mail programs' own fields. */
  private static final Set<String> PREFIXES =
      Set.of(
          "arc-",
          "list-",
          "resent-",
          "x-account-key",
          "x-apple-",
          "x-evolution",
          "x-gm",
          "x-google-",
          "x-imap",
          "x-keywords",
          "x-mailer",
          "x-mimeole",
          "x-mozilla-",
          "x-ms-",
          "x-original-to",
          "x-originating-",
          "x-priority",
          "x-received",
          "x-spam-",
          "x-status",
          "x-uid");

  /** Fields that people don't type at the top of a note. */
  private static final Set<String> OF_PROGRAMS =
      Set.of("message-id", "mime-version", "received", "return-path");

  private KnownFields() {}

  /** Returns whether a line begins a known mail header field. */
  static boolean isField(String line) {
    return isKnown(name(line));
  }

  private static boolean isKnown(String name) {
    return OF_MAIL.contains(name) || PREFIXES.stream().anyMatch(name::startsWith);
  }

  /** Returns whether a line begins a field that only programs write. */
  static boolean isOfPrograms(String line) {
    return OF_PROGRAMS.contains(name(line));
  }

  /** Returns whether a mail's header contains a known field. */
  static boolean areIn(byte[] raw) {
    for (RawField field : RawFields.of(raw)) {
      if (isKnown(field.name())) {
        return true;
      }
    }
    return false;
  }

  private static String name(String line) {
    int colon = line.indexOf(':');
    return colon < 0 ? "" : line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
  }
}
