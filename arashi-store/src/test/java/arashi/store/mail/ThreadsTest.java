package arashi.store.mail;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.StoreFixture;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("database")
class ThreadsTest {

  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private long account;
  private long inbox;

  @BeforeEach
  void newAccount() {
    account = fixture.account();
    inbox = fixture.inbox(account);
  }

  /** Returns a mail with its own id and the ids that it refers to, the root first. */
  private static NewMail withIds(long own, Long... references) {
    NewMail mail = mail("mail " + own).build();
    return new NewMail(
        mail.raw(),
        mail.receivedAt(),
        mail.flags(),
        mail.from(),
        mail.fromKey(),
        mail.subject(),
        mail.subjectKey(),
        mail.preview(),
        false,
        own,
        references.length == 0 ? own : references[0],
        mail.display(),
        mail.terms(),
        new Reading(1, Optional.empty(), List.of(references), Parties.NONE));
  }

  private long threads() throws SQLException {
    return Long.parseLong(
        fixture
            .rows("SELECT COUNT(DISTINCT thread) FROM message WHERE account = " + account)
            .get(0));
  }

  @Test
  void aParentThatComesLateJoinsItsChildren() throws SQLException {
    fixture.add(account, inbox, withIds(3, 1L, 2L));
    fixture.add(account, inbox, withIds(4, 2L));
    assertThat(threads()).as("both name 2").isEqualTo(1);
    fixture.add(account, inbox, withIds(1));
    fixture.add(account, inbox, withIds(2, 1L));

    assertThat(threads()).isEqualTo(1);
    fixture.assertConsistent(account);
  }

  @Test
  void aMailThatNamesIdsOfTwoThreadsMakesThemOne() throws SQLException {
    fixture.add(account, inbox, withIds(11, 10L), withIds(21, 20L), withIds(31, 30L));
    assertThat(threads()).isEqualTo(3);
    fixture.add(account, inbox, withIds(40, 11L, 21L));
    assertThat(threads()).isEqualTo(2);
    fixture.add(account, inbox, withIds(50, 31L, 20L), withIds(60, 40L));

    assertThat(threads()).isEqualTo(1);
    long thread = fixture.store.mail().messages().get(account, inbox, 1).orElseThrow().thread();
    assertThat(fixture.store.mail().messages().thread(account, thread, 100)).hasSize(6);
    fixture.assertConsistent(account);
  }

  @Test
  void otherAccountsHaveThreadsOfTheirOwn() throws SQLException {
    fixture.add(account, inbox, withIds(1), withIds(2));
    long other = fixture.account();
    fixture.add(other, fixture.inbox(other), withIds(3, 1L, 2L));

    assertThat(threads()).isEqualTo(2);
  }

  @Test
  void theOrderOfArrivalDoesNotMatter() throws SQLException {
    // Two conversations: a chain, and a tree whose root is missing.
    List<NewMail> mails =
        new ArrayList<>(
            Stream.of(
                    withIds(1),
                    withIds(2, 1L),
                    withIds(3, 2L),
                    withIds(4, 3L),
                    withIds(12, 11L),
                    withIds(13, 11L, 12L),
                    withIds(14, 12L))
                .toList());
    Random random = new Random(5);
    for (int round = 0; round < 10; round++) {
      newAccount();
      Collections.shuffle(mails, random);
      int cut = random.nextInt(mails.size());
      fixture.add(account, inbox, mails.subList(0, cut));
      fixture.add(account, inbox, mails.subList(cut, mails.size()));

      assertThat(threads()).isEqualTo(2);
      fixture.assertConsistent(account);
    }
  }

