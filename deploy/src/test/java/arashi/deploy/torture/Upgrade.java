package arashi.deploy.torture;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.deploy.Answer;
import db.migrations.Database;
import db.migrations.EmbeddedServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/** A data directory of an older release that the present one takes over, and what it had before. */
final class Upgrade implements AutoCloseable {
  static final String USER = "reader";

  private static final int MAILS = 400;
  private static final int WORDS = 60;

  /** A small directory is converted in more steps than there are kills. */
  private static final String SMALL_STEPS =
      "search-index { converted-per-step = 5, lease = 2 s, round = 2 s }";

  /** Ends a line of quoted-printable text within a word. */
  private static final Pattern SOFT_BREAK = Pattern.compile("=\r?\n");

  /** A line of a part in base64. */
  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]+={0,2}");

  private static final int QUERIES = 150;
  private static final int MOST_HITS = 3_000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration LONGEST = Duration.ofMinutes(20);
  private static final Duration BETWEEN = Duration.ofMillis(50);

  private final Victim victim;
  private final Before before;
  private final Random random;
  private final Tally tally;
  private int more; // hits that the old release did not have

  /** How far it is, as the tables say. */
  enum Step {
    /** Nothing serves, or the tables are not of this release yet. */
    TABLES,
    /** The old index is being taken over. */
    INDEX,
    /** That is done; links and threads are being added. */
    LINKS,
    /** All is there; small segments are being folded. */
    FOLDS,
    DONE
  }

  private Upgrade(Victim victim, Before before, Random random, Tally tally) {
    this.victim = victim;
    this.before = before;
    this.random = random;
    this.tally = tally;
  }

  /**
   * A directory that was never opened by this release: a copy of the one that a system property
   * names, else a small one.
   */
  static Upgrade prepare(String name, Random random, Tally tally) throws Exception {
    Path original = OldRelease.directory();
    Victim victim = original == null ? small(name) : large(original, name);
    try (EmbeddedServer server =
        EmbeddedServer.start(victim.data().resolve("database"), EmbeddedServer.Settings.DEFAULT)) {
      Database database = server.database(1);
      Node.Login login = new Node.Login(database.url(), database.user(), database.password());
      if (original == null) {
        OldRelease.make(login, USER);
      }
      try (Connection connection = login.connect()) {
        Before before = Before.of(connection, USER, random);
        tally.acknowledged(before.mails());
        return new Upgrade(victim, before, random, tally);
      }
    }
  }

  private static Victim large(Path original, String name) {
    return Victim.copyOf(original, name, "embedded.buffer-pool = auto", "demo = false");
  }

  private static Victim small(String name) {
    Victim victim = Victim.fresh(name, "demo = false", SMALL_STEPS).start();
    victim.addUser(USER);
    victim.load(USER, new Prose("old", MAILS, WORDS).writeTo(victim.folder()));
    victim.stop();
    return victim;
  }

  Victim victim() {
    return victim;
  }

  Before before() {
    return before;
  }

  /** How far it is; any failure means that the database is not ready to say. */
  Step step() {
    try (Connection connection = victim.connect();
        Statement statement = connection.createStatement()) {
      if (count(statement, "flyway_schema_history WHERE version = '7' AND success") == 0) {
        return Step.TABLES;
      }
      if (count(statement, "search_conversion") > 0) {
        return Step.INDEX;
      }
      if (count(statement, "account WHERE linked_to < " + Long.MAX_VALUE) > 0) {
        return Step.LINKS;
      }
      String old =
          "information_schema.tables WHERE table_schema = DATABASE()"
              + " AND table_name = 'search_term'";
      boolean folds = count(statement, "search_segment WHERE state <> 2") > 0;
      return folds || count(statement, old) > 0 ? Step.FOLDS : Step.DONE;
    } catch (SQLException | RuntimeException e) {
      return Step.TABLES;
    }
  }

  private static long count(Statement statement, String rows) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + rows)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Waits until it has come to a step. */
  void await(Step step) {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (step().compareTo(step) < 0) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "still at " + step() + " after " + LONGEST + ", not at " + step);
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  /** Milliseconds that the migrations to a version took, as their history says. */
  List<String> migrations() throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection connection = victim.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT version, execution_time FROM flyway_schema_history WHERE version > "
                    + OldRelease.VERSION
                    + " ORDER BY installed_rank")) {
      while (rows.next()) {
        found.add("version " + rows.getString(1) + " " + rows.getLong(2) + " ms");
      }
    }
    return found;
  }

  /** Once it is done: everything is as it was, found as it was, and complete. */
  void check() throws SQLException {
    try (Connection connection = victim.connect()) {
      before.compare(connection, USER, tally);
      new Auditor(connection, USER).checkMail(tally);
    }
    Visitor visitor = Visitor.signIn(victim.url(), USER, PATIENCE);
    int compared = 0;
    for (int attempt = 0; attempt < 2 * QUERIES && compared < QUERIES; attempt++) {
      List<String> words = before.scan().query(random);
      List<String> expected = before.scan().hits(words);
      if (expected.size() <= MOST_HITS) {
        compared++;
        compare(visitor, words, expected);
      }
    }
    tally.note(compared + " searches to the end were compared with what the old release knew");
    tally.note("they found " + more + " times a mail of whose words it had not indexed all");
  }

  /**
   * Compares a search. It may find more than the old release knew, which indexed a part of a long
   * mail only, if these mails do have the words.
   */
  private void compare(Visitor visitor, List<String> words, List<String> expected) {
    Optional<List<String>> answer = Search.all(visitor::get, words);
    if (answer.isEmpty()) {
      tally.fault(Fault.COUNTERS, "a search for " + words + " is not served");
      return;
    }
    List<String> found = new ArrayList<>(answer.get());
    Set<String> known = new HashSet<>(expected);
    int before = found.size();
    found.removeIf(path -> !known.contains(path) && haveAll(visitor.get(path + "/raw"), words));
    more += before - found.size();
    if (!found.equals(expected)) {
      tally.fault(Fault.COUNTERS, Search.difference(words, expected, found));
    }
  }

  private static boolean haveAll(Answer raw, List<String> words) {
    String text = decoded(raw.text()).toLowerCase(Locale.ROOT);
    return raw.status() == 200
        && new HashSet<>(List.of(text.split("[^a-z0-9]+"))).containsAll(words);
  }

  /** The mail without soft line breaks, and what its lines in base64 say. */
  private static String decoded(String raw) {
    StringBuilder text = new StringBuilder(SOFT_BREAK.matcher(raw).replaceAll(""));
    StringBuilder packed = new StringBuilder();
    for (String line : (raw + "\n\n").split("\r?\n", -1)) {
      if (BASE64.matcher(line).matches()) {
        packed.append(line.replace("=", ""));
      } else if (packed.length() > 0) {
        int whole = packed.length() / 4 * 4;
        byte[] octets = Base64.getDecoder().decode(packed.substring(0, whole));
        text.append('\n').append(new String(octets, UTF_8));
        packed.setLength(0);
      }
    }
    return text.toString();
  }

  @Override
  public void close() {
    victim.close();
  }
}
