package arashi.store.draft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.mail.MailWriter;
import com.zaxxer.hikari.HikariDataSource;
import db.migrations.Database;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("database")
class UploadsTest {
  private static final int MAILS = 2_000;

  @TempDir private Path directory;

  /** Uses the server's own count of rows read. */
  @Test
  void countsTheBytesOfUploadsWithoutReadingTheLinksOfMails() throws IOException, SQLException {
    try (StoreFixture fixture = new StoreFixture()) {
      long ada = fixture.account();
      for (int batch = 0; batch < MAILS / MailWriter.MAX_BATCH; batch++) {
        fixture.add(
            ada,
            fixture.inbox(ada),
            StoreFixture.mails("batch" + batch + "-", MailWriter.MAX_BATCH));
      }
      // The server counts per connection, so all statements must use the same one.
      Database connection = fixture.database.connection();
      try (HikariDataSource single =
          new Database(connection.url(), connection.user(), connection.password(), 1).open()) {
        Uploads uploads = Store.over(single, fixture.time).outgoing().uploads();
        try (Uploads.Receiving form = uploads.receive(ada, directory)) {
          for (String text : new String[] {"one", "two", "three"}) {
            form.add(new ByteArrayInputStream(text.getBytes(UTF_8)), 100);
          }
          form.store(Long.MAX_VALUE);
        }
        assertThat(uploads.bytes(ada)).isEqualTo(11); // also warms the server's dictionary

        long before = rowsRead(single);
        uploads.bytes(ada);

        assertThat(rowsRead(single) - before).isLessThan(40);
      }
    }
  }

  @Test
  void keepsTheQuotaHoweverManyFilesComeAtATime(@TempDir Path spool) throws Exception {
    try (StoreFixture fixture = new StoreFixture()) {
      long ada = fixture.account();
      Uploads uploads = fixture.store.outgoing().uploads();
      List<Callable<Boolean>> parallel = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        byte[] content = Character.toString('a' + i).repeat(300).getBytes(UTF_8);
        parallel.add(
            () -> {
              try (Uploads.Receiving form = uploads.receive(ada, spool)) {
                form.add(new ByteArrayInputStream(content), 500);
                return form.store(1_000);
              }
            });
      }
      ExecutorService threads = Executors.newFixedThreadPool(parallel.size());
      int kept = 0;
      try {
        for (Future<Boolean> upload : threads.invokeAll(parallel)) {
          kept += upload.get() ? 1 : 0;
        }
      } finally {
        threads.shutdown();
      }

      assertThat(kept).isEqualTo(3);
      assertThat(uploads.bytes(ada)).isEqualTo(900);
    }
  }

  private static long rowsRead(HikariDataSource single) throws SQLException {
    long read = 0;
    try (Connection connection = single.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SHOW SESSION STATUS WHERE Variable_name IN ('Handler_read_first',"
                    + " 'Handler_read_key', 'Handler_read_next', 'Handler_read_rnd',"
                    + " 'Handler_read_rnd_next')")) {
      while (rows.next()) {
        read += rows.getLong(2);
      }
    }
    return read;
  }
}
