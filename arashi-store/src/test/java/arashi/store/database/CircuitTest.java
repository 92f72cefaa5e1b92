package arashi.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import seda.kernel.simulation.VirtualClock;

/** In virtual time. */
class CircuitTest {
  private final SQLException why = new SQLException("why");

  private final VirtualClock clock = new VirtualClock(java.time.Instant.EPOCH);
  private final Circuit circuit =
      new Circuit(
          clock,
          new OutageLimits(Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(4)));

  private void pass(Duration time) {
    clock.advance(time);
  }

  /** Returns the seconds until the next probe is due. */
  private long pause() {
    long seconds = 0;
    while (!circuit.isProbeDue()) {
      pass(Duration.ofSeconds(1));
      seconds++;
    }
    return seconds;
  }

  @Test
  void letsEverythingPassWhileItIsClosed() {
    assertThatCode(circuit::admitRead).doesNotThrowAnyException();
    assertThatCode(circuit::admitWrite).doesNotThrowAnyException();
    assertThat(circuit.isProbeDue()).isFalse();
  }

  @Test
  void refusesReadsAndWritesWhileTheDatabaseIsAway() {
    assertThat(circuit.open(Outage.UNREACHABLE, why)).isTrue();
    assertThatThrownBy(circuit::admitRead).isInstanceOf(OutageException.class);
    assertThatThrownBy(circuit::admitWrite).isInstanceOf(OutageException.class);
  }

  @Test
  void letsReadsPassWhileOnlyWritesAreRefused() {
    for (Outage outage : List.of(Outage.READ_ONLY, Outage.DISK_FULL, Outage.WRITES_STALLED)) {
      circuit.open(outage, why);
      assertThatCode(circuit::admitRead).doesNotThrowAnyException();
      assertThatThrownBy(circuit::admitWrite).hasMessage(outage.sentence());
      circuit.close();
    }
  }

  @Test
  void probesWithPausesThatDoubleUpToTheLongest() {
    circuit.open(Outage.UNREACHABLE, why);
    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      pauses.add(pause());
      circuit.probeFailed(Outage.UNREACHABLE, why);
    }
    assertThat(pauses).containsExactly(1L, 2L, 4L, 4L, 4L);
  }

  @Test
  void keepsItsPauseIfItOpensAgainSoonAfterItClosed() {
    circuit.open(Outage.DISK_FULL, why);
    pause();
    circuit.close();
    circuit.open(Outage.DISK_FULL, why);
    assertThat(pause()).isEqualTo(2);
    circuit.close();

    pass(Duration.ofMinutes(1));
    circuit.open(Outage.DISK_FULL, why);
    assertThat(pause()).isEqualTo(1);
  }

  @Test
  void aCallThatFailsLateChangesNothing() {
    circuit.open(Outage.NOT_ANSWERING, why);
    assertThat(circuit.open(Outage.UNREACHABLE, why)).isFalse();
    assertThat(circuit.open(Outage.READ_ONLY, why)).isFalse();
    assertThat(circuit.outage()).contains(Outage.NOT_ANSWERING);
  }

  @Test
  void readsThatFailTurnAWriteOutageIntoAFullOne() {
    circuit.open(Outage.READ_ONLY, why);
    assertThat(circuit.open(Outage.UNREACHABLE, why)).isTrue();
    assertThat(circuit.outage()).contains(Outage.UNREACHABLE);
  }

  @Test
  void aProbeThatFindsAnotherOutageNamesIt() {
    circuit.open(Outage.UNREACHABLE, why);
    assertThat(circuit.probeFailed(Outage.READ_ONLY, why)).isTrue();
    assertThatCode(circuit::admitRead).doesNotThrowAnyException();
    assertThat(circuit.probeFailed(Outage.READ_ONLY, why)).isFalse();
  }
}
