package arashi.remote;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import arashi.remote.FetchException.Reason;
import arashi.target.Network;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fetches from a scripted local server. */
class GuardedFetchTest {
  private static final String OK = "HTTP/1.1 200 OK\r\n";
  private static final List<Network> LOOPBACK = List.of(Network.of("127.0.0.1/32"));

  @AutoClose private final ScriptedServer server = new ScriptedServer();
  private final OneTimer timer = new OneTimer();
  private final List<String> resolved = Collections.synchronizedList(new ArrayList<>());

  private GuardedFetch fetch(List<Network> permit) {
    FetchLimits limits =
        new FetchLimits(Duration.ofMinutes(1), 1_000, 2_000, 2, Set.of(server.port()), permit);
    return new GuardedFetch(
        limits, this::resolve, (SSLSocketFactory) SSLSocketFactory.getDefault(), timer);
  }

  private List<InetAddress> resolve(String host) throws UnknownHostException {
    resolved.add(host);
    InetAddress loopback = InetAddress.getLoopbackAddress();
    Map<String, List<InetAddress>> names =
        Map.of(
            "shop.example", List.of(loopback),
            "other.example", List.of(loopback),
            "inside.example", List.of(InetAddress.getByName("10.0.0.1")),
            "mixed.example", List.of(InetAddress.getByName("192.168.0.1"), loopback),
            "127.0.0.1", List.of(loopback));
    if (!names.containsKey(host)) {
      throw new UnknownHostException(host);
    }
    return names.get(host);
  }

  private RemoteUrl url(String host, String path) {
    return RemoteUrl.parse("http://" + host + ":" + server.port() + path).orElseThrow();
  }

  private String get(String path) throws FetchException {
    return new String(fetch(LOOPBACK).get(url("shop.example", path)), ISO_8859_1);
  }

  private Reason refusal(String host, String path) {
    return refusal(LOOPBACK, host, path);
  }

  private Reason refusal(List<Network> permit, String host, String path) {
    FetchException failure =
        catchThrowableOfType(FetchException.class, () -> fetch(permit).get(url(host, path)));
    return failure.reason();
  }

