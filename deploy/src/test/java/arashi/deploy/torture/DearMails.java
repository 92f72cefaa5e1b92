package arashi.deploy.torture;

import arashi.deploy.Answer;
import arashi.deploy.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Mails of less than a megabyte whose HTML or headers cost a parser far more than their size. */
final class DearMails {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int TAGS = 76_000;
  private static final int CELLS = 100_000;

  private final String name;
  private final Map<String, String> mails = new LinkedHashMap<>();
  private Path folder;

  /** {@code name} is the user's, and part of each subject. */
  DearMails(String name) {
    this.name = name;
    for (int n = 0; n < 8; n++) {
      html("nested", n, "<b><i><a>".repeat(TAGS));
    }
    for (int n = 0; n < 2; n++) {
      html("cells", n, "<table><tr>" + "<td>x".repeat(CELLS) + "</table>");
      html("lists", n, "<ul><li>".repeat(TAGS));
      html("open", n, "<table>".repeat(TAGS));
    }
    mail("words", 0, "X-Words: " + "=?utf-8?q?=41=42?=\n ".repeat(TAGS / 4) + "end\n", "short");
    mail("folded", 0, "X-Folded: " + "x\n ".repeat(TAGS) + "end\n", "short");
  }

  private void html(String kind, int n, String html) {
    mail(kind, n, "Content-Type: text/html; charset=utf-8\n", "<p>" + n + html);
  }

  private void mail(String kind, int n, String headers, String text) {
    String subject = "Dear " + name + " " + kind + " " + n;
    mails.put(
        subject,
        "From: Ada <ada@example.org>\nTo: Reader <reader@example.net>\nSubject: "
            + subject
            + "\nDate: Fri, 1 Mar 2024 08:00:00 +0000\nMIME-Version: 1.0\n"
            + headers
            + "\n"
            + text
            + "\n");
  }

  String name() {
    return name;
  }

  Path folder() {
    return folder;
  }

  List<String> subjects() {
    return List.copyOf(mails.keySet());
  }

  /** One file a mail. */
  DearMails writeTo(Path parent) {
    folder = parent.resolve(name);
    try {
      Files.createDirectories(folder);
      int n = 0;
      for (String mail : mails.values()) {
        Files.writeString(folder.resolve(n++ + ".eml"), mail, StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Counts mails that are not stored, and pages of them that are not shown. */
  void audit(Victim victim, Tally tally) throws SQLException {
    Map<String, List<Auditor.Row>> items;
    try (Connection connection = victim.connect()) {
      Auditor auditor = new Auditor(connection, name);
      items = auditor.items();
      auditor.checkRows(tally);
    }
    List<String> slow = new ArrayList<>();
    Visitor visitor = Visitor.signIn(victim.url(), name, PATIENCE);
    for (String subject : subjects()) {
      List<Auditor.Row> rows = items.getOrDefault(subject, List.of());
      if (rows.size() != 1) {
        tally.fault(rows.isEmpty() ? Fault.LOST : Fault.DOUBLED, subject + " is at " + rows);
        continue;
      }
      Auditor.Row row = rows.get(0);
      String page = "/mail/" + row.place().folder() + "/" + row.uid();
      for (String path : List.of(page, page + "/body")) {
        long begin = System.nanoTime();
        show(visitor, path, subject, tally);
        long millis = Duration.ofNanos(System.nanoTime() - begin).toMillis();
        if (millis > 1_000) {
          slow.add(subject + " " + millis + " ms");
        }
      }
    }
    if (!slow.isEmpty()) {
      tally.note("pages that took more than a second: " + slow);
    }
  }

  private static void show(Visitor visitor, String path, String subject, Tally tally) {
    try {
      AtomicReference<Answer> served = new AtomicReference<>();
      Eventually.holds( // after dear pages the service may have no time for more, as it says
          () -> {
            served.set(visitor.get(path));
            return served.get().status() != 503;
          });
      Answer answer = served.get();
      // a mail without HTML has no body of its own
      if (answer.status() != 200 && answer.status() != 404) {
        tally.fault(Fault.OTHER, subject + ": " + path + " is answered with " + answer.status());
      }
    } catch (UncheckedIOException e) {
      tally.fault(Fault.OTHER, subject + ": " + path + " is not answered in " + PATIENCE);
    }
  }
}
