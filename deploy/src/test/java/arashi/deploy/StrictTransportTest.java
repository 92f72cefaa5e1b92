package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.deploy.command.RunCommandTest;
import arashi.deploy.config.MailSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers that make browsers use HTTPS only; {@link RunCommandTest} asks by TLS. */
class StrictTransportTest {
  private static final Map<String, Object> BEHIND_PROXY =
      Map.of(
          "mail.public-origin",
          "https://mail.example",
          "mail.trusted-proxies",
          List.of("127.0.0.1/32"),
          "http.strict-transport-security",
          "1 h");

  private static String answer(TestService service, String path, String... fields) {
    String lines =
        "GET "
            + path
            + " HTTP/1.1\r\nHost: mail.example\r\nConnection: close\r\n"
            + String.join("\r\n", fields);
    return RawHttp.exchange(service.address(), lines.strip());
  }

  @Test
  void areAnswersToHttpsRequestsOfATrustedProxy() {
    try (TestService service = TestService.with(BEHIND_PROXY)) {
      for (String path : List.of("/login", "/mail", "/static/app.css", "/no/such/page")) {
        assertThat(answer(service, path, "X-Forwarded-Proto: https"))
            .containsOnlyOnce("\r\nStrict-Transport-Security: max-age=3600\r\n");
        assertThat(answer(service, path, "X-Forwarded-Proto: http"))
            .doesNotContain("Strict-Transport-Security");
        assertThat(answer(service, path)).doesNotContain("Strict-Transport-Security");
      }
    }
  }

  @Test
  void areNotAnswersToClientsThatClaimHttps() {
    String answer =
        RawHttp.exchange(
            TestService.shared().address(),
            "GET /login HTTP/1.1",
            "Host: localhost",
            "Connection: close",
            "X-Forwarded-Proto: https");

    assertThat(answer).startsWith("HTTP/1.1 200").doesNotContain("Strict-Transport-Security");
  }

  @Test
  void areNoneIfItIsTurnedOff() {
    Map<String, Object> off = new HashMap<>(BEHIND_PROXY);
    off.put("http.strict-transport-security", "0 s");
    try (TestService service = TestService.with(off)) {
      assertThat(answer(service, "/login", "X-Forwarded-Proto: https"))
          .startsWith("HTTP/1.1 200")
          .doesNotContain("Strict-Transport-Security");
    }
  }

  @Test
  void cannotLastForLessThanNothing() {
    MailSettings settings = MailSettings.load(null).with("http.strict-transport-security", "-1 s");

    assertThatThrownBy(settings::mail)
        .hasMessageContaining("http.strict-transport-security = PT-1S, must not be negative");
  }
}
