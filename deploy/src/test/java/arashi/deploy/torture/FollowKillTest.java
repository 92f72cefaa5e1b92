package arashi.deploy.torture;

import static arashi.deploy.Client.field;

import arashi.deploy.Browser;
import arashi.deploy.EventReader.Event;
import db.migrations.Database;
import db.migrations.EmbeddedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A follower at one node gets each change made at another. */
@Torture
class FollowKillTest {
  private static final String USER = "follower@example.org";
  private static final int MAILS = 40;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BETWEEN = Duration.ofMillis(20);

  @TempDir private Path downloads;
  private Node.Login login;
  private Node first;
  private Node second;

  /** A change, by its number and the folder that it was made in. */
  private record Change(long modSeq, long folder) {}

  private interface Scenario {
    void run(Random random) throws Exception;
  }

  private void withTwoNodes(String name, Scenario scenario) throws Exception {
    Path folder = Victim.emptyFolder(name);
    Path data = Files.createDirectories(folder.resolve("database"));
    try (EmbeddedServer server = EmbeddedServer.start(data, EmbeddedServer.Settings.DEFAULT)) {
      Database database = server.database(1);
      login = new Node.Login(database.url(), database.user(), database.password());
      try (Node one = new Node(folder.resolve("first"), login, "demo = false").start();
          Node two = new Node(folder.resolve("second"), login, "demo = false").start()) {
        first = one;
        second = two;
        two.addUser(USER);
        two.command("import", "--user", USER, mails(folder.resolve("mails.mbox")).toString()).end();
        scenario.run(Plan.random(name));
      }
    }
  }

  private static Path mails(Path file) throws IOException {
    StringBuilder mbox = new StringBuilder();
    for (int n = 0; n < MAILS; n++) {
      mbox.append(
              "From a@example.org Mon Jan  1 00:00:00 2024\nFrom: a@example.org\nSubject: Mail ")
          .append(n)
          .append("\n\nText\n\n");
    }
    return Files.writeString(file, mbox, StandardCharsets.UTF_8);
  }

  private long number(String column, String table, String condition) throws SQLException {
    try (Connection c = login.connect();
        Statement statement = c.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT " + column + " FROM " + table + " WHERE " + condition)) {
      row.next();
      return row.getLong(1);
    }
  }

  private long modSeq() throws SQLException {
    return number("modseq", "account", "name = '" + USER + "'");
  }

  private long inbox() throws SQLException {
    String account = "(SELECT id FROM account WHERE name = '" + USER + "')";
    return number("folder", "folder", "role = 'inbox' AND account = " + account);
  }

  @Test
  @DisplayName("node killed while a listener follows it")
  void theStreamGoesOnWithoutAGapOrADouble(Tally tally) throws Exception {
    withTwoNodes(
        "follow",
        random -> {
          Visitor writer = Visitor.signIn(second.url(), USER, PATIENCE);
          long start = modSeq();
          Listener listener =
              new Listener(first, Visitor.signIn(first.url(), USER, PATIENCE), start);
          listener.start();
          List<Change> changes = new ArrayList<>();
          for (int round = 0; round < Plan.rounds(20, 3); round++) {
            tally.round();
            int before = random.nextInt(8);
            change(writer, before, changes);
            first.kill();
            change(writer, random.nextInt(8), changes);
            first.start();
            change(writer, random.nextInt(8), changes);
          }
          awaitAll(listener);
          listener.end();
          tally.acknowledged(changes.size());
          audit(start, listener.events(), changes, tally);
        });
  }

  /** Puts the star on mails and takes it off, one after the other. */
  private void change(Visitor writer, int count, List<Change> changes) throws SQLException {
    long inbox = inbox();
    for (int i = 0; i < count; i++) {
      flag(writer, inbox, changes.size());
      changes.add(new Change(modSeq(), inbox));
    }
  }

