package arashi.store.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UidSetTest {
  @ParameterizedTest
  @CsvSource({"7,'7'", "7 8,'7:8'", "1 3 4 5 9,'1,3:5,9'", "5 4 3,'3:5'"})
  void writesRanges(String uids, String text) {
    List<Long> numbers = List.of(uids.split(" ")).stream().map(Long::valueOf).toList();
    assertThat(UidSet.encode(numbers)).isEqualTo(text);
    assertThat(UidSet.decode(text)).isEqualTo(numbers.stream().sorted().toList());
  }

  @Test
  void readsWhatItWrites() {
    Random random = new Random(32);
    for (int n = 1; n < 500; n++) {
      int spread = 1 + random.nextInt(3);
      List<Long> uids =
          LongStream.rangeClosed(1, n).filter(uid -> random.nextInt(spread) == 0).boxed().toList();
      if (!uids.isEmpty()) {
        assertThat(UidSet.decode(UidSet.encode(uids))).isEqualTo(uids);
      }
    }
  }
}