  @Test
  void asksWithoutIdentifyingTheUser() throws FetchException {
    server.answers(OK + "Content-Length: 4\r\n\r\nbody and what does not belong to it");

    assertThat(get("/a?b")).isEqualTo("body");
    assertThat(server.requests()).hasSize(1);
    assertThat(server.requests().get(0).lines())
        .containsExactly(
            "GET /a?b HTTP/1.1",
            "Host: shop.example:" + server.port(),
            "User-Agent: Mozilla/5.0 (compatible; Arashi)",
            "Accept-Encoding: identity",
            "Connection: close",
            "Accept: image/webp, image/png, image/jpeg, image/gif");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n02;x=y\r\ndy\r\n0\r\n\r\n",
        "HTTP/1.0 200\r\n\r\nbody",
        "HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\nContent-Length: 4\n\nbody"
      })
  void readsTheWaysOfABody(String answer) throws FetchException {
    server.answers(answer);

    assertThat(get("/")).isEqualTo("body");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inside.example", "mixed.example", "127.0.0.1", "shop.example"})
  void connectsToNothingThatIsNotPublic(String host) {
    assertThat(refusal(List.of(), host, "/")).isEqualTo(Reason.NOT_PUBLIC);
    assertThat(server.connections()).isZero();
  }

  @Test
  void refusesANameWithOnePrivateAddressAmongOthers() {
    assertThat(refusal(LOOPBACK, "mixed.example", "/")).isEqualTo(Reason.NOT_PUBLIC);
    assertThat(server.connections()).isZero();
  }

  @Test
  void resolvesANameOnce() throws FetchException {
    server.answers(OK + "\r\nbody");

    get("/");

    assertThat(resolved).containsExactly("shop.example");
  }

  @Test
  void followsRedirectsAndJudgesEach() throws FetchException {
    server.answers("HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\n");
    server.answers(
        "HTTP/1.1 301 Moved\r\nLocation: http://other.example:" + server.port() + "/c\r\n\r\n");
    server.answers(OK + "\r\nbody");

    assertThat(get("/a")).isEqualTo("body");
    assertThat(server.requests())
        .extracting(request -> request.split(" ", -1)[1])
        .containsExactly("/a", "/b", "/c");
    assertThat(server.requests().get(2)).contains("Host: other.example:").doesNotContain("Referer");
    assertThat(resolved).containsExactly("shop.example", "shop.example", "other.example");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://inside.example:PORT/", "//mixed.example:PORT/"})
  void followsNoRedirectToAPrivateAddress(String location) {
    String to = location.replace("PORT", Integer.toString(server.port()));
    server.answers("HTTP/1.1 302 Found\r\nLocation: " + to + "\r\n\r\n");

    assertThat(refusal("shop.example", "/")).isEqualTo(Reason.NOT_PUBLIC);
    assertThat(server.connections()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ftp://shop.example/", "http://shop.example:22/", "http://a@b/", "file:/x"})
  void followsNoRedirectToAnotherSchemeOrPort(String location) {
    server.answers("HTTP/1.1 302 Found\r\nLocation: " + location + "\r\n\r\n");

    assertThat(refusal("shop.example", "/")).isEqualTo(Reason.BAD_ADDRESS);
  }

  @Test
  void leavesACircle() {
    for (int i = 0; i < 3; i++) {
      server.answers("HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n");
    }

    assertThat(refusal("shop.example", "/")).isEqualTo(Reason.TOO_MANY_REDIRECTS);
    assertThat(server.connections()).isEqualTo(3);
  }

  @Test
  void saysWhyNothingCame() {
    server.answers("HTTP/1.1 404 Not Found\r\n\r\n");
    assertThat(refusal("shop.example", "/")).isEqualTo(Reason.REFUSED);
    server.answers("HTTP/1.1 302 Found\r\n\r\n");
    assertThat(refusal("shop.example", "/")).isEqualTo(Reason.REFUSED);
    server.answers("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbroken");
    assertThat(refusal("shop.example", "/")).isEqualTo(Reason.UNREACHABLE);
    assertThat(refusal("nobody.example", "/")).isEqualTo(Reason.UNKNOWN_HOST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH\r\n",
        "HTTP/2 200\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno field\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1, 2\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-2\r\nab\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n"
      })
  void ignoresMalformedAnswers(String answer) {
    server.answers(answer);

    assertThat(refusal("shop.example", "/")).isEqualTo(Reason.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 1001\r\n\r\n",
        "Content-Length: 999999999999999\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3e9\r\n",
        "Transfer-Encoding: chunked\r\n\r\nfffffff\r\n"
      })
  void readsNoBodyThatSaysItIsTooLarge(String head) {
    server.answers(OK + head);

    assertThat(refusal("shop.example", "/")).isEqualTo(Reason.TOO_LARGE);
  }

  @Test
  void readsNoEndOfABodyThatHasNone() {
    server.answers(out -> forEver(out, OK + "\r\n", "x".repeat(100)));

    assertThat(refusal("shop.example", "/")).isEqualTo(Reason.TOO_LARGE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"X: y\r\n", "x", "\r\nHTTP/1.1 100 Continue\r\n"})
  void readsNoEndOfAHeaderThatHasNone(String piece) {
    String start = piece.startsWith("\r") ? "HTTP/1.1 100 Continue\r\n" : OK;
    server.answers(out -> forEver(out, start, piece));

    assertThat(refusal("shop.example", "/")).isEqualTo(Reason.TOO_LARGE);
  }

  private static void forEver(OutputStream out, String start, String piece) throws IOException {
    out.write(start.getBytes(ISO_8859_1));
    byte[] bytes = piece.getBytes(ISO_8859_1);
    while (true) { // until the client disconnects
      out.write(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 ", OK, OK + "Content-Length: 9\r\n\r\nslow"})
  void waitsNoLongerThanItsTime(String start) {
    server.answers(
        out -> {
          out.write(start.getBytes(ISO_8859_1));
          out.flush();
          timer.fire();
          server.awaitClosedByClient();
        });

    assertThat(refusal("shop.example", "/")).isEqualTo(Reason.TOO_SLOW);
  }

  @Test
  void isCancelledByNoTimerOnceItHasEnded() throws FetchException {
    server.answers(OK + "\r\nbody");

    get("/");

    assertThat(timer.isCancelled()).isTrue();
  }

  @Test
  void postsAForm() throws FetchException {
    server.answers("HTTP/1.1 202 Accepted\r\n\r\n");

    fetch(LOOPBACK).post(url("shop.example", "/u"), "List-Unsubscribe=One-Click");

    assertThat(server.requests().get(0))
        .startsWith("POST /u HTTP/1.1\r\n")
        .contains("Content-Type: application/x-www-form-urlencoded\r\n", "Content-Length: 26\r\n");
    assertThat(server.bodies()).containsExactly("List-Unsubscribe=One-Click");
  }

  @ParameterizedTest
  @ValueSource(strings = {"302 Found\r\nLocation: /b", "404 Not Found", "500 Broken"})
  void takesNoOtherAnswerForDone(String answer) {
    server.answers("HTTP/1.1 " + answer + "\r\n\r\n");

    FetchException failure =
        catchThrowableOfType(
            FetchException.class, () -> fetch(LOOPBACK).post(url("shop.example", "/u"), "a=b"));

    assertThat(failure.reason()).isEqualTo(Reason.REFUSED);
    assertThat(server.connections()).isEqualTo(1);
  }
}
