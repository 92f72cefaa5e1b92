package arashi.store.mail;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.StoreFixture;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ThreadsTest {

  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private long account;
  private long inbox;

  @BeforeEach
  void newAccount() {
    account = fixture.account();
    inbox = fixture.inbox(account);
  }

  /** A mail with an id, and the ids that it refers to, the root first. */
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
    long thread = fixture.store.messages().get(account, inbox, 1).orElseThrow().thread();
    assertThat(fixture.store.messages().thread(account, thread, 100)).hasSize(6);
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
    // Two conversations: a chain, and a tree whose root was never received.
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

  @Test
  void mailsThatMergeThreadsAtTheSameTimeLeaveEachInTheThreadOfItsIds() throws Exception {
    List<Long> folders = fixture.store.folders().list(account).stream().map(Folder::id).toList();
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
                    // Names ids of up to 60 threads, so that threads merge often.
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
