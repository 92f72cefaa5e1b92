package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Authorities of a Host field and of an absolute target. */
class AuthorityTest {
  private static String last(String request) {
    var lines =
        Transcript.of(Bytes.of(request), HttpLimits.defaults(), IntUnaryOperator.identity());
    return lines.get(lines.size() - 1);
  }

  private static String ofHost(String authority) {
    return last("GET / HTTP/1.1\r\nHost: " + authority + "\r\n\r\n");
  }

  private static String ofTarget(String authority) {
    return last("GET http://" + authority + "/ HTTP/1.1\r\nHost: h\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "h",
        "h:80",
        "h:65535",
        "a-b_c.example.",
        "192.0.2.1:8080",
        "[2001:db8::1]",
        "[::ffff:192.0.2.1]:443",
      })
  void takesAHostAndAPort(String authority) {
    assertThat(ofHost(authority)).startsWith("GET | / |");
    assertThat(ofTarget(authority)).startsWith("GET | http://" + authority + "/ | / |");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "h:",
        "h:65536",
        "h:99999999999999999999",
        "h:4294967376", // 80, if it overflows
        "h:-1",
        "h:+1",
        "h:8o",
        "h:80:80",
        ":80",
        "u@h",
        "[::1",
        "[]",
        "[::1]80",
        "[::1]:65536",
        "[h]",
        "::1",
        "h|i",
        "h\\i",
      })
  void refusesWhatIsNeither(String authority) {
    assertThat(ofHost(authority)).isEqualTo("refused: 400");
    assertThat(ofTarget(authority)).isEqualTo("refused: 400");
  }
}
