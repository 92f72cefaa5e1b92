package arashi.deploy.torture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;

/**
 * What an account of an older release has: its rows, and what some words find, by the terms that
 * the release remembered with each message.
 *
 * @param mails number of messages
 * @param tables rows that an upgrade leaves as they are
 * @param scan of sampled words
 */
record Before(int mails, List<List<String>> tables, Scan scan) {
  /** Flag 1 is set by who reads a mail, and counted in {@code unread}. */
  private static final List<String> KEPT =
      List.of(
          "SELECT message, HEX(sha256), size FROM message WHERE account = ? ORDER BY message",
          "SELECT folder, uid, message, flags >> 1, received_at, size, subject FROM item"
              + " WHERE account = ? ORDER BY folder, uid",
          "SELECT folder, parent, name, role, uidvalidity, uidnext, total, bytes FROM folder"
              + " WHERE account = ? ORDER BY folder");

  private static final int SAMPLED_MAILS = 50;
  private static final int WORDS_OF_MAIL = 6;

  /** Words that both analysers leave as they are. */
  private static final Pattern WORD = Pattern.compile("[a-z]{3,20}");

  /** Reads an account. */
  static Before of(Connection connection, String user, Random random) throws SQLException {
    long account = new Auditor(connection, user).account();
    List<List<String>> tables = tables(connection, account);
    int mails = tables.get(0).size();
    Set<String> words = new HashSet<>();
    double share = Math.min(1, (double) SAMPLED_MAILS / mails);
    eachMail(
        connection,
        account,
        (path, terms) -> {
          if (random.nextDouble() < share) {
            words.addAll(some(terms, random));
          }
        });
    Scan scan = new Scan();
    eachMail(
        connection,
        account,
        (path, terms) -> {
          terms.retainAll(words);
          scan.add(path, terms);
        });
    return new Before(mails, tables, scan.complete());
  }

  private static List<String> some(Set<String> terms, Random random) {
    List<String> words =
        new ArrayList<>(terms.stream().filter(WORD.asMatchPredicate()).sorted().toList());
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < WORDS_OF_MAIL && !words.isEmpty(); i++) {
      chosen.add(words.remove(random.nextInt(words.size())));
    }
    return chosen;
  }

  private interface TermReader {
    void read(String path, Set<String> terms);
  }

  /** The newest first. */
  private static void eachMail(Connection connection, long account, TermReader reader)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT i.folder, i.uid, m.terms FROM item i JOIN message m ON m.account = i.account"
                + " AND m.message = i.message WHERE i.account = ? ORDER BY i.message DESC",
            ResultSet.TYPE_FORWARD_ONLY,
            ResultSet.CONCUR_READ_ONLY)) {
      statement.setFetchSize(Integer.MIN_VALUE); // row by row: all at once would not fit
      statement.setLong(1, account);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          String path = "/mail/" + rows.getLong(1) + "/" + rows.getLong(2);
          reader.read(path, unpacked(rows.getBytes(3)));
        }
      }
    }
  }

  private static Set<String> unpacked(byte[] terms) {
    try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(terms))) {
      return new HashSet<>(List.of(new String(in.readAllBytes(), UTF_8).split("\n")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<List<String>> tables(Connection connection, long account)
      throws SQLException {
    List<List<String>> tables = new ArrayList<>();
    for (String sql : KEPT) {
      tables.add(rows(connection, sql, account));
    }
    return tables;
  }

  private static List<String> rows(Connection connection, String sql, long account)
      throws SQLException {
    List<String> found = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, account);
      try (ResultSet rows = statement.executeQuery()) {
        int columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
          StringBuilder line = new StringBuilder();
          for (int i = 1; i <= columns; i++) {
            line.append(rows.getString(i)).append('|');
          }
          found.add(line.toString());
        }
      }
    }
    return found;
  }

  /** Counts rows that are not as they were. */
  void compare(Connection connection, String user, Tally tally) throws SQLException {
    List<List<String>> now = tables(connection, new Auditor(connection, user).account());
    for (int i = 0; i < tables.size(); i++) {
      Set<String> lost = new HashSet<>(tables.get(i));
      now.get(i).forEach(lost::remove);
      Set<String> others = new HashSet<>(now.get(i));
      tables.get(i).forEach(others::remove);
      lost.forEach(row -> tally.fault(Fault.LOST, "not there, or not as it was: " + row));
      others.forEach(row -> tally.fault(Fault.OTHER, "was not there before: " + row));
    }
  }
}
