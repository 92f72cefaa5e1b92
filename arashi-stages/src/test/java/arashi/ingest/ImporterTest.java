package arashi.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.database.Connections;
import arashi.store.database.OutageLimits;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import com.typesafe.config.ConfigFactory;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Clock;
import seda.kernel.config.GraphConfig;
import seda.kernel.graph.Overrides;

/** Imports into a real database. */
class ImporterTest {
  private static final int MAILS = 3_000;
  private static final String DISK_FULL = "the database's disk is full";
  private static final OutageLimits QUICK =
      new OutageLimits(Duration.ofMillis(100), Duration.ofSeconds(3), Duration.ofMillis(100));

  @TempDir private Path folder;

  private Path mbox() throws IOException {
    StringBuilder mails = new StringBuilder();
    for (int n = 0; n < MAILS; n++) {
      mails.append("From ada@example.org Fri Mar  1 08:00:00 2024\n");
      mails.append("From: Ada <ada@example.org>\nSubject: Mail ").append(n).append("\n\nText\n\n");
    }
    return Files.writeString(folder.resolve("a.mbox"), mails, StandardCharsets.US_ASCII);
  }

  private static ImportResult bring(
      Store store, Duration patience, Path mbox, long account, long into, Runnable read)
      throws IOException {
    return bring(store, patience, Overrides.none(), mbox, account, into, read);
  }

  private static ImportResult bring(
      Store store,
      Duration patience,
      Overrides overrides,
      Path mbox,
      long account,
      long into,
      Runnable read)
      throws IOException {
    Intake intake =
        new Intake(
            new MailParser(MimeLimits.DEFAULT),
            new TermExtractor(TermLimits.DEFAULT),
            Clock.system());
    Importer.Progress progress =
        new Importer.Progress() {
          @Override
          public void read(long bytes, ImportResult soFar) {
            if (soFar.added() > 0) {
              read.run();
            }
          }

          @Override
          public void skipped(String where, String reason) {}
        };
    return new Importer(store, intake, Clock.system(), 1, patience, overrides)
        .run(MailSource.of(List.of(mbox), SourceLimits.DEFAULT), account, into, progress);
  }

  /** A real database until it is lost; then connections fail with the driver's exception. */
  private record Losing(
      DataSource database, AtomicReference<SQLException> lost, boolean roomForProbes)
      implements Connections {
    @Override
    public Connection take() throws SQLException {
      if (lost.get() != null) {
        throw lost.get();
      }
      return database.getConnection();
    }

    @Override
    public Connection open() throws SQLException {
      return roomForProbes ? database.getConnection() : take();
    }

    @Override
    public void evict() {}

    @Override
    public void discard(Connection broken) {}
  }

  private static SQLException refused() {
    SQLException refused = new SQLException("Communications link failure", "08S01");
    refused.initCause(new ConnectException("Connection refused"));
    return refused;
  }

  private static SQLException diskFull() {
    return new SQLException("The table 'blob_data' is full", "HY000", 1114);
  }

  @Test
  void stopsInAnOutageNamesItAndGoesOnFromThereTheNextTime() throws Exception {
    stops(refused(), false, Duration.ZERO, "the database cannot be reached: Connection refused");
  }

  @Test
  void stopsWhenTheDiskIsFull() throws Exception {
    stops(diskFull(), false, Duration.ZERO, DISK_FULL);
  }

  /** Each probe succeeds and ends the outage; each batch finds the disk full again. */
  @Test
  void stopsWhenTheDiskHasRoomForProbesOnly() throws Exception {
    stops(diskFull(), true, Duration.ofMillis(250), DISK_FULL);
  }

