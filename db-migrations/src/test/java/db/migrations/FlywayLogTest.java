package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

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

  @Test
  void warnsOnceOfAServerThatIsNewerThanFlywayKnows() throws SQLException {
    try (TestDatabase database = TestDatabase.empty()) {
      try (Connection connection = database.dataSource().getConnection()) {
        ServerVersion version = ServerVersion.of(connection);
        assumeTrue(
            version.product().equals("MySQL") && version.major() >= 9 && version.minor() > 4,
            "the tests' server is known to Flyway");
      }
      Schema.migrate(database.dataSource());

      List<String> lines = shown.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
      assertThat(lines).hasSize(1).first().asString().contains("newer than the version Flyway");
    }
  }
}
