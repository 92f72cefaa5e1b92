package benchmarks.corpus;

import static java.util.Comparator.comparingDouble;
import static java.util.Comparator.naturalOrder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Search words for a mailbox, chosen by the number of mails that have them.
 *
 * @param common in about 30 % of the mails
 * @param rare in about three mails
 * @param pairs two words each, either in about 10 %
 * @param phrases two adjacent words each, in about 1 %, as typed
 * @param subjects words of the subject in about 1 %, as typed
 */
public record SearchWords(
    List<String> common,
    List<String> rare,
    List<String> pairs,
    List<String> phrases,
    List<String> subjects) {
  private static final int EACH = 20;
  private static final int MOST_COUNTED = 300_000;
  private static final Pattern WORD = Pattern.compile("\\b[a-z]{4,12}\\b");
  private static final String SUBJECT = "Subject:";

  /** Without phrases and subjects. */
  public SearchWords(List<String> common, List<String> rare, List<String> pairs) {
    this(common, rare, pairs, List.of(), List.of());
  }

  /** Words of no mail: of no language, and of no length of encoded text. */
  public List<String> none() {
    return IntStream.range(0, EACH).mapToObj(i -> "qzxjvk" + (char) ('a' + i) + "wqx").toList();
  }

  /** The same with other rare words. */
  public SearchWords withRare(List<String> words) {
    return new SearchWords(common, words, pairs, phrases, subjects);
  }

  /** The number of mails that have each word. */
  private static final class Counter {
    private final Map<String, Integer> mails = new HashMap<>();
    private final Set<String> inMail = new HashSet<>();

    void endMail() {
      for (String word : inMail) {
        if (mails.size() < MOST_COUNTED || mails.containsKey(word)) {
          mails.merge(word, 1, Integer::sum);
        }
      }
      inMail.clear();
    }

    List<String> nearest(double wanted, int words) {
      Comparator<String> distance = comparingDouble(word -> Math.abs(mails.get(word) - wanted));
      return mails.keySet().stream()
          .sorted(distance.thenComparing(naturalOrder()))
          .limit(words)
          .toList();
    }

    List<String> typed(String format, double wanted) {
      return nearest(wanted, EACH).stream().map(format::formatted).toList();
    }
  }

  /** Chooses from the lines of text of an mbox, without encoded ones. */
  public static SearchWords of(Path mbox) throws IOException {
    Counter words = new Counter();
    Counter phrases = new Counter();
    Counter subjects = new Counter();
    int mails = 0;
    try (MboxCycle all = new MboxCycle(List.of(mbox), 0, 0)) {
      for (MboxCycle.Mail mail = all.next(); mail.copy() == 0; mail = all.next()) {
        boolean header = true;
        for (String line : mail.lines()) {
          header &= !line.isEmpty();
          if (header && line.startsWith(SUBJECT)) {
            String subject = line.substring(SUBJECT.length()).toLowerCase(Locale.ROOT);
            WORD.matcher(subject).results().forEach(word -> subjects.inMail.add(word.group()));
          } else if (!header && isText(line)) {
            words(line, words.inMail, phrases.inMail);
          }
        }
        List.of(words, phrases, subjects).forEach(Counter::endMail);
        mails++;
      }
    }
    List<String> tenth = words.nearest(0.1 * mails, 2 * EACH);
    return new SearchWords(
        words.nearest(0.3 * mails, EACH),
        words.nearest(3, EACH),
        IntStream.range(0, tenth.size() / 2)
            .mapToObj(i -> tenth.get(2 * i) + " " + tenth.get(2 * i + 1))
            .toList(),
        phrases.typed("\"%s\"", 0.01 * mails),
        subjects.typed("subject:%s", 0.01 * mails));
  }

  private static boolean isText(String line) {
    return line.indexOf(' ') > 0 && line.indexOf('<') < 0 && line.indexOf(':') < 0;
  }

  /** Adds the words of a line, and its pairs that are separated by one blank. */
  private static void words(String line, Set<String> words, Set<String> phrases) {
    List<MatchResult> found = WORD.matcher(line).results().toList();
    for (int i = 0; i < found.size(); i++) {
      words.add(found.get(i).group());
      if (i > 0 && line.substring(found.get(i - 1).end(), found.get(i).start()).equals(" ")) {
        phrases.add(found.get(i - 1).group() + " " + found.get(i).group());
      }
    }
  }
}
