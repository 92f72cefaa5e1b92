package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;

import benchmarks.users.RunResult.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestsTest {
  private static final List<UserRequestType> TYPES = List.of(UserRequestType.values());
  private static final List<Outcome> OUTCOMES = List.of(Outcome.values());

  /** More than one chunk. */
  private static final int MANY = 200_000;

  private final Requests requests = new Requests();

  private void add(int number) {
    requests.add(
        10L * number,
        number % 7,
        number % 30_000,
        TYPES.get(number % TYPES.size()),
        OUTCOMES.get(number % OUTCOMES.size()),
        number % 3 / 2f);
  }

  @Test
  void keepsEachColumnOfEachRequest() {
    for (int i = 0; i < MANY; i++) {
      add(i);
    }
    assertThat(requests.size()).isEqualTo(MANY);
    for (int i = 0; i < MANY; i++) {
      assertThat(requests.endMicros(i)).isEqualTo(10L * i);
      assertThat(requests.startMicros(i)).isEqualTo(10L * i - i % 7);
      assertThat(requests.millis(i)).isEqualTo(i % 7 / 1e3);
      assertThat(requests.user(i)).isEqualTo(i % 30_000);
      assertThat(requests.type(i)).isEqualTo(TYPES.get(i % TYPES.size()));
      assertThat(requests.outcome(i)).isEqualTo(OUTCOMES.get(i % OUTCOMES.size()));
      assertThat(requests.quality(i)).isEqualTo(i % 3 / 2f);
    }
  }

  @Test
  void aSnapshotHasNoLaterRequests() {
    add(0);
    Requests before = requests.snapshot();
    for (int i = 1; i < MANY; i++) {
      add(i);
    }
    assertThat(before.size()).isEqualTo(1);
    assertThat(before.endMicros(0)).isZero();
    assertThat(before.firstFrom(1)).isEqualTo(1);
  }

  @Test
  void findsTheFirstRequestFromATime() {
    assertThat(requests.firstFrom(0)).isZero();
    for (int i = 0; i < MANY; i++) {
      add(i);
    }
    assertThat(requests.firstFrom(-1)).isZero();
    assertThat(requests.firstFrom(1e-5)).isEqualTo(1);
    assertThat(requests.firstFrom(1.5)).isEqualTo(150_000);
    assertThat(requests.firstFrom(2)).isEqualTo(MANY);
  }
}
