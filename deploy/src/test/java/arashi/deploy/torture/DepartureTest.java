package arashi.deploy.torture;

import arashi.deploy.peer.RecordingRelay;
import arashi.deploy.peer.RecordingRelay.Trouble;
import db.migrations.Database;
import db.migrations.EmbeddedServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Mail leaves while nodes and the relay break: each recipient gets each mail, and twice only where
 * SMTP leaves the outcome open and the row is marked so.
 */
@Torture
class DepartureTest {
  private static final int MAILS = 100;

  /** Past the end of a lease. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final EmbeddedServer.Settings DATABASE = EmbeddedServer.Settings.DEFAULT;

  /** Half of the mails have no trouble, or a slow answer: then a kill meets them under way. */
  private static Supplier<Trouble> someTrouble(Random random) {
    List<Trouble> all = List.of(Trouble.values());
    return () -> {
      synchronized (random) {
        return random.nextBoolean()
            ? random.nextBoolean() ? Trouble.NONE : Trouble.SLOW
            : all.get(random.nextInt(all.size()));
      }
    };
  }

  @Test
  @DisplayName("relay down, greylisting, slow, dying and dropping")
  void losesNoneByABadRelay(Tally tally) throws Exception {
    try (RecordingRelay relay = new RecordingRelay();
        Victim victim = Victim.shared(Departing.settings(relay)).start()) {
      String user = "patient@example.org";
      victim.addUser(user);
      relay.troubles(someTrouble(Plan.random("bad relay")));
      try (Departing mails = new Departing(user, victim::url, relay, tally);
          Connection connection = victim.connect()) {
        tally.round();
        mails.end(Plan.rounds(MAILS, 20));
        relay.troubles(() -> Trouble.NONE);
        mails.audit(connection);
      }
    }
  }

  @Test
  @DisplayName("service killed while mail leaves")
  void losesNoneWhenTheServiceIsKilled(Tally tally) throws Exception {
    Random random = Plan.random("departure from a killed service");
    try (RecordingRelay relay = new RecordingRelay();
        Victim victim = Victim.shared(Departing.settings(relay)).start()) {
      String user = "leaving@example.org";
      victim.addUser(user);
      relay.troubles(someTrouble(random));
      try (Departing mails = new Departing(user, victim::url, relay, tally);
          Pulse pulse = new Pulse(victim, user)) {
        mails.begin();
        for (int round = 0; round < Plan.rounds(20, 2); round++) {
          tally.round();
          Processes.ends(victim.process(), Plan.between(random, 300, 3_000));
          victim.kill();
          long begin = System.nanoTime();
          victim.start();
          tally.recovered(pulse.awaitBack(begin));
        }
        mails.end(MAILS);
        relay.troubles(() -> Trouble.NONE);
        try (Connection connection = victim.connect()) {
          mails.audit(connection);
        }
      }
    }
  }

  /**
   * Commands at which a node is frozen: before the content, before its end, after the final dot.
   */
  private static final List<String> MOMENTS = List.of("RCPT", "DATA", ".");

  @Test
  @DisplayName("one of two nodes frozen past its lease while mail leaves")
  void losesNoneWhenANodeIsFrozen(Tally tally) throws Exception {
    Path folder = Victim.emptyFolder("departure");
    Path data = Files.createDirectories(folder.resolve("database"));
    try (EmbeddedServer server = EmbeddedServer.start(data, DATABASE);
        RecordingRelay relay = new RecordingRelay()) {
      Database database = server.database(1);
      Node.Login login = new Node.Login(database.url(), database.user(), database.password());
      String[] settings = Departing.settings(relay);
      try (Node first = new Node(folder.resolve("first"), login, settings).start();
          Node second = new Node(folder.resolve("second"), login, settings)) {
        String user = "frozen@example.org";
        first.addUser(user);
        AtomicReference<URI> at = new AtomicReference<>(first.url());
        try (Departing mails = new Departing(user, at::get, relay, tally);
            Connection connection = login.connect()) {
          for (int round = 0; round < Plan.rounds(MOMENTS.size(), 1); round++) {
            tally.round();
            String moment = MOMENTS.get((round + 1) % MOMENTS.size());
            CountDownLatch goOn = freezeAt(moment, first, relay, mails);
            second.start(); // another would have taken the mail
            at.set(second.url());
            mails.end(0);
            goOn.countDown();
            mails.awaitDone(connection);
            Processes.signal(first.process(), "CONT");
            second.kill();
            at.set(first.url());
            mails.post();
          }
          mails.audit(connection);
        }
      }
    }
  }

  /**
   * Posts a mail; once it is under way from the node, that stands still. Only one: a node that
   * stands still within a transaction keeps the account's row from all others, and so the next mail
   * from being posted, until the database server ends its connection.
   */
  private static CountDownLatch freezeAt(
      String moment, Node node, RecordingRelay relay, Departing mails) throws InterruptedException {
    CountDownLatch met = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    relay.listener(
        command -> {
          if (command.startsWith(moment) && met.getCount() > 0) {
            Processes.signal(node.process(), "STOP");
            met.countDown();
            await(goOn); // what this dialogue says comes after the freeze
          }
        });
    mails.post();
    if (!met.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("no " + moment + " came");
    }
    relay.listener(command -> {});
    return goOn;
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("the node stood still for too long");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
