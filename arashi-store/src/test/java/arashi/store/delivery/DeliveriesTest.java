package arashi.store.delivery;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.blob.Sha256;
import arashi.store.change.Change;
import arashi.store.change.ChangeLog;
import arashi.store.database.OutageLimits;
import arashi.store.delivery.Delivery.Copy;
import arashi.store.delivery.Delivery.Outcome;
import arashi.store.index.MortalConnections;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.Message;
import arashi.store.mail.NewMail;
import arashi.store.mail.Order;
import arashi.store.mail.PreparedMail;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

@Tag("database")
class DeliveriesTest {
  private static final Duration ONCE = Duration.ofDays(5);
  private static final int PAGE = 1_000;

  private StoreFixture fixture;
  private Deliveries deliveries;
  private long ada;
  private long bob;

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
    deliveries = fixture.store.mail().deliveries();
    ada = fixture.account();
    bob = fixture.account();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Delivery delivery(String sender, NewMail mail, Copy... copies) {
    return delivery(fixture.store, sender, mail, Arrays.asList(copies));
  }

  private static Delivery delivery(Store store, String sender, NewMail mail, List<Copy> copies) {
    PreparedMail prepared = store.mail().mailWriter().prepare(mail);
    byte[] key = (sender + prepared.sha256().hex()).getBytes(StandardCharsets.UTF_8);
    return new Delivery(prepared, Sha256.of(key), true, copies);
  }

  private static Copy to(long account) {
    return new Copy(account, Optional.empty(), trace(account));
  }

  private static byte[] trace(long account) {
    return ("Delivered-To: " + account + "@example.org\r\n").getBytes(StandardCharsets.UTF_8);
  }

  private Outcome deliver(String sender, NewMail mail, long account) {
    return store(delivery(sender, mail, to(account))).get(account);
  }

  private Map<Long, Outcome> store(Delivery delivery) {
    return deliveries.store(List.of(delivery), ONCE).get(0);
  }

  private List<Item> inbox(long account) {
    return fixture
        .store
        .mail()
        .items()
        .first(account, fixture.inbox(account), Order.NEWEST_FIRST, PAGE)
        .rows();
  }

  @Test
  void storesOneMailForAllWithTheTraceOfEach() throws SQLException {
    NewMail mail = mail("for both").terms("both").build();

    assertThat(store(delivery("eve", mail, to(bob), to(ada))))
        .isEqualTo(Map.of(ada, Outcome.STORED, bob, Outcome.STORED));

    for (long account : List.of(ada, bob)) {
      assertThat(inbox(account)).hasSize(1);
      Message message =
          fixture.store.mail().messages().get(account, fixture.inbox(account), 1).orElseThrow();
      assertThat(message.trace()).hasValue(trace(account));
      assertThat(fixture.store.mail().blobs().read(message.sha256(), PAGE)).hasValue(mail.raw());
      fixture.assertConsistent(account);
    }
    assertThat(fixture.rows("SELECT COUNT(*) FROM `blob`")).containsExactly("1");
  }

  @Test
  void writesOneRowOfTheLogForEachAccount() {
    long before = fixture.store.mail().changes().modSeq(ada).orElseThrow();
    deliver("eve", mail("logged").build(), ada);

    ChangeLog.Since since = fixture.store.mail().changes().since(ada, before, PAGE).orElseThrow();
    assertThat(since.entries()).hasSize(1);
    assertThat(since.entries().get(0).changes())
        .satisfiesExactly(change -> assertThat(change).isInstanceOf(Change.Added.class));
  }

  @Test
  void acknowledgesARetryWithoutStoringItAgain() throws SQLException {
    NewMail mail = mail("again and again").build();
    assertThat(deliver("eve", mail, ada)).isEqualTo(Outcome.STORED);
    assertThat(deliver("eve", mail, ada)).isEqualTo(Outcome.REPEATED);
    assertThat(store(delivery("eve", mail, to(ada), to(bob))))
        .isEqualTo(Map.of(ada, Outcome.REPEATED, bob, Outcome.STORED));

    assertThat(inbox(ada)).hasSize(1);
    assertThat(inbox(bob)).hasSize(1);
    fixture.assertConsistent(ada);
  }

  @Test
  void knowsARetryOfAMailThatWasMovedOrDeletedForGood() {
    NewMail moved = mail("moved").build();
    NewMail deleted = mail("deleted").build();
    deliver("eve", moved, ada);
    deliver("eve", deleted, ada);
    long inbox = fixture.inbox(ada);
    long trash = fixture.folder(ada, FolderRole.TRASH);
    fixture
        .store
        .mail()
        .items()
        .refile(ada, inbox, List.of(1L), fixture.folder(ada, FolderRole.ARCHIVE));
    fixture.store.mail().items().refile(ada, inbox, List.of(2L), trash);
    fixture.store.mail().items().delete(ada, trash, List.of(1L));

    assertThat(deliver("eve", moved, ada)).isEqualTo(Outcome.REPEATED);
    assertThat(deliver("eve", deleted, ada)).isEqualTo(Outcome.REPEATED);
    assertThat(inbox(ada)).isEmpty();
  }

