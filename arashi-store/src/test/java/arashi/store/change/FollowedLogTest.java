package arashi.store.change;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.change.Change.Added;
import arashi.store.change.Change.Changed;
import arashi.store.change.Change.Moved;
import arashi.store.change.Change.Removed;
import arashi.store.mail.Flag;
import arashi.store.mail.Folder;
import arashi.store.mail.NewMail;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two nodes change one account at random, and an observer follows only the log. In the end the
 * observer's state equals the tables.
 */
@Tag("database")
class FollowedLogTest {
  private static final int WRITERS = 4;
  private static final int CHANGES = 60;
  private static final int LAST = WRITERS;

  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicInteger mails = new AtomicInteger();
  private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
  private StoreFixture fixture;
  private HikariDataSource pool;
  private Store other;
  private long account;
  private List<Long> folders;

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
    pool = fixture.database.connection().open();
    other = Store.over(pool, fixture.time);
    account = fixture.account();
    folders = fixture.store.mail().folders().list(account).stream().map(Folder::id).toList();
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    pool.close();
    fixture.close();
  }

  @Test
  void anObserverOfTheLogEndsWithTheStateOfTheTables() throws Exception {
    long deadlocks = deadlocks();
    Observer observer = new Observer(fixture.store.mail().changes());
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      Random random = new Random(i);
      Store node = i % 2 == 0 ? fixture.store : other;
      running.add(threads.submit(() -> change(node, random)));
    }
    Future<?> watch = threads.submit(observer::followToTheEnd);
    for (Future<?> each : running) {
      each.get();
    }
    watch.get();

    assertThat(observer.seen).isEqualTo(items());
    assertThat(observer.modSeq).isEqualTo(other.mail().changes().modSeq(account).orElseThrow());
    assertThat(observer.entries).isGreaterThan(WRITERS * CHANGES / 3);
    fixture.assertConsistent(account);
    assertThat(deadlocks()).as("deadlocks").isEqualTo(deadlocks);
  }

  private void change(Store node, Random random) {
    try {
      for (int i = 0; i < CHANGES; i++) {
        changeOnce(node, random);
      }
    } finally {
      ended.incrementAndGet();
    }
  }

  private void changeOnce(Store node, Random random) {
    long folder = folders.get(random.nextInt(folders.size()));
    List<Long> uids = random.longs(6, 1, 30).distinct().boxed().toList();
    switch (random.nextInt(6)) {
      case 0, 1 -> node.mail().mailWriter().add(account, folder, newMails(random));
      case 2 ->
          node.mail().items().flag(account, folder, uids, Set.of(Flag.SEEN), Set.of(Flag.FLAGGED));
      case 3 ->
          node.mail().items().flag(account, folder, uids, Set.of(Flag.FLAGGED), Set.of(Flag.SEEN));
      case 4 -> {
        long to = folders.get(random.nextInt(folders.size()));
        node.mail().items().refile(account, folder, uids, to);
      }
      default -> node.mail().items().delete(account, folder, uids);
    }
  }

  /** Some are new; some were added before, perhaps to another folder. */
  private List<NewMail> newMails(Random random) {
    List<NewMail> batch = new ArrayList<>();
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      int n = random.nextInt(4) == 0 ? random.nextInt(1 + mails.get()) : mails.incrementAndGet();
      batch.add(mail("mail " + n).thread(n % 7).build());
    }
    return batch;
  }

  /** Follows only the log. */
  private final class Observer {
    final TreeMap<List<Long>, List<Long>> seen = new TreeMap<>(FollowedLogTest::compare);
    final ChangeLog log;
    long modSeq;
    int entries;

    Observer(ChangeLog log) {
      this.log = log;
    }

    void followToTheEnd() {
      boolean last;
      do {
        last = ended.get() == LAST;
        follow();
      } while (!last);
    }

    private void follow() {
      ChangeLog.Since since;
      do {
        since = log.since(account, modSeq, 3).orElseThrow();
        for (ChangeLog.Entry entry : since.entries()) {
          assertThat(entry.modSeq()).isGreaterThan(modSeq);
          modSeq = entry.modSeq();
          entries++;
          entry.changes().forEach(this::apply);
        }
      } while (since.more());
    }

    private void apply(Change change) {
      if (change instanceof Added it) {
        assertThat(put(it.folder(), it.uid(), it.message(), it.flags())).isNull();
      } else if (change instanceof Changed it) {
        assertThat(put(it.folder(), it.uid(), it.message(), it.flags())).isNotNull();
      } else if (change instanceof Moved it) {
        assertThat(seen.remove(List.of(it.fromFolder(), it.fromUid()))).isNotNull();
        assertThat(put(it.folder(), it.uid(), it.message(), it.flags())).isNull();
      } else if (change instanceof Removed it) {
        assertThat(seen.remove(List.of(it.folder(), it.uid()))).isNotNull();
      }
    }

    private List<Long> put(long folder, long uid, long message, int flags) {
      return seen.put(List.of(folder, uid), List.of(message, (long) flags));
    }
  }

  private Map<List<Long>, List<Long>> items() throws SQLException {
    Map<List<Long>, List<Long>> items = new TreeMap<>(FollowedLogTest::compare);
    for (String row :
        fixture.rows("SELECT folder, uid, message, flags FROM item WHERE account = " + account)) {
      List<Long> values = List.of(row.split(" ")).stream().map(Long::valueOf).toList();
      items.put(values.subList(0, 2), values.subList(2, 4));
    }
    return items;
  }

  private static int compare(List<Long> one, List<Long> other) {
    int byFolder = Long.compare(one.get(0), other.get(0));
    return byFolder == 0 ? Long.compare(one.get(1), other.get(1)) : byFolder;
  }

  /** Deadlocks counted by the server; 0 if it does not count them. */
  private long deadlocks() throws SQLException {
    return fixture.rows("SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'").stream()
        .mapToLong(row -> Long.parseLong(row.substring(row.indexOf(' ') + 1)))
        .sum();
  }
}
