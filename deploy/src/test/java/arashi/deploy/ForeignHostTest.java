package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.deploy.config.MailSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests for the name of another site, which has it resolve to this machine (DNS rebinding). */
class ForeignHostTest {
  private final TestService service = TestService.shared();

  private String ask(TestService asked, String line, String... fields) {
    String head = line + "\r\nConnection: close";
    return RawHttp.exchange(
        asked.address(), fields.length == 0 ? head : head + "\r\n" + String.join("\r\n", fields));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /login",
        "GET /mail",
        "GET /metrics",
        "GET /events",
        "GET /static/app.css",
        "GET /no/such/page",
        "HEAD /login",
        "POST /login",
        "OPTIONS *"
      })
  void areRefusedOnEveryPath(String request) {
    String answer = ask(service, request + " HTTP/1.1", "Host: evil.example:8080");

    assertThat(answer).startsWith("HTTP/1.1 421 ").doesNotContain("Set-Cookie");
    if (!request.startsWith("HEAD")) {
      assertThat(answer).contains("evil.example").contains("http.hosts");
    }
  }

  @Test
  void areRefusedBeforeTheBodyOfALogin() {
    String answer =
        ask(
            service,
            "POST /login HTTP/1.1",
            "Host: evil.example",
            "Content-Type: application/x-www-form-urlencoded",
            "Content-Length: 1000");

    assertThat(answer).startsWith("HTTP/1.1 421 ");
  }

  @Test
  void areRefusedAlsoAsAnAbsoluteTarget() {
    String answer = ask(service, "GET http://evil.example/metrics HTTP/1.1", "Host: localhost");

    assertThat(answer).startsWith("HTTP/1.1 421 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LocalHost.:8080", "127.0.0.1", "[::1]:80", "192.0.2.1"})
  void areNotRequestsForThisMachine(String host) {
    assertThat(ask(service, "GET /login HTTP/1.1", "Host: " + host)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void areNotRequestsOfOldClientsWithoutHost() {
    assertThat(ask(service, "GET /login HTTP/1.0")).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void areAnsweredIfTheyAreProbes() {
    assertThat(ask(service, "GET /healthz HTTP/1.1", "Host: balancer.example"))
        .startsWith("HTTP/1.1 200 ");
    assertThat(ask(service, "GET /readyz HTTP/1.1", "Host: balancer.example"))
        .startsWith("HTTP/1.1 200 ");
  }

  @Test
  void areRequestsForOtherNamesThanTheConfigured() {
    Map<String, Object> settings =
        Map.of(
            "mail.public-origin",
            "https://mail.example:8443",
            "http.hosts",
            List.of("Metrics.internal"));
    try (TestService named = TestService.with(settings)) {
      for (String own : List.of("mail.example", "metrics.internal:9090", "localhost")) {
        assertThat(ask(named, "GET /login HTTP/1.1", "Host: " + own)).startsWith("HTTP/1.1 200 ");
      }
      assertThat(ask(named, "GET /login HTTP/1.1", "Host: other.example"))
          .startsWith("HTTP/1.1 421 ");
    }
  }

  @Test
  void cannotBeAllowedByAUrl() {
    MailSettings settings =
        MailSettings.load(null).with("http.hosts", List.of("https://mail.example"));

    assertThatThrownBy(settings::mail)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("http.hosts = https://mail.example, must be a host name");
  }
}
