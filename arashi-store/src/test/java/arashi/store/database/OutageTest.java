package arashi.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Codes and texts as sent by MySQL 9.7 and MariaDB 11.4. */
class OutageTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1290 | HY000 | The MySQL server is running with the --read-only option so it cannot"
            + " execute this statement | READ_ONLY",
        "1290 | HY000 | The MySQL server is running with the --super-read-only option so it cannot"
            + " execute this statement | READ_ONLY",
        "1290 | HY000 | The MariaDB server is running with the --read-only option so it cannot"
            + " execute this statement | READ_ONLY",
        "1290 | HY000 | The MySQL server is running with the --secure-file-priv option so it cannot"
            + " execute this statement |",
        "1836 | HY000 | Running in read-only mode | READ_ONLY",
        "1792 | 25006 | Cannot execute statement in a READ ONLY transaction. | READ_ONLY",
        "1036 | HY000 | Table 'item' is read only | READ_ONLY",
        "1874 | HY000 | InnoDB is in read only mode. | READ_ONLY",
        "1021 | HY000 | Disk full (/tmp/#sql-a.MAI); waiting for someone to free some space..."
            + " (errno: 28) | DISK_FULL",
        "1114 | HY000 | The table 'blob_data' is full | DISK_FULL",
        "3 | HY000 | Error writing file './binlog.000002' (errno: 28 \"No space left on device\") |"
            + " DISK_FULL",
        "3 | HY000 | Error writing file '/tmp/ML' (OS errno 28 - No space left on device) |"
            + " DISK_FULL",
        "1026 | HY000 | Error writing file './a' (errno: 122 - Disk quota exceeded) | DISK_FULL",
        "1030 | HY000 | Got error 28 \"No space left on device\" from storage engine InnoDB |"
            + " DISK_FULL",
        "1030 | HY000 | Got error 168 \"Unknown (generic) error from engine\" from storage engine"
            + " InnoDB |",
        "3 | HY000 | Error writing file './a' (errno: 5 \"Input/output error\") |",
        "1040 | 08004 | Too many connections | TOO_MANY_CONNECTIONS",
        "1203 | 42000 | User arashi already has more than 'max_user_connections' active connections"
            + " | TOO_MANY_CONNECTIONS",
        "1226 | 42000 | User 'arashi' has exceeded the 'max_user_connections' resource |"
            + " TOO_MANY_CONNECTIONS",
        "1053 | 08S01 | Server shutdown in progress | UNREACHABLE",
        "1927 | 70100 | Connection was killed | UNREACHABLE",
        "2013 | HY000 | Lost connection to server during query | UNREACHABLE",
        "1047 | 08S01 | WSREP has not yet prepared node for application use | UNREACHABLE",
        "4031 | HY000 | The client was disconnected by the server because of inactivity. |"
            + " UNREACHABLE",
        "0 | 08S01 | Communications link failure | UNREACHABLE",
        "0 | 08003 | No operations allowed after connection closed. | UNREACHABLE",
        "1153 | 08S01 | Got a packet bigger than 'max_allowed_packet' bytes |",
        "1205 | HY000 | Lock wait timeout exceeded; try restarting transaction |",
        "1213 | 40001 | Deadlock found when trying to get lock |",
        "1062 | 23000 | Duplicate entry '28' for key 'PRIMARY' |",
        "1146 | 42S02 | Table 'arashi.nothing' doesn't exist |",
      })
  void isToldByTheCodeOfTheServer(int code, String state, String message, Outage outage) {
    assertThat(Outage.of(new SQLException(message, state, code))).isEqualTo(outage);
  }

  @Test
  void looksBehindTheTimeoutOfThePool() {
    SQLException lost = new SQLException("Communications link failure", "08S01");
    SQLException exhausted = new SQLTransientConnectionException("store - request timed out");
    assertThat(Outage.of(exhausted)).isNull();
    lost.initCause(new ConnectException("Connection refused"));
    exhausted.initCause(lost);
    assertThat(Outage.of(exhausted)).isEqualTo(Outage.UNREACHABLE);
  }

  @Test
  void tellsSilenceFromAnAddressThatNobodyHas() {
    SQLException silent = new SQLException("Communications link failure", "08S01");
    silent.initCause(new SocketTimeoutException("Read timed out"));
    SQLException nobody = new SQLException("Communications link failure", "08S01");
    nobody.initCause(new SocketTimeoutException("Connect timed out"));

    assertThat(Outage.of(silent)).isEqualTo(Outage.NOT_ANSWERING);
    assertThat(Outage.of(nobody)).isEqualTo(Outage.UNREACHABLE);
  }

  @Test
  void namesTheOutageBeforeWhatTheDriverSays() {
    SQLException lost = new SQLException("Communications link failure\n\nThe last", "08S01");
    lost.initCause(new ConnectException("Connection refused"));

    assertThat(OutageException.met(Outage.UNREACHABLE, lost))
        .hasMessage("the database cannot be reached: Connection refused");
    assertThat(OutageException.refused(Outage.READ_ONLY))
        .hasMessage("the database is read-only")
        .satisfies(e -> assertThat(e.getStackTrace()).isEmpty());
  }
}
