package arashi.compose;

import java.util.Locale;

/**
 * Words that an answer puts around the text of the mail that it answers. Prefixes of subjects are
 * not among them: {@code Re:} and {@code Fwd:} are the same in all languages.
 *
 * @param locale how dates are written
 * @param wrote line above a quotation; <code>{0}</code> stands for the date, <code>{1}</code> for
 *     the author
 * @param wroteUndated the same for a mail without a date
 * @param forwarded line above a forwarded mail
 * @param from label of the author of a forwarded mail, and so on
 */
public record AnswerWords(
    Locale locale,
    String wrote,
    String wroteUndated,
    String forwarded,
    String from,
    String date,
    String subject,
    String to,
    String cc) {

  /** Plain English. */
  public static final AnswerWords ENGLISH =
      new AnswerWords(
          Locale.ENGLISH,
          "On {0}, {1} wrote:",
          "{1} wrote:",
          "-------- Forwarded message --------",
          "From",
          "Date",
          "Subject",
          "To",
          "Cc");
}
