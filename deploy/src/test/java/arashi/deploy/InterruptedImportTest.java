package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.service.OpenStore;
import arashi.deploy.service.StopSignal;
import arashi.store.Store;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.ItemPage;
import arashi.store.mail.Order;
import db.migrations.EmbeddedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code arashi import} as a process that is stopped or killed, and is then repeated. */
class InterruptedImportTest {
  private static final int MAILS = 1_500;
  private static final ProductData DATA = ProductData.of("interrupted-import");

  @TempDir private static Path folder;

  @BeforeAll
  static void writeMails() throws IOException {
    Mails.writeMbox(folder.resolve("list.mbox"), MAILS);
  }

  @AfterAll
  static void deleteData() {
    DATA.delete();
  }

  @BeforeEach
  void awaitEarlierCommands() {
    DATA.awaitDatabasesEnded();
  }

  private static List<String> load(String name) {
    return DATA.command("import", "--user", name, folder.resolve("list.mbox").toString());
  }

  @Test
  void saysHowFarAStoppedImportCame() {
    DATA.addUser("stopped-import");
    try (Arashi.Running importing = Arashi.start(load("stopped-import"))) {
      awaitMails("stopped-import", 100);
      Arashi.Outcome stopped = importing.stop();

      assertThat(stopped.exit()).as(stopped.toString()).isEqualTo(143);
      assertThat(stopped.out())
          .contains(" added, ", "stopped by a signal; repeat the import to continue");
    }
    assertThat(DATA.databases()).isEmpty();

    Arashi.Outcome again = Arashi.run(load("stopped-import"));
    assertThat(again.exit()).as(again.toString()).isZero();
    assertComplete("stopped-import");
  }

  @Test
  void losesAndDoublesNothingWhenAnImportIsKilled() {
    DATA.addUser("killed-import");
    try (Arashi.Running importing = Arashi.start(load("killed-import"))) {
      awaitMails("killed-import", 300);
      importing.kill();
    }

    Arashi.Outcome again = Arashi.run(load("killed-import"));

    assertThat(again.exit()).as(again.toString()).isZero();
    assertComplete("killed-import");
  }

  @Test
  void losesAndDoublesNothingWhenTheServerIsKilledMeanwhile() {
    DATA.addUser("killed-server");
    try (Arashi.Running server = DATA.run("--no-demo")) {
      String url = server.await(ProductData.URL);
      try (Arashi.Running importing = Arashi.start(load("killed-server"))) {
        awaitMails("killed-server", 300);
        server.kill();
        importing.kill();
      }
      assertThat(url).startsWith("http://127.0.0.1:");
    }

    // Its database has ended or is about to; the next start waits for that.
    try (Arashi.Running server = DATA.run("--no-demo")) {
      Client client = new Client(URI.create(server.await(ProductData.URL)));
      Arashi.Outcome again = Arashi.run(load("killed-server"));

      assertThat(again.exit()).as(again.toString()).isZero();
      assertThat(client.signInPatiently("killed-server", TestUser.PASSWORD).status())
          .isEqualTo(303);
      assertThat(client.get("/search?q=1499").subjects()).containsExactly("Mail 1499");
      assertThat(server.stop().out()).doesNotContain("ERROR");
    }
    assertComplete("killed-server");
  }

  /** Waits until a number of mails is stored, but not all. */
  private static void awaitMails(String name, long least) {
    Eventually.holds(InterruptedImportTest::databaseRuns);
    try (OpenStore open = OpenStore.forCommand(DATA.settings(), new StopSignal())) {
      Store store = open.store();
      long account = store.people().accounts().byName(name).orElseThrow().id();
      Eventually.holds(
          () ->
              store.mail().folders().byRole(account, FolderRole.INBOX).orElseThrow().total()
                  >= least);
    }
  }

  private static boolean databaseRuns() {
    try {
      return EmbeddedServer.attach(DATA.database(), 1).isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All mails once, and the counters are those of the rows. */
  private static void assertComplete(String name) {
    try (OpenStore open = OpenStore.forCommand(DATA.settings(), new StopSignal())) {
      Store store = open.store();
      long account = store.people().accounts().byName(name).orElseThrow().id();
      Folder inbox = store.mail().folders().byRole(account, FolderRole.INBOX).orElseThrow();
      List<Item> items = new ArrayList<>();
      ItemPage page = store.mail().items().first(account, inbox.id(), Order.NEWEST_FIRST, 1_000);
      while (true) {
        items.addAll(page.rows());
        if (page.next().isEmpty()) {
          break;
        }
        page =
            store
                .mail()
                .items()
                .after(account, inbox.id(), Order.NEWEST_FIRST, page.next().get(), 1_000);
      }
      assertThat(items.stream().map(Item::subject).distinct()).hasSize(MAILS);
      assertThat(items).hasSize(MAILS);
      assertThat(inbox.total()).isEqualTo(MAILS);
      assertThat(inbox.unread()).isEqualTo(MAILS);
      assertThat(inbox.bytes()).isEqualTo(items.stream().mapToLong(Item::size).sum());
    }
  }
}
