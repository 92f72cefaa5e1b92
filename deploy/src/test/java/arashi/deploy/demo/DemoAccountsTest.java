package arashi.deploy.demo;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.request.login.Passwords;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.Order;
import db.migrations.Schema;
import db.migrations.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

@Tag("database")
class DemoAccountsTest {
  private static final int NODES = 4;
  private static final List<String> ALL =
      List.of(DemoAccounts.NAME, DemoAccounts.SECOND, DemoAccounts.ADMIN);

  private TestDatabase database;
  private Store store;

  @BeforeEach
  void create() {
    database = TestDatabase.migrated();
    store = over(database.dataSource());
  }

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void isMadeOnceByNodesThatStartTogether() throws Exception {
    CyclicBarrier together = new CyclicBarrier(NODES);
    ExecutorService nodes = Executors.newFixedThreadPool(NODES);
    try {
      List<Future<List<String>>> started = new ArrayList<>();
      for (int i = 0; i < NODES; i++) {
        started.add(
            nodes.submit(
                () -> {
                  together.await();
                  return new DemoAccounts(store).ensure();
                }));
      }
      for (Future<List<String>> node : started) {
        assertThat(node.get(1, TimeUnit.MINUTES)).isEqualTo(ALL);
      }
    } finally {
      nodes.shutdownNow();
    }
    assertThat(store.people().accounts().list("", 10)).hasSize(ALL.size());
    assertThat(mails()).isEqualTo(expected());
  }

  @Test
  void isFilledAtTheNextStartWhereverItWasKilled() {
    boolean killed = true;
    for (int uses = 1; killed; uses++) {
      store
          .people()
          .accounts()
          .list("", 10)
          .forEach(account -> store.people().accounts().remove(account.id()));
      killed = !ends(over(dyingAfter(uses)));

      assertThat(new DemoAccounts(store).ensure()).isEqualTo(ALL);
      assertThat(mails()).as("killed after %d uses of the database", uses).isEqualTo(expected());
    }
  }

  @Test
  void isFilledIfAnEarlierReleaseLeftItEmpty() throws Exception {
    String hash = Passwords.hash(new DemoAccounts(store).password());
    store.people().accounts().create(DemoAccounts.NAME, hash, "standard", false, 0);

    assertThat(new DemoAccounts(store).ensure()).isEqualTo(ALL);

    assertThat(mails()).isEqualTo(expected());
  }

  @Test
  void doesNotGetBackWhatItDeleted() {
    new DemoAccounts(store).ensure();
    Account demo = store.people().accounts().byName(DemoAccounts.NAME).orElseThrow();
    List<Long> junk = rows(demo, FolderRole.JUNK).stream().map(Item::uid).toList();
    store.mail().items().delete(demo.id(), folder(demo, FolderRole.JUNK).id(), junk);

    assertThat(new DemoAccounts(store).ensure()).isEqualTo(ALL);

    assertThat(rows(demo, FolderRole.JUNK)).isEmpty();
  }

  @Test
  void canBeWrittenToAndOneIsAnAdmin() {
    new DemoAccounts(store).ensure();

    for (String name : ALL) {
      Account account = store.people().accounts().byName(name).orElseThrow();
      assertThat(store.people().addresses().of(account.id()))
          .hasToString("[" + name + "@example.org]");
      assertThat(account.admin()).as(name).isEqualTo(name.equals(DemoAccounts.ADMIN));
    }
  }

  @Test
  void areNotMadeBesideOthers() throws Exception {
    String hash = Passwords.hash("a password of one's own");
    store.people().accounts().create("ada", hash, "standard", false, 0);
    assertThat(new DemoAccounts(store).ensure()).isEmpty();

    store.people().accounts().remove(store.people().accounts().byName("ada").orElseThrow().id());
    store.people().accounts().create(DemoAccounts.NAME, hash, "standard", false, 0);
    assertThat(new DemoAccounts(store).ensure()).isEmpty();
    assertThat(store.people().accounts().list("", 10)).hasSize(1);
  }

  @Test
  void areNoAdminsWhereOthersCanConnect() {
    new DemoAccounts(store).ensure();

    assertThat(new DemoAccounts(store).disarm()).isEqualTo(ALL);

    assertThat(store.people().accounts().list("", 10)).noneMatch(Account::admin);
  }

  @Test
  void haveTheSameRandomPasswordAtEachStartAndOnAllNodes() {
    String password = new DemoAccounts(store).password();
    new DemoAccounts(store).ensure();

    assertThat(password).matches("([a-z2-9]{4}-){3}[a-z2-9]{4}");
    assertThat(new DemoAccounts(over(database.dataSource())).password()).isEqualTo(password);
    for (Account account : store.people().accounts().list("", 10)) {
      assertThat(Passwords.matches(password, account.passwordHash())).isTrue();
    }
    try (TestDatabase another =
        TestDatabase.empty()) { // a migrated one is a copy, with its secrets
      Schema.migrate(another.dataSource());
      assertThat(new DemoAccounts(over(another.dataSource())).password()).isNotEqualTo(password);
    }
  }

  private static boolean ends(Store dying) {
    try {
      return new DemoAccounts(dying).ensure().equals(ALL);
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** Mails that each folder of the demo lists and counts. */
  private Map<FolderRole, Integer> mails() {
    Account demo = store.people().accounts().byName(DemoAccounts.NAME).orElseThrow();
    Map<FolderRole, Integer> counts = new TreeMap<>();
    for (FolderRole role : EnumSet.complementOf(EnumSet.of(FolderRole.OUTBOX))) {
      int listed = rows(demo, role).size();
      assertThat(folder(demo, role).total()).isEqualTo(listed);
      counts.put(role, listed);
    }
    return counts;
  }

  private List<Item> rows(Account account, FolderRole role) {
    long folder = folder(account, role).id();
    return store.mail().items().first(account.id(), folder, Order.NEWEST_FIRST, 1_000).rows();
  }

  private Folder folder(Account account, FolderRole role) {
    return store.mail().folders().byRole(account.id(), role).orElseThrow();
  }

  private static Store over(DataSource database) {
    return Store.over(database, Clock.system()::instant);
  }

  /** Simulates a kill: refuses connections after this number. */
  private DataSource dyingAfter(int uses) {
    AtomicInteger used = new AtomicInteger();
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (used.incrementAndGet() > uses) {
                throw new SQLException("killed");
              }
              try {
                return method.invoke(database.dataSource(), arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static Map<FolderRole, Integer> expected() {
    Map<FolderRole, Integer> counts = new TreeMap<>();
    for (DemoMails.DemoMail mail : DemoMails.load(Clock.system().instant())) {
      FolderRole role = FolderRole.valueOf(mail.folder().toUpperCase(Locale.ROOT));
      counts.merge(role, 1, Integer::sum);
    }
    return counts;
  }
}
