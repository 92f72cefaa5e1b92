package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerMemoryTest {
  private static final long MIB = 1L << 20;

  @ParameterizedTest
  @CsvSource({"256, 64", "2048, 256", "24576, 3072", "262144, 4096"})
  void theBufferPoolIsAnEighthOfTheMemoryWithinBounds(long memory, long pool) {
    assertThat(ServerMemory.poolFor(memory * MIB)).isEqualTo(pool * MIB);
  }

  @ParameterizedTest
  @CsvSource({"64, 64", "1024, 256", "4096, 512"})
  void theRedoLogIsAQuarterOfTheBufferPoolWithinBounds(long pool, long log) {
    assertThat(ServerMemory.redoLogFor(pool * MIB)).isEqualTo(log * MIB);
  }

  @ParameterizedTest
  @CsvSource({"7, 64, embedded.buffer-pool", "64, 7, embedded.redo-log"})
  void refusesWhatTheServerCannotStartWith(long pool, long log, String key) {
    assertThatThrownBy(() -> new ServerMemory(pool * MIB, log * MIB))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(key);
  }
}
