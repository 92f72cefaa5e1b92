package arashi.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import arashi.mime.MailParser;
import arashi.mime.MimeLimits;
import arashi.mime.TermExtractor;
import arashi.mime.TermLimits;
import arashi.store.Account;
import arashi.store.Folder;
import arashi.store.FolderRole;
import arashi.store.Store;
import com.zaxxer.hikari.HikariDataSource;
import db.migrations.Database;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.kernel.Clock;

/** Imports into a real database. */
class ImporterTest {
  private static final int MAILS = 3_000;

  @TempDir private Path folder;

  private Path mbox() throws IOException {
    StringBuilder mails = new StringBuilder();
    for (int n = 0; n < MAILS; n++) {
      mails.append("From ada@example.org Fri Mar  1 08:00:00 2024\n");
      mails.append("From: Ada <ada@example.org>\nSubject: Mail ").append(n).append("\n\nText\n\n");
    }
    return Files.writeString(folder.resolve("a.mbox"), mails, StandardCharsets.US_ASCII);
  }

  private static ImportResult bring(Store store, Path mbox, long account, long into, Runnable read)
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
    return new Importer(store, intake, Clock.system(), 1)
        .run(MailSource.of(List.of(mbox), SourceLimits.DEFAULT), account, into, progress);
  }

  @Test
  void stopsWhenTheDatabaseIsLostAndGoesOnFromThereTheNextTime() throws Exception {
    Clock clock = Clock.system();
    try (TestDatabase database = TestDatabase.migrated()) {
      Database direct = database.connection();
      HikariDataSource losing =
          new Database(direct.url(), direct.user(), direct.password(), 2).open();
      Store store = Store.over(database.dataSource(), clock::instant);
      Account account = store.accounts().create("ada", "", "standard", false, 0);
      long inbox = store.folders().byRole(account.id(), FolderRole.INBOX).map(Folder::id).get();
      Path mbox = mbox();

      ImportStoppedException stopped =
          catchThrowableOfType(
              ImportStoppedException.class,
              () ->
                  bring(
                      Store.over(losing, clock::instant),
                      mbox,
                      account.id(),
                      inbox,
                      losing::close));

      long before = stopped.soFar().added();
      assertThat(before).isBetween(1L, MAILS - 1L);
      assertThat(stopped.soFar().failed()).isZero();
      ImportResult rest = bring(store, mbox, account.id(), inbox, () -> {});
      assertThat(rest.duplicates()).isEqualTo(before);
      assertThat(rest.added()).isEqualTo(MAILS - before);
    }
  }
}
