package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.deploy.config.MailSettings;
import arashi.store.policy.Policies;
import arashi.store.policy.PolicyEdit;
import db.migrations.TestDatabase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Clock;

/** Requests of machines: metrics and health. */
class MetricsTest {
  /** A sample in the text format: name, labels, value. */
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{(?:[a-z_]+=\"(?:[^\"\\\\]|\\\\.)*\",?)*})? ([^ ]+)");

  private final TestService service = TestService.shared();

  private static Map<String, Double> parse(String text) {
    Map<String, Double> samples = new LinkedHashMap<>();
    for (String line : text.split("\n", -1)) {
      if (!line.isEmpty() && !line.startsWith("# ")) {
        Matcher sample = SAMPLE.matcher(line);
        assertThat(sample.matches()).as(line).isTrue();
        String key = sample.group(1) + (sample.group(2) == null ? "" : sample.group(2));
        assertThat(samples.put(key, Double.valueOf(sample.group(3)))).as("twice: " + key).isNull();
      }
    }
    return samples;
  }

  private Map<String, Double> scrape() {
    return scrape(service);
  }

  private static Map<String, Double> scrape(TestService service) {
    Answer answer = service.client().get("/metrics");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).startsWith("text/plain; version=0.0.4");
    return parse(answer.text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"accepted", "completed"})
  void countsWhatEachStageDidForEachClass(String what) {
    String standard = "arashi_stage_" + what + "_total{class=\"standard\",stage=\"list folders\"}";
    Client client = service.signedIn(service.user());
    client.get("/mail");
    service.awaitAllEnded();
    double before = scrape().get(standard);
    client.get("/mail");
    service.awaitAllEnded();

    assertThat(scrape().get(standard)).isEqualTo(before + 1);
  }

  @Test
  void countsForNoClassWhatAnotherOfItsRankDid() {
    String of = "arashi_stage_accepted_total{class=\"%s\",stage=\"list folders\"}";
    try (TestDatabase database = TestDatabase.migrated();
        TestService own = TestService.over(database.dataSource(), Map.of(), Clock.system())) {
      TestUser admin = own.user();
      Client client = own.signedIn(admin);
      client.get("/mail");
      own.awaitAllEnded();
      assertThat(scrape(own)).containsEntry(of.formatted("standard"), 1.0);

      PolicyEdit highest = new PolicyEdit().serviceClass("platinum", Policies.MAX_PRIORITY, 0);
      own.store().service().policies().change(admin.id(), highest);
      own.applyPolicy();
      client.get("/mail");
      own.awaitAllEnded();

      Map<String, Double> samples = scrape(own);
      assertThat(samples).containsEntry(of.formatted("standard"), 1.0);
      assertThat(samples.getOrDefault(of.formatted("gold"), 0.0)).isZero();
      assertThat(samples.getOrDefault(of.formatted("platinum"), 0.0)).isZero();
      assertThat(samples.getOrDefault(of.formatted("guest"), 0.0)).isZero();
    }
  }

  @Test
  void hasTheFiguresOfTheConsole() {
    Client client = service.signedIn(service.user());
    client.get("/mail");
    String p90 =
        "arashi_stage_response_seconds{class=\"standard\",stage=\"list folders\",quantile=\"0.9\"}";
    Eventually.holds(
        () -> {
          client.get("/mail");
          return scrape().containsKey(p90);
        });

    Map<String, Double> samples = scrape();

    assertThat(samples.get(p90)).isBetween(0.0, 60.0);
    assertThat(samples)
        .containsEntry("arashi_stage_quality{class=\"gold\",stage=\"search\"}", 1.0)
        .containsEntry("arashi_domain_threads{domain=\"mail-store\"}", 3.0)
        .containsKey("arashi_stage_queue_length{stage=\"search\"}")
        .containsKey("arashi_stage_completed_total{class=\"default\",stage=\"route\"}")
        .containsEntry("arashi_stage_target_seconds{class=\"gold\",stage=\"search\"}", 2.0)
        .containsEntry("arashi_stage_target_infeasible{class=\"gold\",stage=\"search\"}", 0.0)
        .containsKey("arashi_stage_accepted_total{class=\"default\",stage=\"route\"}")
        .containsKey("arashi_domain_cpu_seconds_total{domain=\"processor\"}")
        .containsKey("arashi_edge_events_total{from=\"http-parse\",to=\"route\"}")
        .containsKey("arashi_stage_waiting_seconds_count{class=\"default\",stage=\"route\"}")
        .containsKey("arashi_stage_service_seconds_sum{class=\"default\",stage=\"route\"}")
        .containsEntry("arashi_http_unlogged_total", 0.0)
        .containsKey("arashi_policy_revision");
    assertThat(samples.get("arashi_http_requests_total")).isPositive();
    assertThat(samples.get("arashi_http_connections_open")).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Forwarded", "X-Forwarded-For", "Via"})
  void showsNoMetricsThroughAProxy(String header) {
    assertThat(service.client().get("/metrics", header, "127.0.0.1").status()).isEqualTo(403);
  }

  @Test
  void showsMetricsToTheConfiguredNetworksOnly() {
    try (TestService other =
        TestService.with(Map.of("metrics.allow", List.of("10.0.0.0/8", "::1/128")))) {
      assertThat(other.client().get("/metrics").status()).isEqualTo(403);
      assertThat(other.client().get("/metrics").text()).doesNotContain("arashi_");
      assertThat(other.client().get("/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void refusesAMalformedNetwork() {
    assertThatThrownBy(
            () -> MailSettings.load(null).with("metrics.allow", List.of("mail.example/8")).mail())
        .hasMessageContaining("metrics.allow")
        .hasMessageContaining("mail.example/8");
  }

  @Test
  void saysThatItIsAliveAndReady() {
    assertThat(service.client().get("/healthz").text()).isEqualTo("alive\n");
    assertThat(service.client().get("/readyz").text()).isEqualTo("ready\n");
  }
}
