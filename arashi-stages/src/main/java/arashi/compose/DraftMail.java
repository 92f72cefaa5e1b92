package arashi.compose;

import java.nio.charset.StandardCharsets;

/**
 * A draft as a mail for the folder Drafts: what was typed, right or wrong, in UTF-8 (RFC 6532). It
 * is shown and searched, and never leaves.
 */
public final class DraftMail {
  private DraftMail() {}

  /**
   * The mail of a draft, without its files and without a date: it is dated by when it was saved.
   */
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

  /** No line end of a value reaches the header. */
  private static void field(StringBuilder mail, String name, String value) {
    if (!value.isBlank()) {
      mail.append(name).append(": ").append(value.replaceAll("\\p{Cntrl}+", " ")).append("\r\n");
    }
  }
}