  private void stops(SQLException failure, boolean roomForProbes, Duration patience, String words)
      throws Exception {
    Clock clock = Clock.system();
    try (TestDatabase database = TestDatabase.migrated()) {
      AtomicReference<SQLException> lost = new AtomicReference<>();
      Store store = Store.over(database.dataSource(), clock::instant);
      Store losing =
          Store.over(
              new Losing(database.dataSource(), lost, roomForProbes), QUICK, clock::instant, clock);
      Account account = store.people().accounts().create("ada", "", "standard", false, 0);
      long inbox =
          store.mail().folders().byRole(account.id(), FolderRole.INBOX).map(Folder::id).get();
      Path mbox = mbox();

      ImportStoppedException stopped =
          catchThrowableOfType(
              ImportStoppedException.class,
              () -> bring(losing, patience, mbox, account.id(), inbox, () -> lost.set(failure)));

      assertThat(stopped).hasMessageStartingWith(words);
      long before = stopped.soFar().added();
      assertThat(before).isBetween(1L, MAILS - 1L);
      assertThat(stopped.soFar().failed()).isZero();
      losing.service().availability().close();
      ImportResult rest = bring(store, patience, mbox, account.id(), inbox, () -> {});
      store.service().availability().close();
      assertThat(rest.duplicates()).isEqualTo(before);
      assertThat(rest.added()).isEqualTo(MAILS - before);
    }
  }

  /** Otherwise the reader would wait forever for the memory of a refused mail. */
  @ParameterizedTest
  @ValueSource(strings = {"take in", "store"})
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void countsAMailThatAStageRefusesAsFailedAndReadsOn(String stage) throws Exception {
    Overrides oneMail =
        GraphConfig.of(
            ConfigFactory.parseString(
                "seda.stages.\"" + stage + "\".admission { kind = rate, rate = 0.001 }"));
    try (TestDatabase database = TestDatabase.migrated()) {
      Store store = Store.over(database.dataSource(), Clock.system()::instant);
      Account account = store.people().accounts().create("ada", "", "standard", false, 0);
      long inbox =
          store.mail().folders().byRole(account.id(), FolderRole.INBOX).map(Folder::id).get();

      ImportResult result =
          bring(store, Duration.ZERO, oneMail, mbox(), account.id(), inbox, () -> {});

      store.service().availability().close();
      assertThat(result).isEqualTo(new ImportResult(1, 0, 0, 0, 0, MAILS - 1));
    }
  }

  /** The budget ends after a few thousand steps; a plain mail takes some dozen. */
  @Test
  void keepsMailsThatAreTooDearAndGoesOn() throws Exception {
    int dear = 14;
    int plain = 100;
    StringBuilder mails = new StringBuilder();
    for (int n = 0; n < plain; n++) {
      if (n < dear) {
        mails.append("From ada@example.org Fri Mar  1 08:00:00 2024\n");
        mails.append("From: Ada <ada@example.org>\nSubject: Dear ").append(n);
        mails
            .append("\nContent-Type: text/html\n\n")
            .append("<p><b>x\n".repeat(20_000))
            .append('\n');
      }
      mails.append("From ada@example.org Fri Mar  1 08:00:00 2024\n");
      mails.append("From: Ada <ada@example.org>\nSubject: Mail ").append(n).append("\n\nText\n\n");
    }
    Path mbox = Files.writeString(folder.resolve("dear.mbox"), mails, StandardCharsets.US_ASCII);
    AtomicLong looks = new AtomicLong();
    Intake intake =
        new Intake(
            new MailParser(MimeLimits.DEFAULT),
            new TermExtractor(TermLimits.DEFAULT),
            Clock.system(),
            new WorkBudget.Limit(Duration.ofNanos(3), looks::getAndIncrement));
    try (TestDatabase database = TestDatabase.migrated()) {
      Store store = Store.over(database.dataSource(), Clock.system()::instant);
      Account account = store.people().accounts().create("ada", "", "standard", false, 0);
      long inbox =
          store.mail().folders().byRole(account.id(), FolderRole.INBOX).map(Folder::id).get();

      ImportResult result =
          new Importer(store, intake, Clock.system(), 1)
              .run(
                  MailSource.of(List.of(mbox), SourceLimits.DEFAULT),
                  account.id(),
                  inbox,
                  new Importer.Progress() {
                    @Override
                    public void read(long bytes, ImportResult soFar) {}

                    @Override
                    public void skipped(String where, String reason) {}
                  });

      assertThat(result).isEqualTo(new ImportResult(dear + plain, 0, 0, dear, 0, 0));
      // a budget is four looks; one mail does not use up the budget of others
      assertThat(looks.get()).isLessThanOrEqualTo(4L * (dear + plain));
    }
  }
}
