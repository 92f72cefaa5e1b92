package arashi.front.turn;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.RecordingExchange;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import seda.kernel.simulation.Simulation;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** Requests of one account, answered one after the other in virtual time. */
class AccountTurnsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Simulation simulation = new Simulation();
  private final AccountTurns turns =
      new AccountTurns(
          simulation.graph().timers(),
          simulation.clock(),
          new AccountLimits(2, 100, 1, Duration.ofSeconds(10)));

  private final Deque<RecordingExchange> inProgress = new ArrayDeque<>();
  private int started;
  private int refused;

  private void ask() {
    RecordingExchange exchange = new RecordingExchange(HttpRequest.of("GET", "/mail"));
    turns.enter(
        7,
        exchange,
        PATIENCE,
        () -> {
          started++;
          inProgress.add(exchange);
        },
        () -> refused++);
  }

  private void ask(int requests) {
    for (int i = 0; i < requests; i++) {
      ask();
    }
  }

  private void answerAfter(Duration time) {
    simulation.run(time);
    inProgress.remove().respond(HttpResponse.of(200));
  }

  @Test
  void parksWhileNothingIsKnown() {
    ask(22);
    assertThat(started).isEqualTo(2);
    assertThat(turns.parked()).isEqualTo(20);
    assertThat(refused).isZero();
  }

  @Test
  void parksAsManyAsAreAnsweredInTime() {
    ask(3);
    for (int i = 0; i < 20; i++) {
      ask();
      answerAfter(Duration.ofMillis(50));
    }
    ask(100);
    assertThat(turns.parked()).as("and two in progress, at 50 ms each").isEqualTo(18);
    assertThat(refused).isPositive();
    int before = refused;
    for (int i = 0; i < 20; i++) {
      answerAfter(Duration.ofMillis(50));
    }
    assertThat(refused).as("those parked were all in time").isEqualTo(before);
    assertThat(turns.parked()).isZero();
  }

  @Test
  void refusesAtOnceWhenTheAccountsRequestsTakeLong() {
    ask(2);
    simulation.run(Duration.ofMillis(400)); // no answer yet: three would take 1.2 s
    ask(5);
    assertThat(turns.parked()).isZero();
    assertThat(refused).isEqualTo(5);

    answerAfter(Duration.ofSeconds(9));
    ask(2);
    assertThat(started).isEqualTo(3);
    assertThat(refused).as("one starts, the other would wait for seconds").isEqualTo(6);
  }

  @Test
  void learnsThatTheRequestsAreShortAgain() {
    ask(2);
    answerAfter(Duration.ofSeconds(10));
    for (int i = 0; i < 20; i++) {
      ask();
      answerAfter(Duration.ofMillis(1));
    }
    ask(4);
    assertThat(turns.parked()).isPositive();
    assertThat(refused).isZero();
  }

  @Test
  void forgetsAnAccountThatWaitsForNothing() {
    ask(2);
    answerAfter(Duration.ofSeconds(10));
    answerAfter(Duration.ofSeconds(10));
    ask(3);
    assertThat(turns.parked()).isEqualTo(1);
  }
}
