package arashi.remote;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import arashi.remote.FetchException.Reason;
import arashi.target.Network;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.simulation.VirtualClock;

class RemoteContentTest {
  private static final String GIF = "GIF89a and so on";
  private static final long ADA = 1;
  private static final long BOB = 2;

  @AutoClose private final ScriptedServer server = new ScriptedServer();
  private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
  private final RemoteContent content = content(true, 1, 3);

  private RemoteContent content(boolean enabled, int ofAccount, int perMinute) {
    FetchLimits limits =
        new FetchLimits(
            Duration.ofSeconds(30),
            1_000,
            2_000,
            0,
            Set.of(server.port()),
            List.of(Network.of("127.0.0.0/8")));
    GuardedFetch fetch =
        new GuardedFetch(
            limits,
            host -> List.of(InetAddress.getLoopbackAddress()),
            (SSLSocketFactory) SSLSocketFactory.getDefault(),
            new OneTimer());
    RemoteConfig config =
        new RemoteConfig(
            enabled,
            1,
            1,
            ofAccount,
            perMinute,
            10,
            Duration.ofHours(1),
            10_000,
            Duration.ofMinutes(10),
            limits);
    return new RemoteContent(config, fetch, clock);
  }

  private String url(String path) {
    return "http://shop.example:" + server.port() + path;
  }

  private void answers(String... bodies) {
    for (String body : bodies) {
      server.answers("HTTP/1.1 200 OK\r\nContent-Type: image/svg+xml\r\n\r\n" + body);
    }
  }

  private RemoteContent.Image image(long account, String path) throws FetchException {
    return content.image(account, url(path));
  }

  private Reason refusal(long account, String path) {
    return catchThrowableOfType(FetchException.class, () -> image(account, path)).reason();
  }

  @ParameterizedTest
  @CsvSource({
    "PNG, '\u0089PNG\r\n\u001a\n1234'",
    "GIF, GIF87a",
    "GIF, GIF89a1234567890",
    "JPEG, '\u00ff\u00d8\u00ff\u00e0'",
    "WEBP, RIFF1234WEBPVP8"
  })
  void recognizesAnImageByItsFirstBytes(ImageType type, String file) throws FetchException {
    answers(file);

    RemoteContent.Image image = image(ADA, "/a");

    assertThat(image.type()).isEqualTo(type);
    assertThat(new String(image.content(), ISO_8859_1)).isEqualTo(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "GIF", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<html>", "RIFF1234WAVE"})
  void takesNothingElseForAnImage(String file) {
    answers(file);

    assertThat(refusal(ADA, "/a")).isEqualTo(Reason.NO_IMAGE);
  }

  @Test
  void keepsAnImageForItsAccountOnly() throws FetchException {
    answers(GIF, GIF);

    image(ADA, "/a");
    image(ADA, "/a");
    assertThat(server.connections()).isEqualTo(1);
    image(BOB, "/a");
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void keepsAnImageForAWhile() throws FetchException {
    answers(GIF, GIF);

    image(ADA, "/a");
    clock.advance(Duration.ofMinutes(11));
    image(ADA, "/a");

    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void keepsNoMoreThanHasRoom() throws FetchException {
    RemoteContent wide = content(true, 1, 100);
    String large = GIF + "x".repeat(900);
    for (int i = 0; i < 20; i++) {
      answers(large);
      wide.image(ADA, url("/" + i));
    }
    int before = server.connections();
    int again = 0;
    for (int i = 0; i < 20; i++) {
      answers(large);
      wide.image(ADA, url("/" + i));
      again = server.connections() - before;
    }

    assertThat(again).isGreaterThan(9);
  }

  @Test
  void fetchesNoMoreInAMinuteThanAnAccountMay() throws FetchException {
    answers(GIF, GIF, GIF, GIF, GIF);
    for (int i = 0; i < 3; i++) {
      image(ADA, "/" + i);
    }

    assertThat(refusal(ADA, "/3")).isEqualTo(Reason.TOO_MANY);
    image(ADA, "/0"); // cached
    image(BOB, "/3"); // another account
    clock.advance(Duration.ofSeconds(20));
    image(ADA, "/3");
  }

  @Test
  void fetchesNoMoreAtATimeThanAnAccountMay() throws FetchException {
    Reason[] second = new Reason[1];
    server.answers(
        out -> {
          second[0] = refusal(ADA, "/b");
          out.write(("HTTP/1.1 200 OK\r\n\r\n" + GIF).getBytes(ISO_8859_1));
        });

    image(ADA, "/a");

    assertThat(second[0]).isEqualTo(Reason.TOO_MANY);
    answers(GIF);
    image(ADA, "/b");
  }

  @Test
  void givesBackThePlaceOfWhatFailed() throws FetchException {
    answers("no image", GIF);

    assertThat(refusal(ADA, "/a")).isEqualTo(Reason.NO_IMAGE);
    image(ADA, "/b");
  }

  @Test
  void fetchesNothingWhereItIsTurnedOff() {
    RemoteContent off = content(false, 1, 3);

    assertThat(catchThrowableOfType(FetchException.class, () -> off.image(ADA, url("/a"))).reason())
        .isEqualTo(Reason.OFF);
    assertThat(server.connections()).isZero();
  }

  @Test
  void unsubscribesByTlsOnly() {
    FetchException plain =
        catchThrowableOfType(FetchException.class, () -> content.unsubscribe(ADA, url("/u")));

    assertThat(plain.reason()).isEqualTo(Reason.BAD_ADDRESS);
    assertThat(server.connections()).isZero();
  }
}