  /**
   * Mails refer to random ids, like header fields and Gmail's conversation ids, and arrive in any
   * order. Two are in one thread if and only if a chain of ids connects them.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void threadsAreThoseOfAUnionFind(long seed) throws SQLException {
    Random random = new Random(seed);
    int count = 60;
    long firstReference = 10_000;
    Map<Long, Long> parents = new HashMap<>();
    List<NewMail> mails = new ArrayList<>();
    for (long own = 1; own <= count; own++) {
      List<Long> references = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        // an existing mail, earlier or later, or one that never arrives
        references.add(
            random.nextBoolean()
                ? 1 + random.nextInt(count)
                : firstReference + random.nextInt(count));
      }
      for (long reference : references) {
        parents.put(root(parents, own), root(parents, reference));
      }
      mails.add(withIds(own, references.toArray(Long[]::new)));
    }
    Collections.shuffle(mails, random);
    for (int from = 0; from < count; ) {
      int to = Math.min(count, from + 1 + random.nextInt(7));
      fixture.add(account, inbox, mails.subList(from, to));
      from = to;
      fixture.assertConsistent(account);
    }
    Map<Long, Set<Long>> expected = new HashMap<>();
    for (long own = 1; own <= count; own++) {
      expected.computeIfAbsent(root(parents, own), unused -> new TreeSet<>()).add(own);
    }
    Map<String, Set<Long>> found = new HashMap<>();
    for (String row :
        fixture.rows("SELECT thread, message_id_hash FROM message WHERE account = " + account)) {
      String[] columns = row.split(" ", -1);
      found.computeIfAbsent(columns[0], unused -> new TreeSet<>()).add(Long.parseLong(columns[1]));
    }
    assertThat(found.values()).containsExactlyInAnyOrderElementsOf(expected.values());
  }

  private static long root(Map<Long, Long> parents, long id) {
    long root = id;
    while (parents.getOrDefault(root, root) != root) {
      root = parents.get(root);
    }
    return root;
  }

  @Test
  void aConversationIsShownAroundTheOpenMail() {
    List<NewMail> mails = new ArrayList<>();
    for (long own = 1; own <= 30; own++) {
      NewMail mail = withIds(own, 1L);
      mails.add(own == 1 ? withIds(1) : mail);
    }
    fixture.add(account, inbox, mails);
    List<Item> all =
        fixture
            .store
            .mail()
            .messages()
            .thread(
                account,
                fixture.store.mail().messages().get(account, inbox, 1).orElseThrow().thread(),
                100);
    assertThat(all).hasSize(30);
    for (int at : List.of(0, 1, 15, 28, 29)) {
      Item open = all.get(at);
      long thread =
          fixture.store.mail().messages().get(account, inbox, open.uid()).orElseThrow().thread();
      assertThat(fixture.store.mail().messages().around(account, thread, open.message(), 5))
          .containsExactlyElementsOf(
              Stream.concat(
                      all.subList(Math.max(0, at - 5), at).stream(),
                      all.subList(at + 1, Math.min(30, at + 6)).stream())
                  .toList());
    }
  }

  /** Arrived is 1 to 4; 2 was on its way for an hour, 3 has a date in the future. */
  @Test
  void aConversationIsInTheOrderOfItsDates() {
    Instant noon = StoreFixture.NOW.minusSeconds(86_400 * 7);
    List<Optional<Instant>> dates =
        List.of(
            Optional.of(noon.minusSeconds(60)),
            Optional.of(noon.minusSeconds(3600)),
            Optional.of(noon.plusSeconds(86_400)),
            Optional.empty());
    List<NewMail> mails = new ArrayList<>();
    for (int i = 0; i < dates.size(); i++) {
      mails.add(
          mail("dated " + i)
              .thread(99)
              .receivedAt(noon.plusSeconds(i))
              .build()
              .withReading(new Reading(0, dates.get(i), List.of(), Parties.NONE)));
    }
    mails.add(mail("open").thread(99).receivedAt(noon.plusSeconds(60)).build());
    fixture.add(account, inbox, mails);
    Message open = fixture.store.mail().messages().get(account, inbox, 5).orElseThrow();
    assertThat(
            fixture
                .store
                .mail()
                .messages()
                .around(account, open.thread(), open.item().message(), 25))
        .extracting(Item::preview)
        .containsExactly("dated 3", "dated 2", "dated 0", "dated 1");
  }

  /** Rows read by the server: a few per displayed mail, with either plan. */
  @Test
  void aThreadOfThousandsCostsNoMoreToShowThanOneOfHundreds() throws SQLException {
    assertThat(readsToShow(100)).isLessThan(500);
    newAccount();
    assertThat(readsToShow(3_000)).isLessThan(500);
  }

  private long readsToShow(int count) throws SQLException {
    List<NewMail> mails = new ArrayList<>(List.of(withIds(1)));
    for (long own = 2; own <= count; own++) {
      mails.add(withIds(own, 1L));
    }
    for (int from = 0; from < count; from += 500) {
      fixture.add(account, inbox, mails.subList(from, Math.min(count, from + 500)));
    }
    fixture.execute("ANALYZE TABLE message, item");
    Message open = fixture.store.mail().messages().get(account, inbox, count / 2).orElseThrow();
    long before = reads();
    assertThat(
            fixture
                .store
                .mail()
                .messages()
                .around(account, open.thread(), open.item().message(), 25))
        .hasSize(50);
    return reads() - before;
  }

  /** Counts all connections; nothing else uses the server. */
  private static long reads() throws SQLException {
    return fixture.rows("SHOW GLOBAL STATUS LIKE 'Handler_read%'").stream()
        .filter(row -> !row.startsWith("Handler_read_rnd"))
        .mapToLong(row -> Long.parseLong(row.split(" ", -1)[1]))
        .sum();
  }

  @Test
  void mailsThatMergeThreadsAtTheSameTimeLeaveEachInTheThreadOfItsIds() throws Exception {
    List<Long> folders =
        fixture.store.mail().folders().list(account).stream().map(Folder::id).toList();
    ExecutorService writers = Executors.newFixedThreadPool(3);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int w = 0; w < 3; w++) {
        long folder = folders.get(w);
        Random random = new Random(w);
        long first = 1_000L * (w + 1);
        running.add(
            writers.submit(
                () -> {
                  for (int i = 0; i < 40; i++) {
                    // Refers to ids of up to 60 threads, so that threads merge often.
                    Long[] references = random.longs(1 + i % 3, 1, 60).boxed().toArray(Long[]::new);
                    fixture.add(account, folder, withIds(first + i, references));
                  }
                }));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      writers.shutdownNow();
    }
    assertThat(fixture.count("message", account)).isEqualTo(120);
    fixture.assertConsistent(account);
  }
}
