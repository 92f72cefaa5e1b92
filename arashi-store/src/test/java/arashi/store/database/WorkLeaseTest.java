package arashi.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class WorkLeaseTest {
  private static final Instant END = Instant.parse("2026-03-03T12:00:00Z");

  private final WorkLease<String> lease = new WorkLease<>("mine", END);

  @Test
  void isHeldByItsOwnerUntilItsEnd() {
    assertThat(lease.isHeldBy("mine", END.minusMillis(1))).isTrue();
    assertThat(lease.isHeldBy("mine", END)).isFalse();
    assertThat(lease.isHeldBy("yours", END.minusMillis(1))).isFalse();
  }

  @Test
  void isFreeForOthersOnlyAfterItsEnd() {
    assertThat(lease.isFreeFor("mine", END.minusMillis(1))).isTrue();
    assertThat(lease.isFreeFor("yours", END)).isFalse();
    assertThat(lease.isFreeFor("yours", END.plusMillis(1))).isTrue();
  }
}
