package arashi.deploy.torture;

import static arashi.deploy.Client.field;

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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Impatient clients of several accounts ask for more than the service can do within short targets.
 * No request type is shut out (decision 42).
 */
@Torture
class OverloadTest {
  private static final int ACCOUNTS = 6;
  private static final int CLIENTS_OF_EACH = 12;
  private static final int MAILS = 20;
  private static final Duration WINDOW = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Far below the time in which the clients ask again. */
  private static final String TARGET = "20 ms";

  /** Pause of a refused client, which ignores {@code Retry-After}. */
  private static final Duration IMPATIENCE = Duration.ofMillis(50);

  /** With fewer requests in a window, chance decides. */
  private static final int LEAST_ASKED = 50;

  private enum RequestType {
    FOLDERS("list folders"),
    LIST("list messages"),
    SHOW("show message"),
    FLAG("flag"),
    SEARCH("search");

    final String stage;

    RequestType(String stage) {
      this.stage = stage;
    }
  }

  /** Requests of a type. */
  private record Count(AtomicLong asked, AtomicLong answered) {
    Count() {
      this(new AtomicLong(), new AtomicLong());
    }

    static Map<RequestType, Count> ofTypes() {
      Map<RequestType, Count> counts = new EnumMap<>(RequestType.class);
      for (RequestType type : RequestType.values()) {
        counts.put(type, new Count());
      }
      return counts;
    }

    void add(long more, long ofThemAnswered) {
      asked.addAndGet(more);
      answered.addAndGet(ofThemAnswered);
    }

    double share() {
      return answered.doubleValue() / Math.max(1, asked.get());
    }
  }

  private final List<Map<RequestType, Count>> windows = new ArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private long begin;

  @Test
  @DisplayName("overload by impatient clients of several accounts")
  void shutsNoTypeOut(Tally tally) throws Exception {
    List<String> settings = new ArrayList<>();
    for (RequestType type : RequestType.values()) {
      settings.add("seda.stages.\"" + type.stage + "\".target = " + TARGET);
    }
    for (int window = 0; window < Plan.rounds(12, 4); window++) {
      windows.add(Count.ofTypes());
    }
    ExecutorService threads = Executors.newFixedThreadPool(ACCOUNTS * CLIENTS_OF_EACH);
    try (Victim victim = Victim.fresh("overload", settings.toArray(String[]::new)).start()) {
      tally.round();
      List<Runnable> clients = new ArrayList<>();
      for (int account = 0; account < ACCOUNTS; account++) {
        clients.addAll(clients(victim, "crowd" + account));
      }
      begin = System.nanoTime();
      clients.forEach(threads::execute);
      end.await(windows.size() * WINDOW.toSeconds(), TimeUnit.SECONDS);
    } finally {
      end.countDown();
      threads.shutdownNow();
      threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    judge(tally);
  }

  private List<Runnable> clients(Victim victim, String user) throws IOException, SQLException {
    victim.addUser(user);
    Path folder = Files.createDirectories(victim.folder().resolve(user));
    for (int n = 0; n < MAILS; n++) {
      String mail =
          "From: ada@example.org\r\nMessage-ID: <%d@%s>\r\nSubject: Kettle %d\r\n\r\nIt boils.\r\n";
      Files.write(
          folder.resolve(n + ".eml"), mail.formatted(n, user, n).getBytes(StandardCharsets.UTF_8));
    }
    victim.load(user, folder);
    String path;
    String uid;
    try (Connection connection = victim.connect()) {
      var row = new Auditor(connection, user).items().values().iterator().next().get(0);
      path = "/mail/" + row.place().folder();
      uid = Long.toString(row.uid());
    }
    List<Runnable> clients = new ArrayList<>();
    for (int n = 0; n < CLIENTS_OF_EACH; n++) {
      Visitor visitor = signIn(victim, user);
      Random random = Plan.random(user + n);
      clients.add(() -> ask(visitor, path, uid, random));
    }
    return clients;
  }

  private static Visitor signIn(Victim victim, String user) {
    Visitor[] visitor = new Visitor[1];
    Eventually.holds(
        () -> {
          try {
            visitor[0] = Visitor.signIn(victim.url(), user, PATIENCE);
            return true;
          } catch (Visitor.TurnedAwayException busy) {
            return false;
          }
        });
    return visitor[0];
  }

  private void ask(Visitor visitor, String folder, String uid, Random random) {
    try {
      while (end.getCount() > 0) {
        RequestType type = RequestType.values()[random.nextInt(RequestType.values().length)];
        boolean isServed = false;
        while (!isServed && end.getCount() > 0) {
          int status = ask(visitor, type, folder, uid).status();
          isServed = status == 200 || status == 303;
          count(type, isServed);
          if (!isServed && end.await(IMPATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            return;
          }
        }
      }
    } catch (UncheckedIOException | InterruptedException ended) {
      // the scenario is over
    }
  }

  private static Answer ask(Visitor visitor, RequestType type, String folder, String uid) {
    return switch (type) {
      case FOLDERS -> visitor.get("/mail");
      case LIST -> visitor.get(folder);
      case SHOW -> visitor.get(folder + "/" + uid);
      case FLAG ->
          visitor.post(folder + "/flag", List.of(field("uid", uid), field("set", "flagged")));
      case SEARCH -> visitor.get("/search?q=kettle");
    };
  }

  private void count(RequestType type, boolean isServed) {
    int window = (int) ((System.nanoTime() - begin) / WINDOW.toNanos());
    if (window < windows.size()) {
      windows.get(window).get(type).add(1, isServed ? 1 : 0);
    }
  }

  private void judge(Tally tally) {
    Map<RequestType, Count> byType = Count.ofTypes();
    Count all = new Count();
    for (Map<RequestType, Count> window : windows.subList(1, windows.size())) { // without cold code
      window.forEach(
          (type, count) -> {
            byType.get(type).add(count.asked().get(), count.answered().get());
            all.add(count.asked().get(), count.answered().get());
            if (count.asked().get() >= LEAST_ASKED && count.answered().get() == 0) {
              tally.fault(Fault.OTHER, "no request was answered in 5 s: " + type.stage);
            }
          });
    }
    tally.acknowledged(all.answered().get());
    StringBuilder shares = new StringBuilder();
    byType.forEach(
        (type, count) -> {
          shares.append(" %s %.0f %%".formatted(type.stage, 100 * count.share()));
          if (count.share() < all.share() / 4) {
            tally.fault(Fault.OTHER, "less than a quarter of the share of all: " + type.stage);
          }
        });
    tally.note("%.0f %% of all requests answered, by type:%s".formatted(100 * all.share(), shares));
  }
}
