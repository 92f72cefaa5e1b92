package benchmarks.mail;

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
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words to search a mailbox for, chosen by how many of its mails have them.
 *
 * @param common in about 30 % of the mails
 * @param rare in about three mails
 * @param pairs two words each, of which each is in about 10 %
 */
public record SearchWords(List<String> common, List<String> rare, List<String> pairs) {
  private static final int EACH = 20;
  private static final int MOST_COUNTED = 300_000;
  private static final Pattern WORD = Pattern.compile("\\b[a-z]{4,12}\\b");

  /**
   * Chooses from an mbox. Words that stand in no line of text, such as encoded ones, don't count.
   */
  public static SearchWords of(Path mbox) throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    int mails = count(mbox, counts);
    List<String> pairs = new ArrayList<>();
    List<String> tenth = nearest(counts, 0.1 * mails, 2 * EACH);
    for (int i = 0; i + 1 < tenth.size(); i += 2) {
      pairs.add(tenth.get(i) + " " + tenth.get(i + 1));
    }
    return new SearchWords(
        nearest(counts, 0.3 * mails, EACH), nearest(counts, 3, EACH), List.copyOf(pairs));
  }

  private static int count(Path mbox, Map<String, Integer> counts) throws IOException {
    int mails = 0;
    boolean header = false;
    boolean blank = true;
    Set<String> words = new HashSet<>();
    try (BufferedReader lines = Files.newBufferedReader(mbox, StandardCharsets.ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (blank && line.startsWith("From ")) {
          add(words, counts);
          header = true;
          mails++;
        } else if (!header
            && line.indexOf(' ') > 0
            && line.indexOf('<') < 0
            && line.indexOf(':') < 0) {
          Matcher matcher = WORD.matcher(line);
          while (matcher.find()) {
            words.add(matcher.group());
          }
        }
        blank = line.isEmpty();
        header &= !blank;
      }
    }
    add(words, counts);
    return mails;
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
