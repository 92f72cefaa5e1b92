package haboob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import haboob.cache.StaticConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Clock;
import seda.kernel.Stage;
import seda.kernel.StageSnapshot;
import seda.kernel.graph.StageGraph;
import seda.netio.http.HttpConfig;

/** The whole server, over sockets. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HaboobTest {
  private static final Duration GRACE = Duration.ofSeconds(30);

  @TempDir Path root;
  private final StageGraph graph = new StageGraph(Clock.system());

  @BeforeEach
  void write() throws IOException {
    Files.writeString(root.resolve("index.html"), "<p>welcome");
  }

  private Haboob start(HaboobConfig config, AtomicInteger works) {
    return new Haboob(graph, config.withProcessors(2), time -> works.incrementAndGet());
  }

  private Haboob start() {
    HaboobConfig config =
        HaboobConfig.of(StaticConfig.of(root).withRevalidateAfter(Duration.ZERO))
            .withStatusPath("/status")
            .withBottleneck(BottleneckConfig.at("/bottleneck"));
    return start(config, new AtomicInteger());
  }

  @Test
  void answersToItsOwnNamesOnly() throws IOException {
    HaboobConfig config =
        HaboobConfig.of(StaticConfig.of(root).withHosts(Map.of("Site.example", root)))
            .withHosts(Set.of("www.example"))
            .withStatusPath("/status");
    try (Haboob haboob = start(config, new AtomicInteger());
        RawClient client = new RawClient(bind(haboob))) {
      for (String path : List.of("/", "/status")) {
        for (String host :
            List.of("localhost", "127.0.0.1:80", "box", "site.example", "www.example")) {
          assertThat(client.sendTo(host, "GET " + path, "").response().status()).isEqualTo(200);
        }
        RawClient.Response refusal = client.sendTo("evil.example", "GET " + path, "").response();
        assertThat(refusal.status()).isEqualTo(421);
        assertThat(refusal.text()).contains("--name");
      }
    }
  }

  private static InetSocketAddress bind(Haboob haboob) throws IOException {
    return haboob.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @Test
  void servesPagesStatusAndBottleneck() throws Exception {
    try (Haboob haboob = start();
        RawClient client = new RawClient(bind(haboob))) {
      assertThat(client.get("/").text()).isEqualTo("<p>welcome");
      assertThat(client.get("/bottleneck").text()).hasSize(8192).contains("Quality 1.00");
      String html = client.get("/status").text();
      assertThat(html).contains("http-recv", "static-page-cache", "bottleneck", "files");
      RawClient.Response json = client.get("/status?format=json");
      assertThat(json.fields()).containsEntry("Content-Type", "application/json");
      assertThat(json.text()).startsWith("{").contains("\"stage\":\"http-send\"");
      assertThat(haboob.statistics().misses()).isEqualTo(1);
    }
  }

  @Test
  void hasNeitherStatusNorBottleneckUnlessItIsToldTo() throws Exception {
    AtomicInteger works = new AtomicInteger();
    try (Haboob haboob = start(HaboobConfig.of(StaticConfig.of(root)), works);
        RawClient client = new RawClient(bind(haboob))) {
      assertThat(client.get("/status").status()).isEqualTo(404);
      assertThat(client.get("/bottleneck").status()).isEqualTo(404);
      assertThat(client.get("/").status()).isEqualTo(200);
      assertThat(works).hasValue(0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http-parse",
        "http-recv",
        "static-page-cache",
        "static-file-read",
        "static-cache-miss",
        "http-send",
        "bottleneck"
      })
  void anyStageCanBeReplacedUnderLoad(String name) throws Exception {
    try (Haboob haboob = start()) {
      InetSocketAddress address = bind(haboob);
      AtomicBoolean over = new AtomicBoolean();
      List<Throwable> failures = new ArrayList<>();
      CountDownLatch asked = new CountDownLatch(1);
      Thread load =
          new Thread(
              () -> {
                try (RawClient client = new RawClient(address)) {
                  while (!over.get()) {
                    assertThat(client.get("/").text()).isEqualTo("<p>welcome");
                    assertThat(client.get("/bottleneck").status()).isEqualTo(200);
                    asked.countDown();
                  }
                } catch (IOException | AssertionError e) {
                  failures.add(e);
                  asked.countDown();
                }
              });
      load.start();
      asked.await();
      List<Stage<?>> replaced = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        replaced.add(replace(name));
      }
      over.set(true);
      load.join(); // events that an old stage accepted last are recovered by now

      assertThat(failures).isEmpty();
      List<StageSnapshot> ended = replaced.stream().map(Stage::snapshot).toList();
      assertThat(ended).allMatch(stage -> stage.accepted() == stage.completed());
      assertThat(ended).anyMatch(stage -> stage.completed() > 0);
    }
  }

  private Stage<?> replace(String name) {
    return replaceTyped(graph.find(name).orElseThrow());
  }

  private <E> Stage<E> replaceTyped(Stage<E> stage) {
    Stage<E> next = graph.successor(stage);
    assertThat(graph.replace(stage, next, GRACE)).isTrue();
    return stage;
  }

  @Test
  void answersWhatRunsWhenItIsStopped() throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    HaboobConfig config =
        HaboobConfig.of(StaticConfig.of(root))
            .withProcessors(1)
            .withBottleneck(BottleneckConfig.at("/bottleneck"));
    Haboob haboob =
        new Haboob(
            graph,
            config,
            time -> {
              working.countDown();
              try {
                release.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    try (RawClient client = new RawClient(bind(haboob))) {
      client.send("GET", "/bottleneck", "");
      working.await();
      Thread stopper = new Thread(() -> haboob.stop(GRACE));
      stopper.start();
      release.countDown();
      assertThat(client.response().status()).isEqualTo(200);
      stopper.join();
    }
  }

  @Test
  void connectionsThatItClosesItselfDoNotCountAgainstItsLimit() throws Exception {
    HaboobConfig config = HaboobConfig.of(StaticConfig.of(root));
    HttpConfig http = config.http();
    HaboobConfig limited =
        config.withHttp(
            http.withLimits(http.limits().withMaxRequestsPerConnection(1))
                .withTcp(http.tcp().withConnectionLimit(3)));
    try (Haboob haboob = start(limited, new AtomicInteger())) {
      InetSocketAddress address = bind(haboob);
      for (int i = 0; i < 20; i++) {
        try (RawClient client = new RawClient(address)) {
          assertThat(client.get("/").status()).isEqualTo(200);
          assertThat(client.countRest()).as("closed by the server").isZero();
        }
      }
    }
  }

  static Stream<Runnable> badConfigurations() {
    StaticConfig pages = StaticConfig.of(Path.of(""));
    HaboobConfig config = HaboobConfig.of(pages);
    return Stream.of(
        () -> config.withProcessors(0),
        () -> config.withStatusPath("status"),
        () -> config.withBottleneck(BottleneckConfig.at("b")),
        () -> BottleneckConfig.at("/b").withTarget(Duration.ZERO));
  }

  @ParameterizedTest
  @MethodSource("badConfigurations")
  void refusesABadValueByItsKey(Runnable configuration) {
    assertThatThrownBy(configuration::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(" = ")
        .hasMessageContaining("must be");
  }

  @Test
  void computesLongerForLongerWork() {
    Computation computation = Computation.calibrated(Clock.system());
    assertThat(computation.rounds(Duration.ofMillis(40)))
        .isGreaterThan(computation.rounds(Duration.ofMillis(1)));
  }
}
