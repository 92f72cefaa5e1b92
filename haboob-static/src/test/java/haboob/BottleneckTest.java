package haboob;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import seda.kernel.Stage;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** The bottleneck page under the load of [SOSP 2001, Figure 13], in simulated time. */
class BottleneckTest {
  private static final Duration THINK = Duration.ofMillis(20);
  private static final Duration TARGET = Duration.ofSeconds(5);
  private static final long WORK = Duration.ofMillis(40).toNanos();

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final Random random = new Random(1);
  private final List<Long> responses = new ArrayList<>();
  private final List<Duration> works = new ArrayList<>();
  private int refused;
  private boolean over;
  private Bottleneck bottleneck;
  private Stage<?> stage;

  private void start(Duration target) {
    BottleneckConfig config = new BottleneckConfig("/b", Duration.ofNanos(WORK), target, 2);
    bottleneck = new Bottleneck(graph, config, new SplittableRandom(1), works::add);
    stage = graph.find(Bottleneck.STAGE).orElseThrow();
    simulation.serviceTime(stage, event -> (long) (WORK * stage.quality().value(0)));
    graph.start();
  }

  /** A closed-loop client: requests, waits for the response, thinks, and repeats. */
  private final class Client implements HttpExchange {
    private final long askedAt = graph.clock().nanos();

    @Override
    public HttpRequest request() {
      return HttpRequest.of("GET", "/b");
    }

    @Override
    public long arrivedNanos() {
      return askedAt;
    }

    @Override
    public InetSocketAddress remote() {
      return InetSocketAddress.createUnresolved("client.test", 1);
    }

    @Override
    public int processor() {
      return 0;
    }

    @Override
    public void whenAnswered(Runnable action) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean respond(HttpResponse response) {
      Duration pause = THINK;
      if (response.status() == 200) {
        responses.add(graph.clock().nanos() - askedAt);
      } else {
        refused++;
        pause = Duration.ofSeconds(Integer.parseInt(response.header("Retry-After")));
      }
      askAgainAfter(pause);
      return true;
    }
  }

  private void askAgainAfter(Duration pause) {
    simulation.after(
        pause,
        () -> {
          if (!over) {
            bottleneck.enqueue(new Client());
          }
        });
  }

  private void clients(int count, Duration time) {
    for (int i = 0; i < count; i++) {
      askAgainAfter(Duration.ofMillis(random.nextInt(1000)));
    }
    simulation.run(time);
    over = true;
  }

  @Test
  void holdsItsTargetFor1024ClientsByDoingLessForEach() {
    start(TARGET);
    clients(1024, Duration.ofMinutes(2));
    responses.sort(null);

    assertThat(responses.get(responses.size() * 9 / 10)).isLessThanOrEqualTo(TARGET.toNanos());
    assertThat(responses.get(responses.size() - 1)).isLessThanOrEqualTo(6_500_000_000L);
    assertThat(responses).as("what full quality could serve").hasSizeGreaterThan(2 * 2 * 25 * 60);
    assertThat(stage.quality().value(0)).isLessThan(1);
    assertThat(works).last().satisfies(last -> assertThat(last.toNanos()).isLessThan(WORK));

    simulation.run(Duration.ofMinutes(1)); // no more requests
    assertThat(stage.quality().value(0)).isEqualTo(1);
  }

  @Test
  void refusesWhatNoQualityCanServeInTime() {
    start(Duration.ofMillis(100));
    clients(1024, Duration.ofSeconds(30));
    responses.sort(null);

    assertThat(refused).isPositive();
    assertThat(responses.get(responses.size() * 9 / 10)).isLessThanOrEqualTo(100_000_000L);
  }

  @Test
  void worksAtFullQualityForAFew() {
    start(TARGET);
    clients(3, Duration.ofSeconds(30));

    assertThat(refused).isZero();
    assertThat(works).isNotEmpty().allMatch(work -> work.toNanos() == WORK);
  }
}
