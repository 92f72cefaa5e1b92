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

  private static final class Counts {
    final Map<String, Integer> words = new HashMap<>();
    final Map<String, Integer> phrases = new HashMap<>();
    final Map<String, Integer> subjects = new HashMap<>();
    int mails;
  }

  private record InMail(Set<String> words, Set<String> phrases, Set<String> subjects) {
    void addTo(Counts counts) {
      add(words, counts.words);
      add(phrases, counts.phrases);
      add(subjects, counts.subjects);
    }
  }

  /**
   * Chooses from an mbox. Words that stand in no line of text, such as encoded ones, don't count.
   */
  public static SearchWords of(Path mbox) throws IOException {
    Counts counts = count(mbox);
    List<String> pairs = new ArrayList<>();
    List<String> tenth = nearest(counts.words, 0.1 * counts.mails, 2 * EACH);
    for (int i = 0; i + 1 < tenth.size(); i += 2) {
      pairs.add(tenth.get(i) + " " + tenth.get(i + 1));
    }
    return new SearchWords(
        nearest(counts.words, 0.3 * counts.mails, EACH),
        nearest(counts.words, 3, EACH),
        List.copyOf(pairs),
        typed("\"%s\"", nearest(counts.phrases, 0.01 * counts.mails, EACH)),
        typed("subject:%s", nearest(counts.subjects, 0.01 * counts.mails, EACH)));
  }

  private static List<String> typed(String format, List<String> words) {
    return words.stream().map(format::formatted).toList();
  }

  private static Counts count(Path mbox) throws IOException {
    Counts counts = new Counts();
    boolean header = false;
    boolean blank = true;
    InMail mail = new InMail(new HashSet<>(), new HashSet<>(), new HashSet<>());
    try (BufferedReader lines = Files.newBufferedReader(mbox, StandardCharsets.ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (blank && line.startsWith("From ")) {
          mail.addTo(counts);
          header = true;
          counts.mails++;
        } else if (header && line.startsWith(SUBJECT)) {
          words(line.substring(SUBJECT.length()).toLowerCase(Locale.ROOT), mail.subjects, null);
        } else if (!header
            && line.indexOf(' ') > 0
            && line.indexOf('<') < 0
            && line.indexOf(':') < 0) {
          words(line, mail.words, mail.phrases);
        }
        blank = line.isEmpty();
        header &= !blank;
      }
    }
    mail.addTo(counts);
    return counts;
  }

  /** Adds the words of a line, and its neighbours that one blank parts unless that set is null. */
  private static void words(String line, Set<String> words, Set<String> phrases) {
    Matcher matcher = WORD.matcher(line);
    String before = null;
    int ended = 0;
    while (matcher.find()) {
      words.add(matcher.group());
      boolean next = matcher.start() == ended + 1 && line.charAt(ended) == ' ';
      if (phrases != null && before != null && next) {
        phrases.add(before + " " + matcher.group());
      }
      before = matcher.group();
      ended = matcher.end();
    }
  }

  private static void add(Set<String> words, Map<String, Integer> counts) {
    for (String word : words) {
      if (counts.size() < MOST_COUNTED || counts.containsKey(word)) {
        counts.merge(word, 1, Integer::sum);
      }
    }
    words.clear();
  }

  private static List<String> nearest(Map<String, Integer> counts, double wanted, int words) {
    return counts.entrySet().stream()
        .sorted(
            Comparator.<Map.Entry<String, Integer>>comparingDouble(
                    e -> Math.abs(e.getValue() - wanted))
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(words)
        .map(Map.Entry::getKey)
        .toList();
  }
}
