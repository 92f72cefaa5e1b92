package arashi.mime.view;

import arashi.mime.text.TextCleaner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;

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

  /** Returns the recipients as shown in a list: folded, in UTF-8, cut likewise. */
  public static byte[] recipients(String label) {
    return key(label);
  }

  /** Returns the subject without answer and list prefixes: folded, in UTF-8, cut likewise. */
  public static byte[] subject(Envelope envelope) {
    return key(bareSubject(envelope.subject()));
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
    return fold(whole.substring(at));
  }

  private static int behindOne(String subject, int from) {
    int end =
        SubjectPrefix.FORWARD.behindOne(subject, SubjectPrefix.REPLY.behindOne(subject, from));
    Matcher list = LIST_NAME.matcher(subject).region(end, subject.length());
    return list.lookingAt() ? list.end() : end;
  }

  /** Splits a text into folded words of letters and digits. */
  public static List<String> words(String text) {
    return NO_LETTERS.splitAsStream(fold(text)).filter(word -> !word.isEmpty()).toList();
  }

  /** Folds to lower case without accents, letter by letter, as {@code TermAnalyzer} does. */
  public static String fold(String text) {
    if (TextCleaner.isAscii(text)) {
      return text.toLowerCase(Locale.ROOT); // the same object if it is folded already
    }
    String in = TextCleaner.composed(text);
    StringBuilder out = new StringBuilder(in.length() + 16);
    char[] beyondAscii = new char[2];
    char[] folded = new char[4 * beyondAscii.length];
    for (int at = 0; at < in.length(); ) {
      char c = in.charAt(at);
      if (c < 0x80) {
        out.append(c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c);
        at++;
      } else {
        int point = in.codePointAt(at);
        int length = Character.toChars(Character.toLowerCase(point), beyondAscii, 0);
        out.append(folded, 0, ASCIIFoldingFilter.foldToASCII(beyondAscii, 0, folded, 0, length));
        at += Character.charCount(point);
      }
    }
    return out.toString();
  }

  private static byte[] key(String text) {
    String folded = fold(TextCleaner.cut(text, MAX_CHARS)).replaceAll("^[^\\p{L}\\p{N}]+", "");
    byte[] utf8 = folded.getBytes(StandardCharsets.UTF_8);
    int end = Math.min(MAX_BYTES, utf8.length);
    while (end < utf8.length && end > 0 && (utf8[end] & 0xc0) == 0x80) {
      end--;
    }
    return Arrays.copyOf(utf8, end);
  }
}
