package arashi.delivery.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryConfigTest {
  private static final long MIB = 1 << 20;
  private static final Map<String, Object> DEFAULTS =
      Map.of("mail.max-mail-size", "64 MiB", "mail.delivery.memory", "auto");

  @Test
  void isTwiceTheLargestMailByDefault() {
    DeliveryConfig config = DeliveryFixture.config(DEFAULTS, 1024 * MIB);

    assertThat(config.memory().bytes()).isEqualTo(128 * MIB);
    assertThat(config.lmtp().limits().mailBytes()).isEqualTo(64 * MIB);
  }

  @Test
  void followsASmallHeapAndSoDoesTheLargestMail() {
    DeliveryConfig config = DeliveryFixture.config(DEFAULTS, 128 * MIB);

    assertThat(config.memory().bytes()).isEqualTo(128 * MIB / 6);
    assertThat(config.lmtp().limits().mailBytes()).isBetween(16 * MIB, 19 * MIB);
    assertThat(config.smtp().limits()).isEqualTo(config.lmtp().limits());
  }

  @Test
  void aConfiguredValueIsBoundedByTheHeapToo() {
    Map<String, Object> settings =
        Map.of("mail.max-mail-size", "4 MiB", "mail.delivery.memory", "100 MiB");

    assertThat(DeliveryFixture.config(settings, 1024 * MIB).memory().bytes()).isEqualTo(100 * MIB);
    DeliveryConfig narrow = DeliveryFixture.config(settings, 120 * MIB);
    assertThat(narrow.memory().bytes()).isEqualTo(20 * MIB);
    assertThat(narrow.smtp().limits().mailBytes()).isEqualTo(4 * MIB);
  }

  @Test
  void refusesAMemoryThatTheLargestMailDoesNotFit() {
    Map<String, Object> settings =
        Map.of("mail.max-mail-size", "4 MiB", "mail.delivery.memory", "4 MiB");

    assertThatThrownBy(() -> DeliveryFixture.config(settings, 1024 * MIB))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mail.delivery.memory");
  }
}
