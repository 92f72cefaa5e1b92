package gnutella.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RouteTableTest {
  private final RouteTable table = new RouteTable(1024, 60, 42);

  @Test
  void leadsBackToWhereAnIdCameFrom() {
    assertThat(table.add(1, 2, 77, 0)).isTrue();

    assertThat(table.find(1, 2, 5)).isEqualTo(77);
    assertThat(table.find(2, 1, 5)).isEqualTo(RouteTable.NONE);
  }

  @Test
  void knowsADuplicateAndKeepsTheFirstWay() {
    table.add(1, 2, 77, 0);

    assertThat(table.add(1, 2, 78, 1)).isFalse();
    assertThat(table.find(1, 2, 1)).isEqualTo(77);
  }

  @Test
  void guessesWithoutTheLockWhatItFindsWithIt() {
    table.add(1, 2, 77, 0);

    assertThat(table.guess(1, 2, 5)).isEqualTo(77);
    assertThat(table.guess(1, 2, 61)).isEqualTo(RouteTable.NONE);
    assertThat(table.guess(2, 1, 5)).isEqualTo(RouteTable.NONE);
  }

  @Test
  void idsThatDifferInOneBitAreTwo() {
    RouteTable large = new RouteTable(1 << 12, 60, 42);
    for (int bit = 0; bit < 64; bit++) {
      assertThat(large.add(1L << bit, 0, 1, 0)).isTrue();
      assertThat(large.add(0, 1L << bit, 1, 0)).isTrue();
    }
  }

  @Test
  void anIdCanBeLedElsewhere() {
    table.set(1, 2, 77, 0);
    table.set(1, 2, 78, 1);

    assertThat(table.find(1, 2, 1)).isEqualTo(78);
  }

  @Test
  void forgetsAnIdWhenItIsOld() {
    table.add(1, 2, 77, 100);

    assertThat(table.find(1, 2, 160)).isEqualTo(77);
    assertThat(table.find(1, 2, 161)).isEqualTo(RouteTable.NONE);
    assertThat(table.add(1, 2, 78, 161)).isTrue();
  }

  @Test
  void theIdOfZerosIsOneLikeAnyOther() {
    assertThat(table.find(0, 0, 0)).isEqualTo(RouteTable.NONE);
    assertThat(table.add(0, 0, 5, 0)).isTrue();
    assertThat(table.find(0, 0, 0)).isEqualTo(5);
  }

  @Test
  void aFloodPushesOutWhatIsOldAndNotWhatIsNew() {
    Random ids = new Random(1);
    for (int second = 0; second < 50; second++) {
      for (int i = 0; i < 1000; i++) {
        table.add(ids.nextLong(), ids.nextLong(), 1, second);
      }
    }
    long[] last = ids.longs(200).toArray();
    for (int i = 0; i < 200; i += 2) {
      table.add(last[i], last[i + 1], 9, 50);
    }

    long found =
        IntStream.iterate(0, i -> i < 200, i -> i + 2)
            .filter(i -> table.find(last[i], last[i + 1], 50) == 9)
            .count();
    assertThat(found).isGreaterThan(95);
  }

  @Test
  void hasThePlacesThatItWasAskedForWhereverItsMemoryBegins() {
    for (int i = 0; i < 16; i++) {
      assertThat(new RouteTable(1024, 60, 42).capacity()).isEqualTo(1024);
    }
  }

  @Test
  void holdsNearlyAsManyAsItHasPlaces() {
    Random ids = new Random(3);
    long[] sent = ids.longs(1024).toArray();
    for (int i = 0; i < 1024; i += 2) {
      table.add(sent[i], sent[i + 1], 4, 0);
    }

    long found =
        IntStream.iterate(0, i -> i < 1024, i -> i + 2)
            .filter(i -> table.find(sent[i], sent[i + 1], 0) == 4)
            .count();
    assertThat(found).as("of 512, in a table that is half full").isGreaterThan(460);
  }

  @Test
  void ofThreadsThatAddTheSameIdsOneIsTheFirst() {
    RouteTable shared = new RouteTable(1 << 16, 60, 1);
    long[] added =
        IntStream.range(1, 5)
            .parallel()
            .mapToLong(
                thread ->
                    IntStream.range(0, 4000).filter(i -> shared.add(i, ~i, thread, 0)).count())
            .toArray();

    assertThat(added[0] + added[1] + added[2] + added[3]).isEqualTo(4000);
  }

  @Test
  void refusesASizeThatItCannotHave() {
    assertThatThrownBy(() -> new RouteTable(3, 60, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("routes = 3");
    assertThatThrownBy(() -> new RouteTable((1 << 26) + 1, 60, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2^26");
  }
}
