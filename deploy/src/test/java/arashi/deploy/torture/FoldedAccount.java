package arashi.deploy.torture;

import static arashi.deploy.Client.field;

import arashi.deploy.Answer;
import arashi.deploy.Arashi;
import arashi.deploy.Client.Field;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * An account whose index several nodes fold, while imports add mails to it and a client deletes
 * some. Its first mails stay, so that searches for their words have one right answer at any moment.
 */
final class FoldedAccount {
  static final String USER = "folded";

  /** Small segments and steps: a fold takes long enough to be struck. */
  static final String SETTINGS =
      "search-index { fan-out = 4, blocks-per-step = 4, pause = 5 ms, round = 1 s, lease = 2 s }";

  private static final int MAILS = 600;
  private static final int WORDS = 60;
  private static final int DELETED = 60;
  private static final int QUERIES = 40;
  private static final int ATTEMPTS = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration FOLDS_BEGIN = Duration.ofSeconds(15);
  private static final Duration FOLDS_END = Duration.ofSeconds(60);
  private static final Duration BETWEEN = Duration.ofMillis(5);

  private final Tally tally;
  private final Random random;
  private final Path folder;
  private final Connector database;
  private int boxes;
  private int strikes;
  private int struck;

  /** Connects to the database as it is now. */
  @FunctionalInterface
  interface Connector {
    Connection connect() throws SQLException;
  }

  /** A command that is begun, by its arguments. */
  @FunctionalInterface
  interface Command {
    Arashi.Running begin(String... arguments);
  }

  /**
   * The account {@link #USER}, which exists and is empty.
   *
   * @param folder for files that are imported
   */
  FoldedAccount(Tally tally, Random random, Path folder, Connector database) {
    this.tally = tally;
    this.random = random;
    this.folder = folder;
    this.database = database;
  }

  /** Mails with words of their own, on the way into the account. */
  final class Coming {
    private final Command command;
    private final Path file;
    private Arashi.Running running;

    private Coming(Command command, Path file) {
      this.command = command;
      this.file = file;
      this.running = begin();
    }

    private Arashi.Running begin() {
      return command.begin("import", "--user", USER, file.toString());
    }

    /** Waits until all are there; an import that an outage ended is begun again. */
    void finish() {
      Arashi.Outcome outcome = running.end();
      for (int n = 1; outcome.exit() != 0 && n < ATTEMPTS; n++) {
        tally.note("an import ended: " + Import.lastLine(outcome));
        running = begin();
        outcome = running.end();
      }
      if (outcome.exit() == 0) {
        tally.acknowledged(MAILS);
      } else {
        tally.fault(Fault.OTHER, "an import failed: " + Import.lastLine(outcome));
      }
    }
  }

  /** Begins to import mails. */
  Coming add(Command command) {
    String name = Character.toString('a' + boxes / 26) + (char) ('a' + boxes % 26);
    boxes++;
    return new Coming(command, new Prose(name, MAILS, WORDS).writeTo(folder));
  }

  /** Returns the required results of searches; call it while the account does not change. */
  Scan scan() throws SQLException {
    try (Connection connection = database.connect()) {
      return Scan.of(connection, USER);
    }
  }

  /** Waits for a moment at which a fold is under way, if one comes soon. */
  void awaitFold() throws SQLException {
    boolean folds = false;
    long deadline = System.nanoTime() + FOLDS_BEGIN.toNanos();
    try (Connection connection = database.connect()) {
      while (!folds && System.nanoTime() - deadline < 0) {
        folds = count(connection, "state = 1") > 0;
        LockSupport.parkNanos(BETWEEN.toNanos());
      }
    }
    LockSupport.parkNanos(Plan.between(random, 0, 300).toNanos());
    strikes++;
    struck += folds ? 1 : 0;
  }

  /** Waits until no fold is left on any node. */
  void awaitNoFold() throws SQLException {
    long deadline = System.nanoTime() + FOLDS_END.toNanos();
    try (Connection connection = database.connect()) {
      while (count(connection, "state <> 2") > 0) {
        if (System.nanoTime() - deadline > 0) {
          tally.fault(Fault.OTHER, "folds are left " + FOLDS_END + " after the last mail");
          return;
        }
        LockSupport.parkNanos(BETWEEN.toNanos());
      }
      tally.note(
          struck
              + " of "
              + strikes
              + " strikes hit a fold; "
              + count(connection, "state = 2")
              + " segments are left of "
              + boxes * MAILS
              + " mails");
    }
  }

  private static long count(Connection connection, String condition) throws SQLException {
    return new Auditor(connection, USER).segments(condition);
  }

  /** Deletes some mails for good, but none of the given scan. A refusal is none of its business. */
  void deleteSome(URI node, Scan kept) throws SQLException {
    long inbox;
    long trash;
    List<Long> chosen = new ArrayList<>();
    try (Connection connection = database.connect()) {
      Auditor auditor = new Auditor(connection, USER);
      inbox = auditor.folder("inbox");
      trash = auditor.folder("trash");
      List<Long> others = new ArrayList<>(auditor.uids(inbox));
      others.removeIf(uid -> kept.has("/mail/" + inbox + "/" + uid));
      for (int i = 0; i < DELETED && !others.isEmpty(); i++) {
        chosen.add(others.remove(random.nextInt(others.size())));
      }
    }
    delete(node, inbox, chosen);
    try (Connection connection = database.connect()) {
      delete(node, trash, new Auditor(connection, USER).uids(trash));
    }
  }

  private static void delete(URI node, long folder, List<Long> uids) {
    List<Field> fields = uids.stream().map(uid -> field("uid", uid)).toList();
    try {
      if (!uids.isEmpty()) {
        Visitor.signIn(node, USER, PATIENCE).post("/mail/" + folder + "/delete", fields);
      }
    } catch (UncheckedIOException | Visitor.TurnedAwayException e) {
      // what the tables have is searched for, deleted or not
    }
  }

  /** Compares searches of each node with a scan, and the rows with each other. */
  void check(List<URI> nodes) throws SQLException {
    Scan scan = scan();
    for (URI node : nodes) {
      Visitor visitor = Visitor.signIn(node, USER, PATIENCE);
      for (int i = 0; i < QUERIES; i++) {
        compare(scan, scan.query(random), path -> visitor.get(path));
      }
    }
    try (Connection connection = database.connect()) {
      new Auditor(connection, USER).checkRows(tally);
    }
  }

  private void compare(Scan scan, List<String> words, Function<String, Answer> get) {
    Optional<List<String>> found = Search.all(get, words);
    List<String> expected = scan.hits(words);
    if (found.isEmpty()) {
      tally.fault(Fault.OTHER, "a search for " + words + " is refused though all is well");
    } else if (!found.get().equals(expected)) {
      tally.fault(Fault.COUNTERS, Search.difference(words, expected, found.get()));
    }
  }
}
