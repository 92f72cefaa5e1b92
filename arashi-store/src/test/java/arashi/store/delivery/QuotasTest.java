package arashi.store.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class QuotasTest {

  @Test
  void refusalsNameTheSetting() {
    assertThatThrownBy(() -> new Quotas(-1, Map.of(), 0.9, false))
        .hasMessage("mail.delivery.quota.hard = -1, must be at least 0");
    assertThatThrownBy(() -> new Quotas(0, Map.of("gold", -2L), 0.9, false))
        .hasMessage("mail.delivery.quota.classes.gold.hard = -2, must be at least 0");
    assertThatThrownBy(() -> new Quotas(0, Map.of(), 1.5, false))
        .hasMessage("mail.delivery.quota.soft = 1.5, must be above 0 and at most 1");
  }

  @Test
  void theAccountsQuotaPrecedesItsClassWhichPrecedesTheDefault() {
    Quotas quotas = new Quotas(1_000, Map.of("gold", 5_000L, "free", 0L), 0.9, false);

    assertThat(quotas.bytesOf(0, "standard")).isEqualTo(1_000);
    assertThat(quotas.bytesOf(0, "gold")).isEqualTo(5_000);
    assertThat(quotas.bytesOf(20, "gold")).isEqualTo(20);
    assertThat(quotas.bytesOf(0, "free")).isEqualTo(Long.MAX_VALUE);
  }
}
