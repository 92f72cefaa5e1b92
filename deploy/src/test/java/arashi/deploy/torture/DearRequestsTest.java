package arashi.deploy.torture;

import arashi.deploy.Answer;
import arashi.deploy.Client.Field;
import arashi.deploy.Eventually;
import arashi.deploy.ManyParts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * One account asks for its dearest pages, twelve at a time: mails of 10,000 files are forwarded,
 * saved as drafts and packed into archives. The lists of another account are all served.
 */
@Torture
class DearRequestsTest {
  private static final int TOGETHER = 12;
  private static final String DEAR = "dear";
  private static final String OTHER = "beside";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration THOUGHT = Duration.ofMillis(20);

  private final AtomicLong slowestForward = new AtomicLong();
  private final AtomicLong forwards = new AtomicLong();
  private final AtomicLong busy = new AtomicLong();
  private final CountDownLatch told = new CountDownLatch(1);

  @Test
  @DisplayName("flood of one account's dear requests")
  void servesTheListsOfOthers(Tally tally) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(TOGETHER);
    try (Victim victim = Victim.shared().start()) {
      tally.round();
      victim.addUser(DEAR);
      victim.addUser(OTHER);
      Path folder = write(victim.folder().resolve(DEAR));
      victim.load(DEAR, folder);
      List<String> mails = mails(victim);
      Visitor other = signIn(victim.url(), OTHER);
      if (mails.size() != ManyParts.values().length) {
        tally.fault(Fault.LOST, "of the mails with many files there are " + mails);
      }
      for (int n = 0; n < TOGETHER; n++) {
        String mail = mails.get(n % mails.size());
        Visitor visitor = signIn(victim.url(), DEAR);
        threads.execute(() -> ask(visitor, mail));
      }
      list(other, Duration.ofSeconds(Plan.rounds(60, 20)), tally);
    } finally {
      told.countDown();
      threads.shutdownNow();
      threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    tally.note(
        "%d forwards, the slowest in %d ms; %d of the account's requests were told to wait"
            .formatted(forwards.get(), slowestForward.get(), busy.get()));
  }

  private static Path write(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (ManyParts kind : ManyParts.values()) {
      Files.write(folder.resolve(kind + ".eml"), kind.raw());
    }
    return folder;
  }

  /** Paths of all mails of the account. */
  private static List<String> mails(Victim victim) throws SQLException {
    try (Connection connection = victim.connect()) {
      return new Auditor(connection, DEAR)
          .items().values().stream()
              .flatMap(List::stream)
              .map(row -> "/mail/" + row.place().folder() + "/" + row.uid())
              .toList();
    }
  }

  private static Visitor signIn(URI service, String user) {
    Visitor[] visitor = new Visitor[1];
    Eventually.holds(
        () -> {
          try {
            visitor[0] = Visitor.signIn(service, user, PATIENCE);
            return true;
          } catch (Visitor.TurnedAwayException busy) {
            return false;
          }
        });
    return visitor[0];
  }

  /** Forwards a mail, saves the draft, and packs the files, again and again. */
  private void ask(Visitor visitor, String mail) {
    try {
      while (told.getCount() > 0) {
        long begin = System.nanoTime();
        Answer form = visitor.get(mail + "/forward");
        if (form.status() == 200) {
          long millis = Duration.ofNanos(System.nanoTime() - begin).toMillis();
          slowestForward.accumulateAndGet(millis, Math::max);
          forwards.incrementAndGet();
          List<Field> fields = new ArrayList<>();
          form.page()
              .select("#compose input[type=hidden][name], #compose input[name=file]")
              .forEach(input -> fields.add(new Field(input.attr("name"), input.attr("value"))));
          fields.removeIf(field -> field.name().equals("csrf"));
          count(visitor.post("/drafts", fields));
        } else {
          count(form);
        }
        count(visitor.get(mail + "/attachments.zip"));
      }
    } catch (UncheckedIOException ended) {
      // the scenario is over
    }
  }

  private void count(Answer answer) {
    if (answer.status() == 503) {
      busy.incrementAndGet();
    }
  }

  private void list(Visitor other, Duration time, Tally tally) throws InterruptedException {
    long slowest = 0;
    int lists = 0;
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      long begin = System.nanoTime();
      int status = other.get("/mail").status();
      slowest = Math.max(slowest, System.nanoTime() - begin);
      lists++;
      if (status != 200) {
        tally.fault(Fault.OTHER, "a list of another account is answered with " + status);
      }
      tally.acknowledged(status == 200 ? 1 : 0);
      if (told.await(THOUGHT.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    }
    tally.note(
        "%d lists of another account, the slowest in %d ms"
            .formatted(lists, Duration.ofNanos(slowest).toMillis()));
  }
}
