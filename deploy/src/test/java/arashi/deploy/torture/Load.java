package arashi.deploy.torture;

import static arashi.deploy.Client.field;

import arashi.deploy.Answer;
import arashi.deploy.Client.Field;
import arashi.deploy.torture.Marked.Place;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jsoup.nodes.Element;

/**
 * A bounded number of clients that flag, refile, delete and list at random: some share an account,
 * but each changes mails of its own, so it knows where they are. One client writes mails.
 */
final class Load implements AutoCloseable {
  private static final int USERS = 2;
  private static final int CLIENTS_OF_USER = 3;

  /** All of an account fit on one page of a listing. */
  private static final int MAILS_OF_CLIENT = 16;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Between two tries of a client that was refused. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Victim victim;
  private final Ledger ledger;
  private final String firstUser;
  private final List<Asking> clients = new ArrayList<>();
  private final Writing writer;
  private ExecutorService threads;
  private CountDownLatch told;

  /** Adds users and mails; the service must run. {@code name} makes the users its own. */
  Load(Victim victim, Tally tally, String name) throws SQLException {
    this.victim = victim;
    this.ledger = new Ledger(tally);
    this.firstUser = name + "-0";
    Random random = Plan.random("load of " + name);
    this.writer =
        new Writing(victim, tally, name + "-writer@example.org", Plan.random("writer of " + name));
    for (int n = 0; n < USERS; n++) {
      String user = name + "-" + n;
      victim.addUser(user);
      Mailbox mailbox =
          new Mailbox(user, CLIENTS_OF_USER * MAILS_OF_CLIENT, 200).writeTo(victim.folder());
      victim.load(user, mailbox.file());
      try (Connection connection = victim.connect()) {
        Folders folders = Folders.of(connection, user);
        List<Marked> mails = ledger.enter(connection, user);
        for (int from = 0; from < mails.size(); from += MAILS_OF_CLIENT) {
          List<Marked> own = mails.subList(from, Math.min(mails.size(), from + MAILS_OF_CLIENT));
          clients.add(new Asking(user, folders, own, new Random(random.nextLong())));
        }
      }
    }
  }

  /** One of the users, for a {@link Pulse}. */
  String user() {
    return firstUser;
  }

  Ledger ledger() {
    return ledger;
  }

  /** Lets all clients ask. */
  void begin() {
    threads = Executors.newFixedThreadPool(clients.size() + 1);
    told = new CountDownLatch(1);
    threads.execute(() -> writer.run(() -> told.getCount() > 0));
    clients.forEach(client -> threads.execute(client::run));
  }

  /** Stops them, and waits for the answers that are under way. */
  void end() {
    told.countDown();
    threads.shutdown();
    try {
      if (!threads.awaitTermination(2, TimeUnit.MINUTES)) {
        throw new IllegalStateException("a client still waits for its answer");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Compares what was answered with the tables, when no client asks. */
  void audit() throws SQLException {
    try (Connection connection = victim.connect()) {
      ledger.audit(connection);
      writer.audit(connection);
    }
  }

  @Override
  public void close() {
    if (threads != null) {
      told.countDown();
      threads.shutdownNow();
    }
  }

  /** The folders among which mails move. */
  private record Folders(List<Long> all, long trash) {
    static Folders of(Connection connection, String user) throws SQLException {
      Auditor auditor = new Auditor(connection, user);
      long trash = auditor.folder("trash");
      return new Folders(
          List.of(
              auditor.folder("inbox"), auditor.folder("archive"), auditor.folder("junk"), trash),
          trash);
    }
  }

  /** A requested change of a mail, and the mail's place once it is done. */
  private record Change(String action, List<Field> fields, Place to) {}

  /** One client. */
  private final class Asking {
    private final String user;
    private final Folders folders;
    private final List<Marked> mails;
    private final Random random;
    private Visitor visitor;
    private URI at;
    private boolean failed;

    Asking(String user, Folders folders, List<Marked> mails, Random random) {
      this.user = user;
      this.folders = folders;
      this.mails = mails;
      this.random = random;
    }

    void run() {
      while (told.getCount() > 0) {
        failed = !step();
        if (failed) {
          pause();
        }
      }
    }

    private void pause() {
      try {
        told.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        told.countDown();
      }
    }

    /** One request, or the few that it needs; false if the service did not do it. */
    private boolean step() {
      try {
        if (visitor == null || !victim.url().equals(at)) {
          at = victim.url();
          visitor = null;
          visitor = Visitor.signIn(at, user, PATIENCE);
        }
        if (failed
            && random.nextInt(4) > 0) { // no mail is put in doubt only to see whether it is back
          return list("/mail");
        }
        List<Marked> settled = mails.stream().filter(Marked::settled).toList();
        if (settled.isEmpty() || random.nextInt(8) == 0) {
          long folder = folders.all().get(random.nextInt(folders.all().size()));
          return list("/mail/" + folder);
        }
        Marked mail = settled.get(random.nextInt(settled.size()));
        return (mail.knowsUid() || locate(mail)) && change(mail);
      } catch (UncheckedIOException | Visitor.TurnedAwayException e) {
        return false;
      }
    }

    private boolean list(String path) {
      long begin = System.nanoTime();
      int status = 0;
      try {
        status = visitor.get(path).status();
      } finally {
        ledger.listed(status, begin);
      }
      return status == 200;
    }

    /** Finds the uid that a mail got in its new folder. */
    private boolean locate(Marked mail) {
      Answer answer = visitor.get("/mail/" + mail.place().folder());
      if (answer.status() != 200) {
        return false;
      }
      for (Element row : answer.page().select("#list .rows a:has(.subject)")) {
        if (row.select(".subject").text().equals(mail.subject())) {
          String href = row.attr("href");
          mail.located(Long.parseLong(href.substring(href.lastIndexOf('/') + 1)));
          return true;
        }
      }
      mail.doubted();
      return false;
    }

    private boolean change(Marked mail) {
      Change change = choose(mail);
      String path = "/mail/" + mail.place().folder() + "/" + change.action();
      long begin = System.nanoTime();
      Answer answer;
      try {
        answer = visitor.post(path, change.fields());
      } catch (UncheckedIOException e) {
        if (e.getCause() instanceof ConnectException) {
          return false; // it was not even asked
        }
        ledger.unanswered(mail, change.to(), begin);
        return false;
      }
      ledger.answered(mail, change.to(), answer, begin);
      return mail.settled();
    }

    private Change choose(Marked mail) {
      Place now = mail.place();
      Field uid = field("uid", mail.uid());
      int dice = random.nextInt(100);
      if (dice < 50) {
        int bit = 1 + random.nextInt(2);
        boolean set = (now.flags() & bit) == 0;
        Field flag = field(set ? "set" : "clear", bit == 1 ? "seen" : "flagged");
        return new Change("flag", List.of(uid, flag), new Place(now.folder(), now.flags() ^ bit));
      }
      boolean inTrash = now.folder() == folders.trash();
      if (dice < 60 && !inTrash) {
        return new Change("delete", List.of(uid), new Place(folders.trash(), now.flags()));
      }
      if (dice < 55) {
        return new Change("delete", List.of(uid), Place.GONE);
      }
      List<Long> others =
          folders.all().stream()
              .filter(folder -> folder != now.folder() && folder != folders.trash())
              .toList();
      long to = others.get(random.nextInt(others.size()));
      return new Change("refile", List.of(uid, field("to", to)), new Place(to, now.flags()));
    }
  }
}
