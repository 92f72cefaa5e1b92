package arashi.deploy.torture;

import static arashi.deploy.Client.field;

import arashi.deploy.Answer;
import arashi.deploy.Client.Field;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client that writes mails to itself: it saves drafts and sends them, corrects the text after an
 * answer that is not the wanted one, and sends the same form again, as people do. One thread.
 */
final class Writing {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BETWEEN = Duration.ofMillis(100);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Pattern SAVED = Pattern.compile("\"version\":(\\d+)");

  private final Victim victim;
  private final Tally tally;
  private final String user;
  private final Random random;
  private final List<Letter> letters = new ArrayList<>();
  private Letter letter;
  private int version;
  private Visitor visitor;
  private URI at;

  /** Adds the user; the service must run. */
  Writing(Victim victim, Tally tally, String user, Random random) {
    this.victim = victim;
    this.tally = tally;
    this.user = user;
    this.random = random;
    victim.addUser(user);
  }

  /** Writes while that is true. */
  void run(BooleanSupplier goesOn) {
    while (goesOn.getAsBoolean()) {
      LockSupport.parkNanos((step() ? BETWEEN : PAUSE).toNanos());
    }
  }

  private boolean step() {
    try {
      if (visitor == null || !victim.url().equals(at)) {
        at = victim.url();
        visitor = null;
        visitor = Visitor.signIn(at, user, PATIENCE);
      }
    } catch (UncheckedIOException | Visitor.TurnedAwayException e) {
      return false;
    }
    if (letter == null) {
      letter = new Letter("Letter " + user.replaceAll("@.*", "") + " " + letters.size());
      letters.add(letter);
      version = 0;
    }
    if (random.nextInt(3) > 0) {
      letter.edit();
    }
    return random.nextInt(3) == 0 ? send() : save();
  }

  private List<Field> form() {
    String key = letter.subject().replaceAll("[^A-Za-z0-9]", "-");
    return List.of(
        field("key", key),
        field("draft", ""),
        field("version", version),
        field("window", key),
        field("edits", letter.edits()),
        field("from", user),
        field("to", user),
        field("subject", letter.subject()),
        field("text", letter.text()));
  }

  private boolean save() {
    Answer answer = post("/drafts", false);
    if (answer == null) {
      return false;
    }
    Matcher saved = SAVED.matcher(answer.text());
    if (answer.status() == 200 && saved.find()) {
      version = Integer.parseInt(saved.group(1));
      letter.saved();
      tally.acknowledged(1);
      return true;
    }
    if (answer.status() == 409 && letter.mayHaveLeft()) {
      letter = null; // the page says that it was sent, and goes on with a draft of its own
      return true;
    }
    failed(answer, false);
    return false;
  }

  private boolean send() {
    Answer answer = post("/send", true);
    if (answer == null) {
      return false;
    }
    if (answer.status() == 303 && !answer.header("Location").startsWith("/login")) {
      letter.sent();
      tally.acknowledged(1);
      letter = null;
      return true;
    }
    boolean hasLeft = answer.page().select(".hint a[href^='/outbox/']").size() == 1;
    if (answer.status() == 409 && hasLeft && letter.mayHaveLeft()) {
      letter.corrected();
      tally.acknowledged(1);
      tally.note("a corrected mail was kept as a draft, because the first had left");
      letter = null;
      return true;
    }
    if (answer.status() == 429) { // too many recipients in an hour: the page says it is saved
      letter.saved();
      letter = null;
      return false;
    }
    failed(answer, true);
    return false;
  }

  /** Returns null if no answer comes. */
  private Answer post(String path, boolean sends) {
    try {
      return sends
          ? visitor.post(path, form())
          : visitor.post(path, form(), "Accept", "application/json");
    } catch (UncheckedIOException e) {
      if (!(e.getCause() instanceof ConnectException)) { // else it was not even asked
        letter.doubted(sends);
        tally.inDoubt();
      }
      return null;
    }
  }

  private void failed(Answer answer, boolean sends) {
    if (answer.status() == 504) {
      letter.doubted(sends);
      tally.inDoubt();
    } else if (answer.status() == 503) {
      letter.refused();
      tally.refused();
    } else if (answer.status() == 303 || answer.status() == 403) {
      visitor = null; // its session is unknown; nothing is done
    } else {
      tally.fault(
          Fault.OTHER,
          letter
              + (sends ? ": a send" : ": a save")
              + " was answered with "
              + answer.status()
              + " "
              + answer.page().text());
      letter = null;
    }
  }

  /** Compares what was answered with the tables, when it does not write. */
  void audit(Connection connection) throws SQLException {
    Auditor auditor = new Auditor(connection, user);
    List<String> drafts = auditor.drafts();
    List<String> outgoing = auditor.outgoing();
    letters.forEach(one -> one.compare(drafts, outgoing, tally));
    auditor.checkRows(tally);
  }
}
