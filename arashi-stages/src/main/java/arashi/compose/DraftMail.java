package arashi.compose;

import java.nio.charset.StandardCharsets;

/**
 * Renders a draft as a mail for the folder Drafts, with its fields as typed, valid or not, in UTF-8
 * (RFC 6532). It is shown and searched, but never sent.
 */
public final class DraftMail {
  private DraftMail() {}

  /** Returns the mail of a draft, without files and without a date; the save time dates it. */
  public static byte[] of(Draft draft) {
    StringBuilder mail = new StringBuilder();
    field(mail, "From", draft.from());
    field(mail, "To", draft.to());
    field(mail, "Cc", draft.cc());
    field(mail, "Bcc", draft.bcc());
    field(mail, "Subject", draft.subject());
    field(mail, "MIME-Version", "1.0");
    field(mail, "Content-Type", "text/plain; charset=utf-8");
    field(mail, "Content-Transfer-Encoding", "8bit");
    mail.append("\r\n").append(draft.text().replace("\n", "\r\n")).append("\r\n");
    return mail.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Replaces controls in a value, so that no line break reaches the header. */
  private static void field(StringBuilder mail, String name, String value) {
    if (!value.isBlank()) {
      mail.append(name).append(": ").append(value.replaceAll("\\p{Cntrl}+", " ")).append("\r\n");
    }
  }
}
