package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("database")
class DurabilityTest {
  private static final String REDO_LOG = "innodb_flush_log_at_trx_commit";

  @Test
  void warnsOfLogsThatAreNotFlushedAtEachCommit() {
    assertThat(Durability.warnings(Map.of(REDO_LOG, "2", "log_bin", "ON", "sync_binlog", "0")))
        .hasSize(2)
        .anySatisfy(warning -> assertThat(warning).contains(REDO_LOG + " = 2").contains("power"))
        .anySatisfy(warning -> assertThat(warning).contains("sync_binlog = 0"));
  }

  @Test
  void saysNothingOfABinaryLogThatIsOff() {
    assertThat(Durability.warnings(Map.of(REDO_LOG, "1", "log_bin", "OFF", "sync_binlog", "0")))
        .isEmpty();
    assertThat(Durability.warnings(Map.of())).isEmpty();
  }

  @Test
  void readsTheSettingsOfAServer() throws SQLException {
    try (TestDatabase database = TestDatabase.empty()) {
      assertThat(Durability.warnings(database.dataSource()))
          .allSatisfy(warning -> assertThat(warning).contains("= "));
    }
  }
}
