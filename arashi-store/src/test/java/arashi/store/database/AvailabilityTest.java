package arashi.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.blob.Sha256;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import seda.kernel.simulation.VirtualClock;

/** The circuit over a real server, in virtual time. */
@Tag("database")
class AvailabilityTest {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static StoreFixture fixture;

  private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
  private final SwitchedConnections connections =
      new SwitchedConnections(fixture.database.dataSource());
  private final Store store =
      Store.over(connections, OutageLimits.DEFAULT, () -> StoreFixture.NOW, clock);
  private final Availability availability = store.service().availability();

  @BeforeAll
  static void open() {
    fixture = new StoreFixture();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @AfterEach
  void giveBack() {
    availability.close();
  }

  private void touch() {
    store.people().sessions().touch(Sha256.of(new byte[0]), Duration.ofDays(1));
  }

  @Test
  void asksForNoConnectionWhileTheCircuitIsOpen() {
    connections.away = true;
    assertThatThrownBy(() -> store.service().policies().revision())
        .hasMessage("the database cannot be reached: Connection refused");
    int taken = connections.taken.get();
    int opened = connections.opened.get();

    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> store.service().policies().revision())
          .isInstanceOf(OutageException.class);
      assertThatThrownBy(this::touch).hasMessage("the database cannot be reached");
      availability.check(); // the pause is not over
    }

    assertThat(connections.taken).hasValue(taken);
    assertThat(connections.opened).hasValue(opened);
  }

  @Test
  void servesAgainAfterTheFirstProbeThatSucceeds() {
    connections.away = true;
    availability.check();
    assertThat(availability.outage()).contains(Outage.UNREACHABLE);
    clock.advance(PAUSE);
    availability.check();
    connections.away = false;
    availability.check(); // too early
    assertThat(availability.outage()).contains(Outage.UNREACHABLE);

    clock.advance(PAUSE.multipliedBy(2));
    availability.check();

    assertThat(availability.outage()).isEmpty();
    assertThat(store.service().policies().revision()).isPositive();
  }

  @Test
  void aHeartbeatFindsADatabaseReadOnlyThatNobodyWritesTo() {
    connections.readOnly = true;
    availability.check();

    assertThat(availability.outage()).contains(Outage.READ_ONLY);
    assertThat(store.service().policies().revision()).isPositive();
    assertThatThrownBy(this::touch).hasMessage("the database is read-only");

    clock.advance(PAUSE);
    availability.check();
    assertThat(availability.outage()).as("as long as it is").contains(Outage.READ_ONLY);

    connections.readOnly = false;
    clock.advance(PAUSE.multipliedBy(2));
    availability.check();
    assertThat(availability.outage()).isEmpty();
    touch();
  }

  @Test
  void aWriteThatIsRefusedOpensTheCircuitAtOnce() {
    connections.readOnly = true;
    assertThatThrownBy(this::touch)
        .isInstanceOfSatisfying(
            OutageException.class, e -> assertThat(e.outage()).isEqualTo(Outage.READ_ONLY))
        .hasMessageStartingWith("the database is read-only: ");
    assertThat(availability.outage()).contains(Outage.READ_ONLY);
  }

  /** The call's own failure is a closed socket, because connections in use are aborted. */
  @Test
  void aCallInProgressSaysWhyTheCircuitOpened() {
    Transactions transactions = new Transactions(availability, InstantSource.system());

    assertThatThrownBy(
            () ->
                transactions.read(
                    c -> {
                      connections.away = true;
                      availability.check();
                      return c.update("DO 1");
                    }))
        .hasMessage("the database cannot be reached: Connection refused");
  }

  @Test
  void aConnectionThatIsKilledIsNoOutage() {
    Transactions transactions = new Transactions(availability, InstantSource.system());

    assertThatThrownBy(
            () ->
                transactions.read(
                    c -> {
                      c.update("KILL CONNECTION_ID()");
                      return c.update("DO 1");
                    }))
        .isInstanceOfSatisfying(
            OutageException.class, e -> assertThat(e.outage()).isEqualTo(Outage.UNREACHABLE));

    assertThat(availability.outage()).isEmpty();
    assertThat(store.service().policies().revision()).isPositive();
  }

  @Test
  void aProbeOfAFullDiskWritesAMailsWorthAndLeavesNothing() throws SQLException {
    Transactions transactions = new Transactions(availability, InstantSource.system());
    assertThatThrownBy(
            () ->
                transactions.write(
                    c -> {
                      throw new StatementException(
                          new SQLException("The table 'blob_data' is full", "HY000", 1114));
                    }))
        .hasMessageStartingWith("the database's disk is full");
    long before = redoWritten();

    clock.advance(PAUSE);
    availability.check();

    assertThat(availability.outage()).isEmpty();
    assertThat(redoWritten() - before).isGreaterThan(1 << 20);
    assertThat(fixture.rows("SELECT sha256 FROM `blob`")).isEmpty();
    assertThat(fixture.rows("SELECT n FROM blob_data")).isEmpty();
  }

  private static long redoWritten() throws SQLException {
    String status = fixture.rows("SHOW GLOBAL STATUS LIKE 'Innodb_os_log_written'").get(0);
    return Long.parseLong(status.substring(status.indexOf(' ') + 1));
  }

  @Test
  void writesThatWaitAreToldFromAServerThatIsSilent() throws SQLException {
    try (Connection backup = fixture.database.dataSource().getConnection();
        Statement lock = backup.createStatement()) {
      lock.execute("LOCK TABLES policy_revision READ");
      clock.advance(PAUSE);
      availability.check();
      assertThat(availability.outage()).contains(Outage.WRITES_STALLED);
      assertThat(store.service().policies().revision()).isPositive();
      lock.execute("UNLOCK TABLES");
    }
    clock.advance(PAUSE);
    availability.check();
    assertThat(availability.outage()).isEmpty();
  }
}
