package arashi.mime.view;

import arashi.mime.text.Folding;
import arashi.mime.text.TextCleaner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Computes the sort keys of lists: short byte strings that compare in the order that people expect.
 */
public final class SortKeys {
  /** Maximum length of a key in bytes. */
  public static final int MAX_BYTES = 32;

  private static final int MAX_CHARS = 512;

  private static final Pattern LIST_NAME = Pattern.compile("\\s*\\[[^\\[\\]]{1,40}\\]\\s*");

  private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{N}]+");

  private SortKeys() {}

  /**
   * Returns the author's name, otherwise the address: folded, in UTF-8, cut at a character
   * boundary.
   */
  public static byte[] from(Envelope envelope) {
    return key(envelope.author().label());
  }

  /** Returns a name or names as shown in a list: folded, in UTF-8, cut likewise. */
  public static byte[] label(String label) {
    return key(label);
  }

  /** Returns the subject without answer and list prefixes: folded, in UTF-8, cut likewise. */
  public static byte[] subject(Envelope envelope) {
    return subject(envelope.subject());
  }

  /** Returns the key of a subject as written, like that of its mail. */
  public static byte[] subject(String written) {
    return key(bareSubject(written));
  }

  /**
   * Strips {@code Re:}, {@code Fwd:} and similar, and {@code [list]}, and folds the rest. A subject
   * that is only prefixes keeps the last one.
   */
  private static String bareSubject(String subject) {
    String whole = TextCleaner.composed(TextCleaner.cut(subject, MAX_CHARS)).strip();
    int at = 0;
    for (int end = behindOne(whole, at); end > at && end < whole.length(); ) {
      at = end;
      end = behindOne(whole, at);
    }
    return Folding.fold(whole.substring(at));
  }

  private static int behindOne(String subject, int from) {
    int end =
        SubjectPrefix.FORWARD.behindOne(subject, SubjectPrefix.REPLY.behindOne(subject, from));
    Matcher list = LIST_NAME.matcher(subject).region(end, subject.length());
    return list.lookingAt() ? list.end() : end;
  }

  /** Splits a text into folded words of letters and digits. */
  public static List<String> words(String text) {
    return NO_LETTERS.splitAsStream(Folding.fold(text)).filter(word -> !word.isEmpty()).toList();
  }

  private static byte[] key(String text) {
    String folded =
        Folding.fold(TextCleaner.cut(text, MAX_CHARS)).replaceAll("^[^\\p{L}\\p{N}]+", "");
    byte[] utf8 = folded.getBytes(StandardCharsets.UTF_8);
    int end = Math.min(MAX_BYTES, utf8.length);
    while (end < utf8.length && end > 0 && (utf8[end] & 0xc0) == 0x80) {
      end--;
    }
    return Arrays.copyOf(utf8, end);
  }
}
