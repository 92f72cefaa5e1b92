package arashi.console;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.session.DeliveryStatistics;
import arashi.request.search.SearchMessages;
import arashi.store.database.Outage;
import arashi.store.outbox.Hold;
import arashi.store.policy.Policy;
import arashi.store.policy.Policy.ClassPolicy;
import arashi.target.PolicyInForce;
import arashi.target.ServiceControl;
import arashi.web.StageDrawing;
import arashi.web.Translations;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import seda.kernel.ClassSnapshot;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.GraphSnapshot;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.graph.StageGraph;
import seda.netio.TcpStatistics;
import seda.netio.http.HttpStatistics;

/** Checks console and metrics output for given snapshots, without a service. */
class FiguresOfAGraphTest {
  private static final ServiceClass GUEST = new ServiceClass("guest", 1);

  private static StageSnapshot stage(String name, String domain, Map<String, Long> sources) {
    return new StageSnapshot(
        name,
        domain,
        new StageSnapshot.QueueSnapshot(0, 0, 64),
        1,
        0,
        0,
        0,
        0,
        new StageSnapshot.HandlerSnapshot(0, 0, 0),
        ClassSnapshot.Times.EMPTY,
        List.of(),
        sources);
  }

  private static GraphSnapshot graph(long nanos, StageSnapshot... stages) {
    return new GraphSnapshot(Instant.EPOCH, nanos, List.of(stages), List.of());
  }

  @Test
  void placesAStageRightOfAllThatFeedIt() {
    GraphSnapshot graph =
        graph(
            0,
            stage(
                "route",
                "processor",
                Map.of("read", 9L)), // declared before the stage that feeds it
            stage("read", "processor", Map.of("", 9L)),
            stage("session", "store", Map.of("route", 3L)),
            stage("search", "store", Map.of("route", 6L, "session", 3L)),
            stage("flag", "store", Map.of()),
            stage("send", "processor", Map.of("search", 9L)),
            stage("write", "processor", Map.of("send", 1L, "write", 1L)),
            stage("timer", "store", Map.of("", 1L)),
            stage("console", "console", Map.of()));

    assertThat(new GraphLayout(graph).columns())
        .containsExactly(
            List.of("read"),
            List.of("route"),
            List.of("session"),
            List.of("search", "flag", "timer", "console"),
            List.of("send"),
            List.of("write"));
  }

  @Test
  void drawsCirclesToo() {
    GraphSnapshot graph =
        graph(
            0,
            stage("read", "processor", Map.of("", 9L, "write", 2L)),
            stage("write", "processor", Map.of("read", 9L)));

    assertThat(new GraphLayout(graph).columns()).containsExactly(List.of("read"), List.of("write"));
  }

  @Test
  void drawsTheFlowOfTheLastWindow() {
    Flow flow = new Flow();
    flow.window(graph(0, stage("a", "d", Map.of()), stage("b", "d", Map.of("a", 100L))));
    assertThat(flow.snapshots().perSecond(at -> at.nanos())).isZero();
    GraphSnapshot now =
        graph(5_000_000_000L, stage("a", "d", Map.of()), stage("b", "d", Map.of("a", 160L)));
    flow.window(now);

    StageDrawing drawing =
        StageDrawings.draw(
            now,
            flow.snapshots(),
            Map.of(),
            new ConsoleFormats(Translations.load(), Locale.ENGLISH));

    assertThat(drawing.arrows()).hasSize(1);
    assertThat(drawing.arrows().get(0).flow()).isEqualTo("12/s");
    assertThat(drawing.arrows().get(0).weight()).isEqualTo(3);
  }

  @Test
  void hasWordsForEveryReasonOfARefusal() {
    Translations messages = Translations.load();
    for (Locale locale : messages.locales()) {
      for (EnqueueResult.Outcome outcome : EnqueueResult.Outcome.values()) {
        if (outcome != EnqueueResult.Outcome.ACCEPTED) {
          String key = "refused." + outcome.name().toLowerCase(Locale.ROOT);
          assertThat(messages.text(locale, key)).isNotBlank();
        }
      }
    }
  }

  @Test
  void writesFiguresAsTheReadersLanguageDoes() {
    ConsoleFormats german = new ConsoleFormats(Translations.load(), Locale.GERMAN);
    ConsoleFormats english = new ConsoleFormats(Translations.load(), Locale.ENGLISH);

    assertThat(english.time(0)).isEqualTo("–");
    assertThat(english.time(400_000)).isEqualTo("0.4 ms");
    assertThat(english.time(12_345_678)).isEqualTo("12 ms");
    assertThat(german.time(1_234_000_000)).isEqualTo("1,2 s");
    assertThat(german.count(12_345)).isEqualTo("12.345");
    assertThat(english.rate(0.034)).isEqualTo("0.03/s");
    assertThat(english.percent(0.64)).isEqualTo("64 %");
  }

  @Test
  void countsRefusalsByClassAndReason() {
    StageGraph graph = new StageGraph(Clock.system());
    Policy policy =
        new Policy(
            7,
            List.of(
                new ClassPolicy("gold", 2, 0, Map.of("search", 2_000)),
                new ClassPolicy("guest", 1, 0.05, Map.of("search", ClassPolicy.NO_TARGET))),
            Map.of());
    ServiceControl control =
        new ServiceControl(graph, new PolicyInForce(policy, Set.of()), 1, new SplittableRandom(1));
    Stage<String> search = graph.stage(StageConfig.named("search"), graph.workerPool("pool", 1));
    search.classifiedBy(event -> GUEST);
    control.add(SearchMessages.TYPE, search);
    search.enqueue("before the graph has started");

    HttpStatistics http = new HttpStatistics(1, 12, 11, 30, 0, 2, 3, 4, 0, 5);
    DeliveryStatistics mail = new DeliveryStatistics(new TcpStatistics(6, 7, 1, 8, 9, 0), 10, 2);
    Metrics metrics =
        new Metrics(
            graph,
            control,
            () -> Optional.of(Outage.READ_ONLY),
            () -> new Hold(Hold.Cause.COPY, "mx1", Instant.EPOCH),
            new SocketFigures(() -> http, () -> mail));
    String text = new String(metrics.text(), StandardCharsets.UTF_8);

    assertThat(text)
        .contains(
            "arashi_stage_refused_total{class=\"guest\",reason=\"closed\",stage=\"search\"} 1.0")
        .contains("arashi_stage_target_seconds{class=\"gold\",stage=\"search\"} 2.0")
        .doesNotContain("arashi_stage_target_seconds{class=\"guest\"")
        .contains("arashi_policy_revision 7.0")
        .contains("arashi_outbox_held 1.0")
        .contains("arashi_database_outage{outage=\"read-only\"} 1.0")
        .contains("arashi_database_outage{outage=\"unreachable\"} 0.0")
        .contains("arashi_http_connections_total 12.0", "arashi_http_connections_open 1.0")
        .contains("arashi_http_requests_total 30.0", "arashi_http_refused_total 2.0")
        .contains("arashi_http_evicted_total 3.0", "arashi_http_turned_away_total 4.0")
        .contains("arashi_http_unlogged_total 5.0")
        .contains("arashi_mail_connections_total 7.0", "arashi_mail_connections_open 6.0")
        .contains("arashi_mail_evicted_total 8.0", "arashi_mail_turned_away_total 9.0")
        .contains("arashi_mail_memory_bytes 10.0")
        .contains("arashi_mail_waiting 2.0");
  }
}
