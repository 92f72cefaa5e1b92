package arashi.mime.view;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Subject prefixes of answers and forwarded mail in many languages: {@code Re:}, {@code AW:},
 * {@code Fwd:}, {@code 回复：}. Expects composed letters (NFC), in any case. Stateless and
 * thread-safe.
 */
public enum SubjectPrefix {
  /** Reply: German, Dutch, Nordic, Polish, Portuguese, Italian, Turkish, Welsh, Hungarian, …. */
  REPLY(
      "re|ré|aw|antw|antwort|antwoord|sv|svar|vs|odp|odg|res|resp|rif|r|ynt|atb|bls|vá|válasz|răsp"
          + "|απ|σχετ|ответ|отв|回复|回覆|答复|答覆|返信|답장|회신|השב|תגובה|رد"),

  /** Forward: German, French, Spanish, Portuguese, Nordic, Finnish, Dutch, Polish, Turkish, …. */
  FORWARD(
      "fwd?|wg|tr|rv|reenv|enc|vb|vl|fs|i|doorst|pd|ilt|i̇lt|trs|yml|továbbítás|πρθ|пересл"
          + "|转发|轉寄|轉發|転送|전달|הועבר|إعادة توجيه");

  private final Pattern pattern;

  /**
   * Matches counters such as {@code Re[2]:}, {@code Re(2):}, {@code Re^2:}, {@code Re*2:}, {@code
   * Re2:}, and the no-break space of French typography before the colon.
   */
  SubjectPrefix(String words) {
    pattern =
        Pattern.compile(
            ("[\\s\u00a0\u202f\u3000]*(?:" + words + ")[\\s\u00a0\u202f\u3000]?")
                + "(?:\\[\\d{1,3}]|\\(\\d{1,3}\\)|[\\^*]?\\d{1,3})?"
                + "[\\s\u00a0\u202f\u3000]?[:：][\\s\u00a0\u202f\u3000]*",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  /** Returns the end of one prefix that starts at {@code from}; {@code from} if there is none. */
  public int behindOne(String text, int from) {
    Matcher matcher = pattern.matcher(text).region(from, text.length());
    return matcher.lookingAt() ? matcher.end() : from;
  }

  /** Returns the end of a run of prefixes that starts at {@code from}. */
  public int behindAll(String text, int from) {
    int at = from;
    for (int end = behindOne(text, at); end > at; end = behindOne(text, at)) {
      at = end;
    }
    return at;
  }
}
