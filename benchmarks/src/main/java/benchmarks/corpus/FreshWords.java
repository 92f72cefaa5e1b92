package benchmarks.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gives copies of mails as many new words as new mails have. Without them an index of copies has
 * long lists of few words; an index of real mail has short lists of many.
 *
 * <p>The vocabulary of n mails follows Heaps' law, with constants of a mailing list's mail: 119,000
 * terms in 10,000 mails, 200,000 in 19,000.
 *
 * <pre>
 *   V(n) = 119,000 · (n / 10,000)^0.81
 * </pre>
 *
 * H. S. Heaps, <i>Information Retrieval: Computational and Theoretical Aspects</i>, 1978, 7.5. Not
 * thread-safe.
 */
final class FreshWords {
  private static final double TERMS = 119_000;
  private static final double MAILS = 10_000;
  private static final double EXPONENT = 0.81;

  private static final int KEPT = 20;
  private static final Pattern WORD = Pattern.compile("\\b[a-z]{5,10}\\b");

  private final Random random;
  private final List<String> last = new ArrayList<>();
  private long made;

  FreshWords(long seed) {
    this.random = new Random(seed);
  }

  static double vocabulary(long mails) {
    return TERMS * Math.pow(mails / MAILS, EXPONENT);
  }

  /** The number of new words of mail n, from 1. */
  static int of(long n) {
    return (int) (Math.floor(vocabulary(n)) - Math.floor(vocabulary(n - 1)));
  }

  /** Replaces up to {@code wanted} words of a mail's text, at most one in each line. */
  void replaceIn(List<String> mail, int wanted) {
    List<Integer> text = plainText(mail);
    for (int i = 0; i < wanted && !text.isEmpty(); i++) {
      int at = text.remove(random.nextInt(text.size()));
      String line = mail.get(at);
      Matcher word = WORD.matcher(line);
      if (word.find()) {
        String fresh = next(word.group());
        mail.set(at, line.substring(0, word.start()) + fresh + line.substring(word.end()));
      }
    }
  }

  /** Lines of plain words: no headers, code, encoded or quoted text. */
  private static List<Integer> plainText(List<String> mail) {
    List<Integer> found = new ArrayList<>();
    for (int i = mail.indexOf("") + 1; i > 0 && i < mail.size(); i++) {
      String line = mail.get(i);
      boolean words = line.indexOf(' ') > 0 && WORD.matcher(line).find();
      if (words && line.chars().noneMatch(c -> c == '<' || c == '=' || c == ':' || c == '>')) {
        found.add(i);
      }
    }
    return found;
  }

  /** A word with the beginning of another, and a number in letters. */
  private String next(String word) {
    StringBuilder fresh = new StringBuilder(word.substring(0, 4));
    Long.toString(made++, 26)
        .chars()
        .forEach(c -> fresh.append((char) ('a' + Character.digit(c, 26))));
    fresh.append("zq");
    if (last.size() == KEPT) {
      last.remove(0);
    }
    last.add(fresh.toString());
    return fresh.toString();
  }

  /** The latest new words, of one mail each. */
  List<String> last() {
    return List.copyOf(last);
  }
}
