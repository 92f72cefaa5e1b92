package seda.netio.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hosts a server answers to, and how it refuses the others. */
class AllowedHostsTest {
  private final AllowedHosts hosts =
      AllowedHosts.of(List.of("Mail.Example", "bücher.example"), "http.hosts", "Set http.hosts.");

  private HttpResponse refusal(String host) {
    return hosts.refusal(HttpRequest.of("GET", "/").withHeader("Host", host));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8080",
        "localhost.",
        "mail.localhost",
        "127.0.0.1",
        "127.0.0.1:8080",
        "192.0.2.7",
        "255.255.255.255:1",
        "[::1]",
        "[::1]:8080",
        "[::ffff:127.0.0.1]:8080",
        "mail.example",
        "MAIL.example.:443",
        "xn--bcher-kva.example",
      })
  void allowsItsNamesAndWhatNoForeignSiteCanHave(String host) {
    assertThat(refusal(host)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8080",
        "mail.example.evil.example",
        "notmail.example",
        "mail.example..",
        "localhost.evil.example",
        "notlocalhost",
        "127.0.0.1.evil.example",
        "127.0.0.256",
        "127.0.0",
        "127.0.0.1.1",
        "127..0.1",
        ".127.0.0.1",
        "1",
        "0x7f.0.0.1",
        "999999999999.0.0.1",
      })
  void refusesEveryOtherName(String host) {
    assertThat(refusal(host).status()).isEqualTo(421);
  }

  @Test
  void allowsNamesOfTheLocalNetworkIfTold() {
    AllowedHosts local = hosts.withLocalNames();

    assertThat(local.refusal(HttpRequest.of("GET", "http://printer:8080/"))).isNull();
    assertThat(local.refusal(HttpRequest.of("GET", "http://evil.example/"))).isNotNull();
    assertThat(hosts.refusal(HttpRequest.of("GET", "http://printer:8080/"))).isNotNull();
  }

  @Test
  void namesTheHostAndTheRemedy() {
    String body = UTF_8.decode(refusal("evil.example:80").bodyBytes()).toString();

    assertThat(body)
        .startsWith("421 Misdirected Request: ")
        .contains("evil.example")
        .contains("Set http.hosts.");
  }

  @Test
  void readsTheHostOfAnAbsoluteTargetInsteadOfTheField() {
    HttpRequest foreign = HttpRequest.of("GET", "http://evil.example/metrics");
    HttpRequest own = HttpRequest.of("GET", "http://mail.example/metrics");

    assertThat(hosts.refusal(foreign.withHeader("Host", "localhost"))).isNotNull();
    assertThat(hosts.refusal(own.withHeader("Host", "evil.example"))).isNull();
  }

  @Test
  void allowsARequestWithoutAHost() {
    assertThat(hosts.refusal(HttpRequest.of("GET", "/"))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "https://mail.example", "mail.example:8080", "a b", "*.example", "[::1"})
  void refusesASettingThatIsNotAName(String name) {
    assertThatThrownBy(() -> AllowedHosts.of(List.of(name), "http.hosts", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "http.hosts = "
                + name
                + ", must be a host name like mail.example, without scheme and port");
  }
}
