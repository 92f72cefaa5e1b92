package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import seda.netio.http.HttpConfig;
import seda.netio.http.HttpLimits;
import seda.netio.http.HttpTimeouts;

/** The default of each key, and the message for each bad value. */
class LimitsTest {
  private static final Duration S = Duration.ofSeconds(1);
  private static final ConnectionLimits ROOM = ConnectionLimits.defaults();

  @Test
  void defaultsAreWhatTheDocumentationSays() {
    assertThat(TcpConfig.defaults())
        .isEqualTo(
            new TcpConfig(
                1024,
                new ConnectionLimits(10_000, 0.9, Duration.ofSeconds(2), 0, 1000),
                64,
                32,
                16_384,
                262_144,
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                8_388_608));
    assertThat(HttpLimits.defaults())
        .isEqualTo(new HttpLimits(16_384, 100, 8192, 1_048_576, 67_108_864, 10_000, 16, 1_000_000));
    assertThat(HttpTimeouts.defaults())
        .isEqualTo(
            new HttpTimeouts(
                Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(30), 16_384));
    assertThat(HttpConfig.defaults())
        .isEqualTo(
            new HttpConfig(
                "",
                HttpLimits.defaults(),
                HttpTimeouts.defaults(),
                1024,
                TcpConfig.defaults(),
                null,
                null));
  }

  private static Arguments bad(String key, String value, ThrowingCallable made) {
    return Arguments.of(key, value, made);
  }

  static Stream<Arguments> badValues() {
    Duration zero = Duration.ZERO;
    return Stream.of(
        bad("tcp.backlog", "0", () -> new TcpConfig(0, ROOM, 1, 1, 512, 1, S, S, 0)),
        bad("tcp.connection-limit", "0", () -> TcpConfig.defaults().withConnectionLimit(0)),
        bad("tcp.high-water", "0.0", () -> ROOM.withHighWater(0)),
        bad("tcp.high-water", "NaN", () -> ROOM.withHighWater(Double.NaN)),
        bad("tcp.high-water", "1.1", () -> ROOM.withHighWater(1.1)),
        bad("tcp.idle-grace", "PT0S", () -> new ConnectionLimits(1, 1, zero, 0, 1)),
        bad("tcp.signed-in-share", "-0.1", () -> ROOM.withKnownShare(-0.1)),
        bad("tcp.signed-in-share", "1.0", () -> ROOM.withKnownShare(1)),
        bad("tcp.connections-per-address", "0", () -> ROOM.withPerAddress(0)),
        bad("tcp.accept-batch", "-1", () -> new TcpConfig(1, ROOM, -1, 1, 512, 1, S, S, 0)),
        bad("tcp.read-batch", "0", () -> TcpConfig.defaults().withReadBatch(0)),
        bad("tcp.read-buffer-bytes", "511", () -> new TcpConfig(1, ROOM, 1, 1, 511, 1, S, S, 0)),
        bad("tcp.write-threshold", "0", () -> TcpConfig.defaults().withWriteThreshold(0)),
        bad("tcp.write-timeout", "PT0S", () -> new TcpConfig(1, ROOM, 1, 1, 512, 1, zero, S, 0)),
        bad("tcp.linger-timeout", "PT0S", () -> new TcpConfig(1, ROOM, 1, 1, 512, 1, S, zero, 0)),
        bad("tcp.linger-bytes", "-1", () -> new TcpConfig(1, ROOM, 1, 1, 512, 1, S, S, -1)),
        bad("http.max-header-bytes", "255", () -> new HttpLimits(255, 1, 16, 0, 0, 1, 1, 1)),
        bad("http.max-headers", "0", () -> new HttpLimits(256, 0, 16, 0, 0, 1, 1, 1)),
        bad("http.max-target-length", "15", () -> new HttpLimits(256, 1, 15, 0, 0, 1, 1, 1)),
        bad("http.max-body-bytes", "-1", () -> HttpLimits.defaults().withMaxBodyBytes(-1)),
        bad("http.max-bodies-bytes", "7", () -> new HttpLimits(256, 1, 16, 8, 7, 1, 1, 1)),
        bad("http.max-form-fields", "0", () -> new HttpLimits(256, 1, 16, 0, 0, 0, 1, 1)),
        bad("http.max-pipelined", "0", () -> new HttpLimits(256, 1, 16, 0, 0, 1, 0, 1)),
        bad(
            "http.max-requests-per-connection",
            "0",
            () -> HttpLimits.defaults().withMaxRequestsPerConnection(0)),
        bad("http.known-requests", "-1", () -> HttpConfig.defaults().withKnownRequests(-1)),
        bad("http.idle-timeout", "PT-1S", () -> new HttpTimeouts(S.negated(), S, S, 1)),
        bad("http.header-timeout", "PT0S", () -> new HttpTimeouts(S, zero, S, 1)),
        bad("http.body-timeout", "PT9600H", () -> new HttpTimeouts(S, S, Duration.ofDays(400), 1)),
        bad("http.minimum-body-progress", "0", () -> new HttpTimeouts(S, S, S, 0)),
        bad("http.server-name", "a\r\nb", () -> HttpConfig.defaults().withServerName("a\r\nb")));
  }

  @ParameterizedTest
  @MethodSource("badValues")
  void refusesABadValueWithItsNameAndTheAllowedRange(
      String key, String value, ThrowingCallable made) {
    assertThatThrownBy(made)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(key + " = " + value)
        .hasMessageContaining("must be");
  }
}
