package arashi.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.StoreFixture;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("database")
class TxTest {
  private static StoreFixture fixture;

  @BeforeAll
  static void open() {
    fixture = new StoreFixture();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  private static <T> T read(Transactions.Work<T> work) {
    return fixture.transactions.read(work);
  }

  private static long number(String sql, Object... parameters) {
    return fixture.transactions.read(tx -> tx.count(sql, parameters));
  }

  @Test
  void aListTakesAsManyMarksAsItHasValues() {
    for (int size : new int[] {1, 2, 3, 4, 5, 100}) {
      List<Integer> values = IntStream.range(0, size).boxed().toList();
      assertThat(number("SELECT ? + (7 IN (?)) + ?", 10, values, 100))
          .isEqualTo(110L + (size > 7 ? 1 : 0));
    }
  }

  @Test
  void anEmptyListIsRefused() {
    assertThatThrownBy(() -> read(tx -> tx.exists("SELECT 1 WHERE 1 IN (?)", List.of())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void timesAndOptionalValuesAreBoundAsColumns() {
    Instant time = Instant.ofEpochMilli(1_700_000_000_123L);
    assertThat(number("SELECT CAST(? AS SIGNED)", time)).isEqualTo(1_700_000_000_123L);
    assertThat(number("SELECT CAST(? AS SIGNED)", Optional.of(time))).isEqualTo(1_700_000_000_123L);
    for (Object empty : List.of(Optional.empty(), OptionalLong.empty(), OptionalInt.empty())) {
      assertThat(number("SELECT ? IS NULL", empty)).isEqualTo(1);
    }
    assertThat(number("SELECT CAST(? AS SIGNED)", OptionalLong.of(5))).isEqualTo(5L);
    assertThat(number("SELECT CAST(? AS SIGNED)", OptionalInt.of(6))).isEqualTo(6L);
  }

  @Test
  void columnsAreReadByNameInAnyOrder() {
    record Both(long number, String text, Optional<Long> none, boolean isNull) {}
    List<Both> rows =
        read(
            tx ->
                tx.list(
                    "(SELECT 1 AS n, 'a' AS t, NULL AS z) UNION ALL (SELECT 2, 'b', 3) ORDER BY n",
                    row ->
                        new Both(
                            row.getLong("n"),
                            row.getString("t"),
                            row.getNullable("z"),
                            row.isNull("z"))));
    assertThat(rows)
        .containsExactly(
            new Both(1, "a", Optional.empty(), true), new Both(2, "b", Optional.of(3L), false));
  }

  @Test
  void anUnknownColumnFailsTheWork() {
    assertThatThrownBy(() -> read(tx -> tx.list("SELECT 1 AS n", row -> row.getLong("m"))))
        .isInstanceOf(StoreException.class);
  }

  @Test
  void eachAttemptSeesTheTimeAtWhichTheWorkBegan() {
    fixture.now.set(StoreFixture.NOW.plusSeconds(9));
    assertThat(fixture.transactions.write(Tx::now)).isEqualTo(StoreFixture.NOW.plusSeconds(9));
  }
}
