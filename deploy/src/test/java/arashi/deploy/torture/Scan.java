package arashi.deploy.torture;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * What each word must find, by the mails themselves, and not by an index. Safe from any thread once
 * it is complete.
 */
final class Scan {
  private static final int ATTEMPTS = 100;

  private final List<String> mails = new ArrayList<>();
  private final Set<String> paths = new HashSet<>();

  /** For each word the numbers of its mails, ascending: the newest is 0. */
  private final Map<String, List<Integer>> postings = new HashMap<>();

  private List<String> words = List.of();

  /**
   * Reads each raw mail of an account that has {@link Prose}; call it while the account does not
   * change.
   */
  static Scan of(Connection connection, String user) throws SQLException {
    Scan scan = new Scan();
    new Auditor(connection, user)
        .eachMail((message, path, raw) -> scan.add(path, Prose.wordsOf(raw)));
    return scan.complete();
  }

  /** Adds a mail that is older than all before. */
  void add(String path, Set<String> wordsOfMail) {
    for (String word : wordsOfMail) {
      postings.computeIfAbsent(word, unused -> new ArrayList<>()).add(mails.size());
    }
    mails.add(path);
    paths.add(path);
  }

  /** To be called after the last mail. */
  Scan complete() {
    words = postings.keySet().stream().sorted().toList();
    return this;
  }

  /** Path of the folder with the newest mail. */
  String folder() {
    return mails.get(0).substring(0, mails.get(0).lastIndexOf('/'));
  }

  /** True if it has read the mail. */
  boolean has(String path) {
    return paths.contains(path);
  }

  /** Paths of the mails that have all words, newest first. */
  List<String> hits(List<String> query) {
    List<List<Integer>> lists =
        query.stream()
            .map(word -> postings.getOrDefault(word, List.of()))
            .sorted(Comparator.comparingInt(List::size))
            .toList();
    return lists.get(0).stream()
        .filter(mail -> lists.stream().allMatch(list -> isIn(list, mail)))
        .map(mails::get)
        .toList();
  }

  private static boolean isIn(List<Integer> ascending, Integer mail) {
    return Collections.binarySearch(ascending, mail) >= 0;
  }

  /** One word or two that some mails have; each may be common or rare. */
  List<String> query(Random random) {
    String first = words.get(random.nextInt(words.size()));
    List<Integer> hits = postings.get(first);
    Integer mail = hits.get(random.nextInt(hits.size()));
    int attempts = random.nextInt(3) == 0 ? ATTEMPTS : 0;
    for (int attempt = 0; attempt < attempts; attempt++) {
      String second = words.get(random.nextInt(words.size()));
      if (!second.equals(first) && isIn(postings.get(second), mail)) {
        return List.of(first, second);
      }
    }
    return List.of(first);
  }
}
