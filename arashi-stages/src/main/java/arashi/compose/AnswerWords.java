package arashi.compose;

import java.util.Locale;

/**
 * Words around the quoted text of an answer. Subject prefixes are not translated: {@code Re:} and
 * {@code Fwd:} are the same in all languages.
 *
 * @param locale format of dates
 * @param wrote line above a quotation; <code>{0}</code> stands for the date, <code>{1}</code> for
 *     the author
 * @param wroteUndated the same for a mail without a date
 * @param forwarded line above a forwarded mail
 * @param from label of a forwarded mail's author, and so on
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

  /** English words. */
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