  @Test
  void storesTheSameBytesOfAnotherSenderAndOfALaterDay() throws SQLException {
    NewMail mail = mail("the same bytes").build();
    assertThat(deliver("eve", mail, ada)).isEqualTo(Outcome.STORED);
    assertThat(deliver("mallory", mail, ada)).isEqualTo(Outcome.STORED);

    fixture.now.updateAndGet(now -> now.plus(ONCE).minusMillis(1));
    assertThat(deliver("eve", mail, ada)).isEqualTo(Outcome.REPEATED);
    fixture.now.updateAndGet(now -> now.plusMillis(1));
    assertThat(deliver("eve", mail, ada)).isEqualTo(Outcome.STORED);
    assertThat(deliver("eve", mail, ada)).isEqualTo(Outcome.REPEATED);

    assertThat(inbox(ada)).hasSize(3);
    fixture.assertConsistent(ada);
  }

  @Test
  void storesWhatTheFolderHasFromAnImport() throws SQLException {
    NewMail mail = mail("imported before").build();
    fixture.add(ada, fixture.inbox(ada), mail);
    assertThat(deliver("eve", mail, ada)).isEqualTo(Outcome.STORED);
    assertThat(inbox(ada)).hasSize(2);
    fixture.assertConsistent(ada);
  }

  @Test
  void goesToTheFolderThatIsNamedOrElseToTheInbox() {
    long archive = fixture.folder(ada, FolderRole.ARCHIVE);
    Copy filed = new Copy(ada, Optional.of(archive), trace(ada));
    Copy lost = new Copy(ada, Optional.of(4_711L), trace(ada));
    store(delivery("eve", mail("filed").build(), filed));
    store(delivery("eve", mail("lost").build(), lost));

    assertThat(fixture.store.mail().folders().byId(ada, archive).orElseThrow().total())
        .isEqualTo(1);
    assertThat(inbox(ada)).hasSize(1);
  }

  @Test
  void storesMailsTogetherForWhomTheyAreAndWhereTheyGo() throws SQLException {
    long archive = fixture.folder(ada, FolderRole.ARCHIVE);
    Copy filed = new Copy(ada, Optional.of(archive), trace(ada));
    NewMail known = mail("known").build();
    deliver("eve", known, bob);

    assertThat(
            deliveries.store(
                List.of(
                    delivery("eve", mail("for ada").build(), to(ada)),
                    delivery("eve", known, to(bob), to(ada)),
                    delivery("eve", mail("filed").build(), filed, to(bob)),
                    delivery("eve", mail("for nobody").build())),
                ONCE))
        .containsExactly(
            Map.of(ada, Outcome.STORED),
            Map.of(ada, Outcome.STORED, bob, Outcome.REPEATED),
            Map.of(ada, Outcome.STORED, bob, Outcome.STORED),
            Map.of());

    assertThat(inbox(ada)).extracting(Item::preview).containsExactlyInAnyOrder("for ada", "known");
    assertThat(inbox(bob)).extracting(Item::preview).containsExactlyInAnyOrder("known", "filed");
    assertThat(fixture.store.mail().folders().byId(ada, archive).orElseThrow().total())
        .isEqualTo(1);
    fixture.assertConsistent(ada);
    fixture.assertConsistent(bob);
  }

  @Test
  void storesTheSameBytesTwiceOnlyIfTheyAreOfTwoSenders() throws SQLException {
    NewMail mail = mail("the same").build();
    assertThat(
            deliveries.store(
                List.of(
                    delivery("eve", mail, to(ada)),
                    delivery("eve", mail, to(ada)),
                    delivery("mallory", mail, to(ada))),
                ONCE))
        .containsExactly(
            Map.of(ada, Outcome.STORED),
            Map.of(ada, Outcome.REPEATED),
            Map.of(ada, Outcome.STORED));
    assertThat(inbox(ada)).hasSize(2);
    fixture.assertConsistent(ada);
  }

  @Test
  void storesForTheOthersIfAnAccountIsGone() throws SQLException {
    fixture.store.people().accounts().remove(bob);
    assertThat(store(delivery("eve", mail("half").build(), to(ada), to(bob))))
        .isEqualTo(Map.of(ada, Outcome.STORED, bob, Outcome.GONE));
    assertThat(fixture.count("message", bob)).isZero();
    assertThat(fixture.count("delivered", bob)).isZero();
  }