  private static void flag(Visitor writer, long inbox, int n) {
    String way = n / MAILS % 2 == 0 ? "set" : "clear";
    writer.post(
        "/mail/" + inbox + "/flag", List.of(field("uid", 1 + n % MAILS), field(way, "flagged")));
  }

  private void awaitAll(Listener listener) throws SQLException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (listener.last() < modSeq() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  private static void audit(long start, List<Event> events, List<Change> changes, Tally tally) {
    long last = start;
    for (Event event : events) {
      if (event.id() <= last) {
        tally.fault(Fault.DOUBLED, event + " after " + last);
      }
      last = event.id();
    }
    for (Change change : changes) {
      boolean told =
          events.stream()
              .filter(event -> event.id() >= change.modSeq())
              .findFirst()
              .filter(event -> names(event, change.folder()))
              .isPresent();
      if (!told) {
        tally.fault(Fault.LOST, change.toString());
      }
    }
  }

  private static boolean names(Event event, long folder) {
    String[] folders = event.data().replaceAll("[^0-9,]", "").split(",", -1);
    return event.data().contains("\"all\"") || Arrays.asList(folders).contains("" + folder);
  }

  @Test
  @DisplayName("changes shown by a browser at the other node")
  void aBrowserShowsWhatIsChangedElsewhere(Tally tally) throws Exception {
    withTwoNodes(
        "shown",
        random -> {
          try (Browser one = browserAt(first);
              Browser two = browserAt(second)) {
            Visitor atFirst = Visitor.signIn(first.url(), USER, PATIENCE);
            Visitor atSecond = Visitor.signIn(second.url(), USER, PATIENCE);
            int changes = Plan.rounds(1_000, 6);
            long[] delays = new long[changes];
            for (int n = 0; n < changes; n++) {
              tally.round();
              boolean there = n % 2 == 0;
              delays[n] = delay(there ? atSecond : atFirst, there ? one : two, n, tally);
            }
            Arrays.sort(delays);
            tally.acknowledged(changes);
            tally.note(
                String.format(
                    Locale.ROOT,
                    "shown after %d ms at the median, %d ms at the 99th percentile, %d ms at most",
                    delays[changes / 2],
                    delays[Math.min(changes - 1, changes * 99 / 100)],
                    delays[changes - 1]));
          }
        });
  }

  private Browser browserAt(Node node) throws SQLException {
    Browser browser = Browser.start(downloads, true);
    browser.open(node.url());
    browser.find("#name").sendKeys(USER);
    browser.find("#password").sendKeys(Victim.PASSWORD);
    browser.find("form[action='/login'] button").click();
    browser.find("#folders");
    browser.open(node.url().resolve("/mail/" + inbox()));
    browser.find("#list .rows li");
    browser
        .driver()
        .executeScript(
            "window.shown = {}; const known = {};"
                + "const look = () => { for (const row of document.querySelectorAll('#list .rows li'))"
                + " { const uid = row.querySelector('input').value;"
                + " const starred = row.querySelector('.i-starred') !== null;"
                + " if (starred !== (known[uid] ?? false)) {"
                + " known[uid] = starred; window.shown[uid] = Date.now(); } } };"
                + "new MutationObserver(look).observe(document, {subtree: true, childList: true});");
    return browser;
  }

  /** Milliseconds from the answer to a change until a browser shows it. */
  private long delay(Visitor writer, Browser browser, int n, Tally tally) throws SQLException {
    int uid = 1 + n % MAILS;
    browser.driver().executeScript("delete window.shown[" + uid + "]");
    flag(writer, inbox(), n);
    long answered = System.currentTimeMillis();
    String shown = "return window.shown[" + uid + "] ?? 0";
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() - deadline < 0) {
      long at = ((Number) browser.driver().executeScript(shown)).longValue();
      if (at != 0) {
        return Math.max(0, at - answered);
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
    tally.fault(Fault.LOST, "change " + n + " was not shown");
    return PATIENCE.toMillis();
  }
}
