package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

@Tag("database")
class FlywayLogTest {
  private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private final Logger logger = (Logger) LoggerFactory.getLogger(FlywayLog.class);
  private final Level before = logger.getLevel();
  private final ListAppender<ILoggingEvent> shown = new ListAppender<>();

  @BeforeEach
  void listen() {
    logger.setLevel(Level.INFO); // as in production
    shown.start();
    root.addAppender(shown);
  }

  @AfterEach
  void stop() {
    root.detachAppender(shown);
    logger.setLevel(before);
  }

  @Test
  void showsWarningsAndNothingElse() {
    var log = new FlywayLog().createLogger(Schema.class);
    log.info("Current version of schema");
    log.error("Please restore backups", new IllegalStateException());
    log.warn("Using MySQL 99");

    assertThat(shown.list).hasSize(1);
    assertThat(shown.list.get(0).getLevel()).isEqualTo(Level.WARN);
    assertThat(shown.list.get(0).getFormattedMessage())
        .isEqualTo("Flyway, which migrates the tables of the database, warns: Using MySQL 99");
  }

  /** The words are Flyway's own, which a new version of it may change. */
  @Test
  void keepsSilentAboutAServerThatIsNewerThanFlywayKnows() throws IOException {
    String name = "/org/flywaydb/core/internal/database/base/Database.class";
    try (InputStream in = Flyway.class.getResourceAsStream(name)) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
          .contains(FlywayLog.NEWER);
    }
    new FlywayLog()
        .createLogger(Schema.class)
        .warn(
            "Using MariaDB 12.3"
                + FlywayLog.NEWER
                + ". The latest verified version of MariaDB is 11.8.");

    assertThat(shown.list).isEmpty();
  }

  /** On any server of the tests, also one that is newer than Flyway knows. */
  @Test
  void aMigrationWarnsOfNothing() {
    try (TestDatabase database = TestDatabase.empty()) {
      Schema.migrate(database.dataSource());

      assertThat(shown.list.stream().map(ILoggingEvent::getFormattedMessage)).isEmpty();
    }
  }
}
