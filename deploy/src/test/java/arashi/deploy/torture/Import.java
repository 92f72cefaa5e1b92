package arashi.deploy.torture;

import arashi.deploy.Arashi;
import arashi.deploy.Eventually;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An import into an account of its own, begun as often as a scenario kills it. */
final class Import {
  private static final Pattern ADDED = Pattern.compile("([\\d,.]+) added");

  private final Victim victim;
  private final Tally tally;
  private final Mailbox mailbox;

  /** Adds the user {@code name} and writes the mails. */
  Import(Victim victim, Tally tally, String name, int mails, int textBytes) {
    this.victim = victim;
    this.tally = tally;
    this.mailbox = new Mailbox(name, mails, textBytes).writeTo(victim.folder());
    victim.addUser(name);
  }

  String user() {
    return mailbox.name();
  }

  Path file() {
    return mailbox.file();
  }

  /** Starts it, from the first mail; those that are there are skipped. */
  Arashi.Running begin() {
    return victim.command("import", "--user", user(), mailbox.file().toString());
  }

  /** Waits until the first mails are there. */
  void awaitFirst() {
    Eventually.holds(() -> stored() > 0);
  }

  private long stored() {
    try (Connection connection = victim.connect()) {
      return new Auditor(connection, user()).items().size();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs it to its end, which must be a success. */
  void finish() {
    Arashi.Outcome outcome = begin().end();
    if (outcome.exit() != 0) {
      tally.fault(Fault.OTHER, "the last import failed: " + lastLine(outcome));
    }
    tally.acknowledged(mailbox.subjects().size());
  }

  /** Mails that a run said to have added; zero if it said nothing. */
  static long added(Arashi.Outcome outcome) {
    Matcher matcher = ADDED.matcher(outcome.out());
    return matcher.find() ? Long.parseLong(matcher.group(1).replaceAll("\\D", "")) : 0;
  }

  static String lastLine(Arashi.Outcome outcome) {
    List<String> lines = outcome.out().strip().lines().toList();
    return lines.isEmpty() ? "(nothing)" : lines.get(lines.size() - 1);
  }

  /** Counts mails that an import said to have added and that are not there. */
  void compare(Arashi.Outcome outcome) {
    long stored = stored();
    if (stored < added(outcome)) {
      tally.fault(
          Fault.LOST, added(outcome) + " mails were said to be added, " + stored + " are there");
    }
  }

  /** After an import that ended well: each mail is there once, and its rows fit together. */
  void audit() throws SQLException {
    try (Connection connection = victim.connect()) {
      Auditor auditor = new Auditor(connection, user());
      Map<String, List<Auditor.Row>> items = auditor.items();
      for (String subject : mailbox.subjects()) {
        int found = items.getOrDefault(subject, List.of()).size();
        if (found == 0) {
          tally.fault(Fault.LOST, subject + " was imported, and is not there");
        } else if (found > 1) {
          tally.fault(Fault.DOUBLED, subject + " is there " + found + " times");
        }
      }
      auditor.checkRows(tally);
    }
  }
}