  @Test
  void forgetsDeliveriesInSteps() throws SQLException {
    for (int i = 0; i < 5; i++) {
      deliver("eve", mail("old" + i).build(), ada);
    }
    fixture.now.updateAndGet(now -> now.plusSeconds(1));
    deliver("eve", mail("new").build(), ada);

    assertThat(deliveries.forget(StoreFixture.NOW, 3)).isEqualTo(3);
    assertThat(deliveries.forget(StoreFixture.NOW, 3)).isEqualTo(2);
    assertThat(deliveries.forget(StoreFixture.NOW, 3)).isZero();
    assertThat(fixture.count("delivered", ada)).isEqualTo(1);
  }

  /** Wherever the connection is cut, a retry leaves exactly one copy per account. */
  @Test
  void isThereOnceAfterARetryWhereverTheConnectionWasCut() throws SQLException {
    for (boolean afterwards : new boolean[] {false, true}) {
      boolean died = true;
      int statement = 0;
      for (; died; statement++) {
        String name = "cut " + afterwards + statement;
        NewMail one = mail(name).terms("cut").build();
        NewMail two = mail(name + " two").terms("cut").build();
        died = diesAt(statement, afterwards, one, two);

        List<Map<Long, Outcome>> outcomes = deliveries.store(toBoth(fixture.store, one, two), ONCE);

        assertThat(outcomes.stream().flatMap(each -> each.values().stream()).distinct())
            .as("all or none")
            .hasSize(1);
        for (long account : List.of(ada, bob)) {
          assertThat(inbox(account)).as("cut at %d", statement).hasSize(2);
          fixture.assertConsistent(account);
          long archive = fixture.folder(account, FolderRole.ARCHIVE);
          List<Long> uids = inbox(account).stream().map(Item::uid).toList();
          fixture.store.mail().items().refile(account, fixture.inbox(account), uids, archive);
        }
      }
      assertThat(statement).as("statements of a delivery to two").isGreaterThan(20);
    }
  }

  private List<Delivery> toBoth(Store store, NewMail... mails) {
    return Arrays.stream(mails)
        .map(mail -> delivery(store, "eve", mail, List.of(to(ada), to(bob))))
        .toList();
  }

  private boolean diesAt(int statement, boolean afterwards, NewMail... mails) throws SQLException {
    MortalConnections connections =
        new MortalConnections(fixture.database.dataSource(), statement, afterwards);
    Store mortal = Store.over(connections, OutageLimits.DEFAULT, fixture.time, Clock.system());
    try {
      mortal.mail().deliveries().store(toBoth(mortal, mails), ONCE);
    } catch (MortalConnections.DeadException e) {
      assertThat(connections.isDead()).isTrue();
    }
    mortal.service().availability().close();
    return connections.isDead();
  }

  /** Two nodes deliver mails, many of them twice, to several accounts concurrently. */
  @Test
  void deliversConcurrentlyWhatAPlainModelDoes() throws Exception {
    List<Long> accounts = List.of(ada, bob, fixture.account(), fixture.account());
    Map<Long, Set<String>> model = new ConcurrentHashMap<>();
    accounts.forEach(account -> model.put(account, ConcurrentHashMap.newKeySet()));
    List<Store> nodes =
        List.of(fixture.store, Store.over(fixture.database.dataSource(), fixture.time));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> sessions = new ArrayList<>();
      for (int session = 0; session < 4; session++) {
        Random random = new Random(session);
        Store node = nodes.get(session % nodes.size());
        sessions.add(threads.submit(() -> session(node, random, accounts, model)));
      }
      for (Future<?> session : sessions) {
        session.get();
      }
    } finally {
      threads.shutdownNow();
    }
    for (long account : accounts) {
      Set<String> stored = new TreeSet<>();
      List<Item> rows = inbox(account);
      rows.forEach(row -> stored.add(row.preview()));
      assertThat(stored).isEqualTo(new TreeSet<>(model.get(account))).hasSameSizeAs(rows);
      fixture.assertConsistent(account);
    }
  }

  private static void session(
      Store node, Random random, List<Long> accounts, Map<Long, Set<String>> model) {
    for (int i = 0; i < 40; i++) {
      List<Delivery> together = new ArrayList<>();
      for (int mails = random.nextInt(4); mails >= 0; mails--) {
        String text = "mail " + random.nextInt(60);
        List<Copy> copies = new ArrayList<>();
        for (long account : accounts) {
          if (random.nextBoolean()) {
            copies.add(to(account));
            model.get(account).add(text);
          }
        }
        together.add(delivery(node, "eve", mail(text).build(), copies));
      }
      node.mail().deliveries().store(together, ONCE);
    }
  }
}
