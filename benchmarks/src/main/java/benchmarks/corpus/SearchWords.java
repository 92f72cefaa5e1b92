package benchmarks.corpus;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Words to search a mailbox for, chosen by how many of its mails have them.
 *
 * @param common in about 30 % of the mails
 * @param rare in about three mails
 * @param pairs two words each, of which each is in about 10 %
 * @param phrases two neighbours each, in about 1 %, as they are typed
 * @param subjects words of the subject in about 1 %, as they are typed
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

  /** No words of any language, and of no length that an encoding has. */
  private static final List<String> IN_NO_MAIL =
      IntStream.range(0, EACH).mapToObj(i -> "qzxjvk" + (char) ('a' + i) + "wqx").toList();

  /** A choice of words alone. */
  public SearchWords(List<String> common, List<String> rare, List<String> pairs) {
    this(common, rare, pairs, List.of(), List.of());
  }

  /** Words that no mail has. */
  public List<String> none() {
    return IN_NO_MAIL;
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
      return mails.entrySet().stream()
          .sorted(
              Comparator.<Map.Entry<String, Integer>>comparingDouble(
                      e -> Math.abs(e.getValue() - wanted))
                  .thenComparing(Map.Entry.comparingByKey()))
          .limit(words)
          .map(Map.Entry::getKey)
          .toList();
    }

    List<String> typed(String format, double wanted) {
      return nearest(wanted, EACH).stream().map(format::formatted).toList();
    }
  }

  /**
   * Chooses from an mbox. Words that stand in no line of text, such as encoded ones, don't count.
   */
  public static SearchWords of(Path mbox) throws IOException {
    Counter words = new Counter();
    Counter phrases = new Counter();
    Counter subjects = new Counter();
    int mails = 0;
    boolean header = false;
    boolean blank = true;
    try (BufferedReader lines = Files.newBufferedReader(mbox, StandardCharsets.ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (blank && line.startsWith("From ")) {
          List.of(words, phrases, subjects).forEach(Counter::endMail);
          header = true;
          mails++;
        } else if (header && line.startsWith(SUBJECT)) {
          String subject = line.substring(SUBJECT.length()).toLowerCase(Locale.ROOT);
          WORD.matcher(subject).results().forEach(word -> subjects.inMail.add(word.group()));
        } else if (!header && isText(line)) {
          words(line, words.inMail, phrases.inMail);
        }
        blank = line.isEmpty();
        header &= !blank;
      }
    }
    List.of(words, phrases, subjects).forEach(Counter::endMail);
    List<String> pairs = new ArrayList<>();
    List<String> tenth = words.nearest(0.1 * mails, 2 * EACH);
    for (int i = 0; i + 1 < tenth.size(); i += 2) {
      pairs.add(tenth.get(i) + " " + tenth.get(i + 1));
    }
    return new SearchWords(
        words.nearest(0.3 * mails, EACH),
        words.nearest(3, EACH),
        List.copyOf(pairs),
        phrases.typed("\"%s\"", 0.01 * mails),
        subjects.typed("subject:%s", 0.01 * mails));
  }

  private static boolean isText(String line) {
    return line.indexOf(' ') > 0 && line.indexOf('<') < 0 && line.indexOf(':') < 0;
  }

  /** Adds the words of a line, and its neighbours that are separated by one blank. */
  private static void words(String line, Set<String> words, Set<String> phrases) {
    Matcher matcher = WORD.matcher(line);
    String before = null;
    int ended = 0;
    while (matcher.find()) {
      words.add(matcher.group());
      if (before != null && matcher.start() == ended + 1 && line.charAt(ended) == ' ') {
        phrases.add(before + " " + matcher.group());
      }
      before = matcher.group();
      ended = matcher.end();
    }
  }
}
