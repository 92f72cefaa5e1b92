package arashi.compose;

import arashi.mime.text.TextCleaner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Subjects of answers. Programs in other languages write prefixes of their own, and so a
 * conversation collects {@code AW: Re: SV:}; a run of them at the start becomes one.
 */
final class Subjects {
  /** Reply: German, Dutch, Nordic, Polish, Portuguese, Italian, Turkish, Welsh, Hungarian, …. */
  private static final String REPLY =
      "re|aw|antw|antwort|sv|vs|odp|res|rif|ynt|atb|bls|vá|válasz|απ|ответ"
          + "|回复|回覆|答复|答覆|返信|답장|회신|השב|תגובה|رد";

  /** Forward: German, French, Spanish, Portuguese, Nordic, Finnish, Dutch, Polish, Turkish, …. */
  private static final String FORWARD =
      "fwd?|wg|tr|rv|enc|vb|vl|doorst|pd|ilt|i̇lt|trs|yml|továbbítás|πρθ|пересл"
          + "|转发|轉寄|轉發|転送|전달|הועבר|إعادة توجيه";

  /** French typography has a no-break space before a colon. */
  private static final String BLANK = "[\\s\u00a0\u202f\u3000]";

  private static final Pattern REPLY_PREFIX = prefix(REPLY);
  private static final Pattern FORWARD_PREFIX = prefix(FORWARD);

  private Subjects() {}

  /** Counters are {@code Re[2]:}, {@code Re(2):}, {@code Re^2:}, {@code Re*2:}, {@code Re2:}. */
  private static Pattern prefix(String words) {
    return Pattern.compile(
        (BLANK + "*(?:" + words + ")" + BLANK + "?")
            + "(?:\\[\\d{1,3}]|\\(\\d{1,3}\\)|[\\^*]?\\d{1,3})?"
            + (BLANK + "?[:：]" + BLANK + "*"),
        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  /** With one {@code Re:}. */
  static String reply(String subject) {
    String rest = TextCleaner.oneLine(subject);
    return ("Re: " + rest.substring(behind(rest, REPLY_PREFIX, 0))).strip();
  }

  /** With one {@code Fwd:}, and behind it one {@code Re:} if it was an answer. */
  static String forward(String subject) {
    String rest = TextCleaner.oneLine(subject);
    boolean answer = false;
    int at = 0;
    for (int start = -1; start != at; ) {
      start = at;
      at = behind(rest, FORWARD_PREFIX, at);
      int behindReplies = behind(rest, REPLY_PREFIX, at);
      answer |= behindReplies > at;
      at = behindReplies;
    }
    return ("Fwd: " + (answer ? "Re: " : "") + rest.substring(at)).strip();
  }

  /** Where the run of a prefix ends that starts at {@code from}. */
  private static int behind(String text, Pattern prefix, int from) {
    Matcher matcher = prefix.matcher(text);
    int at = from;
    while (matcher.region(at, text.length()).lookingAt()) {
      at = matcher.end();
    }
    return at;
  }
}
