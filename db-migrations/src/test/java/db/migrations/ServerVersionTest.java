package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("database")
class ServerVersionTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.0.15",
        "8.0.36-28.1",
        "8.4.3-0ubuntu1",
        "9.7.0",
        "8.0.11-TiDB-v7.5.1",
        "8.0.30-Vitess",
        "11.4.0-MariaDB",
        "11.4.5-MariaDB-log",
        "5.5.5-11.4.2-MariaDB",
        "11.8.3-MariaDB-ubu2404",
        "12.1.2-MariaDB",
      })
  void takesServersThatAreSupported(String text) {
    assertThatCode(() -> ServerVersion.parse(text).requireSupported()).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5.5.5",
        "5.7.44-log",
        "5.6.51",
        "10.11.6-MariaDB-0+deb12u1",
        "5.5.5-10.11.6-MariaDB",
        "10.6.18-MariaDB-log",
        "11.3.2-MariaDB",
        "11.1.2-MariaDB-1:11.1.2+maria~ubu2204",
        "unknown",
      })
  void refusesOlderOnes(String text) {
    assertThatThrownBy(() -> ServerVersion.parse(text).requireSupported())
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining(text)
        .hasMessageContaining("upgrade the server");
  }

  @Test
  void namesTheProduct() {
    assertThatThrownBy(() -> ServerVersion.parse("10.11.6-MariaDB").requireSupported())
        .hasMessageStartingWith("the database server is MariaDB 10.11 (10.11.6-MariaDB), but");
    assertThatThrownBy(() -> ServerVersion.parse("5.7.44").requireSupported())
        .hasMessageStartingWith("the database server is MySQL 5.7 (5.7.44), but");
  }

  @Test
  void readsTheVersionOfARealServer() throws SQLException {
    try (TestDatabase database = TestDatabase.empty();
        Connection connection = database.dataSource().getConnection()) {
      ServerVersion version = ServerVersion.of(connection);

      assertThat(version.major()).isGreaterThanOrEqualTo(8);
      assertThat(version.text()).startsWith(version.major() + "." + version.minor());
    }
  }
}
