package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Refused requests and their status, each over a socket. In the tables ⏎ is CR LF. */
class HttpStatusTest {
  private static final HttpLimits LIMITS = new HttpLimits(2048, 20, 100, 1000, 1000, 10, 16, 1000);

  private final AtomicInteger passedOn = new AtomicInteger();
  private TestServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        TestServer.with()
            .config(config -> config.withLimits(LIMITS))
            .start(
                exchange -> {
                  passedOn.incrementAndGet();
                  TestServer.echo(exchange);
                });
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static String crlf(String row) {
    return row.replace("⏎", "\r\n");
  }

  /**
   * Sends input; expects the status, the end of the connection, and no request at the application.
   */
  private void assertRefused(int status, String raw) throws IOException {
    try (Client client = server.connect()) {
      client.send(raw).endOutput();
      Client.Response response = client.response();

      assertThat(response.status()).isEqualTo(status);
      assertThat(response.header("Connection")).isEqualTo("close");
      assertThat(response.text()).startsWith(Integer.toString(status));
      assertThat(client.isEnded()).isTrue();
      assertThat(passedOn).hasValue(0);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "400 | GET / HTTP/1.1⏎⏎",
        "400 | GET / HTTP/1.1⏎Host: a⏎Host: a⏎⏎",
        "400 | GET / HTTP/1.1⏎Host: a b⏎⏎",
        "400 | GET / HTTP/1.1⏎Host : a⏎⏎",
        "400 | GET / HTTP/1.1⏎Host: a⏎X: 1⏎ 2⏎⏎",
        "400 | GET / HTTP/1.1⏎ X: 1⏎Host: a⏎⏎",
        "400 | GET / HTTP/1.1⏎Host: a⏎nothing⏎⏎",
        "400 | GET / HTTP/1.1⏎Host: a⏎: nameless⏎⏎",
        "400 | GET / HTTP/1.1⏎Host: a⏎Content-Type: a/b⏎Content-Type: c/d⏎⏎",
        "400 | GET  / HTTP/1.1⏎Host: a⏎⏎",
        "400 | GET /  HTTP/1.1⏎Host: a⏎⏎",
        "400 | GET / HTTP/1.1 ⏎Host: a⏎⏎",
        "400 | GET / http/1.1⏎Host: a⏎⏎",
        "400 | GET / HTTP/1.⏎Host: a⏎⏎",
        "400 | GET /⏎⏎",
        "400 | GE(T / HTTP/1.1⏎Host: a⏎⏎",
        "400 | ` GET / HTTP/1.1⏎Host: a⏎⏎`",
        "400 | ⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎GET / HTTP/1.1⏎Host: a⏎⏎",
        "400 | GET * HTTP/1.1⏎Host: a⏎⏎",
        "400 | GET nowhere HTTP/1.1⏎Host: a⏎⏎",
        "400 | GET ftp://a/ HTTP/1.1⏎Host: a⏎⏎",
        "400 | GET http:/// HTTP/1.1⏎Host: a⏎⏎",
        "400 | GET /../etc/passwd HTTP/1.1⏎Host: a⏎⏎",
        "400 | GET /%2e%2e/etc HTTP/1.1⏎Host: a⏎⏎",
        "400 | GET /a%00b HTTP/1.1⏎Host: a⏎⏎",
        "400 | GET /a%zz HTTP/1.1⏎Host: a⏎⏎",
        "400 | GET /a#b HTTP/1.1⏎Host: a⏎⏎",
        "400 | POST / HTTP/1.1⏎Host: a⏎Content-Length: 1⏎Content-Length: 2⏎⏎a",
        "400 | POST / HTTP/1.1⏎Host: a⏎Content-Length: 1⏎Content-Length: 1⏎⏎a",
        "400 | POST / HTTP/1.1⏎Host: a⏎Content-Length: 1, 1⏎⏎a",
        "400 | POST / HTTP/1.1⏎Host: a⏎Content-Length: +1⏎⏎a",
        "400 | POST / HTTP/1.1⏎Host: a⏎Content-Length: -1⏎⏎a",
        "400 | POST / HTTP/1.1⏎Host: a⏎Content-Length: 99999999999999999999⏎⏎a",
        "400 | POST / HTTP/1.1⏎Host: a⏎Content-Length: 3⏎Transfer-Encoding: chunked⏎⏎0⏎⏎",
        "400 | POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎Content-Length: 3⏎⏎0⏎⏎",
        "400 | POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked, chunked⏎⏎0⏎⏎",
        "400 | POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked, gzip⏎⏎0⏎⏎",
        "400 | POST / HTTP/1.0⏎Transfer-Encoding: chunked⏎⏎0⏎⏎",
        "400 | POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎g⏎",
        "400 | POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎-1⏎a⏎0⏎⏎",
        "400 | POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎0x1⏎a⏎0⏎⏎",
        "400 | POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎5⏎hello0⏎⏎",
        "400 | POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎0⏎Content-Length: 5⏎⏎",
        "400 | POST / HTTP/1.1⏎Host: a⏎Content-Length: 5⏎⏎hell",
        "400 | POST / HTTP/1.1⏎Host: a⏎Content-Le",
        "413 | POST / HTTP/1.1⏎Host: a⏎Content-Length: 1001⏎⏎",
        "413 | POST / HTTP/1.1⏎Host: a⏎Content-Length: 9223372036854775807⏎⏎",
        "417 | POST / HTTP/1.1⏎Host: a⏎Content-Length: 1⏎Expect: more⏎⏎a",
        "501 | POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: gzip, chunked⏎⏎0⏎⏎",
        "501 | POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: identity⏎⏎",
        "501 | CONNECT a:1 HTTP/1.1⏎Host: a⏎⏎",
        "501 | AMETHODTHATISLONGERTHANANYINTHISWORLD / HTTP/1.1⏎Host: a⏎⏎",
        "505 | GET / HTTP/2.0⏎Host: a⏎⏎",
        "505 | GET / HTTP/1.2⏎Host: a⏎⏎",
        "505 | PRI * HTTP/2.0⏎⏎SM⏎⏎",
      })
  void refuses(int status, String request) throws IOException {
    assertRefused(status, crlf(request));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\nHost: a\n\n",
        "GET / HTTP/1.1\r\nHost: a\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r2\r\n\r\n",
        "GET / HTTP/1.1\rHost: a\r\n\r\n",
        "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;\nx\r\na\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n",
      })
  void refusesLinesAndCharactersThatOtherParsersMightReadDifferently(String request)
      throws IOException {
    assertRefused(400, request);
  }

  @ParameterizedTest
  @ValueSource(ints = {2048, 100_000, 900_000})
  void refusesAHeaderThatIsTooLong(int length) throws IOException {
    String start = "GET / HTTP/1.1\r\nHost: a\r\nX: ";
    assertRefused(431, start + "x".repeat(length) + "\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {21, 60})
  void refusesTooManyHeaders(int count) throws IOException {
    assertRefused(431, "GET / HTTP/1.1\r\nHost: a\r\n" + "X: y\r\n".repeat(count) + "\r\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 5000})
  void refusesATargetThatIsTooLong(int length) throws IOException {
    assertRefused(414, "GET /" + "x".repeat(length) + " HTTP/1.1\r\nHost: a\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1001, 7_000_000})
  void refusesAChunkedBodyThatIsTooLong(int length) throws IOException {
    String head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    String chunk = Integer.toHexString(length) + "\r\n" + "x".repeat(length);
    assertRefused(413, head + chunk + "\r\n0\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {";x", "0"})
  void refusesChunkFramingWithoutEnd(String framing) throws IOException {
    String head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1";
    assertRefused(400, head + framing.repeat(50_000));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /x?y HTTP/1.1⏎Host: a⏎⏎ | GET /x",
        "GET / HTTP/1.1⏎Host:⏎⏎ | GET /",
        "GET / HTTP/1.0⏎⏎ | GET /",
        "⏎⏎GET / HTTP/1.1⏎Host: a⏎⏎ | GET /",
        "BREW /pot HTTP/1.1⏎Host: a⏎⏎ | BREW /pot",
        "get / HTTP/1.1⏎Host: a⏎⏎ | get /",
        "GET /a/./b/../c HTTP/1.1⏎Host: a⏎⏎ | GET /a/c",
        "GET http://b HTTP/1.1⏎Host: a⏎⏎ | GET /",
        "POST / HTTP/1.1⏎Host: a⏎Content-Length: 0⏎⏎ | POST /",
        "POST / HTTP/1.1⏎Host: a⏎Content-Length: 1⏎⏎b | POST / b",
        "POST / HTTP/1.1⏎Host: a⏎transfer-ENCODING: CHUNKED⏎⏎1⏎b⏎0⏎⏎ | POST / b",
        "POST / HTTP/1.0⏎Expect: more⏎Content-Length: 1⏎⏎b | POST / b",
      })
  void takes(String request, String echo) throws IOException {
    try (Client client = server.connect()) {
      client.send(crlf(request));

      assertThat(client.response().text().strip()).isEqualTo(echo);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET / HTTP/1.1\r\n\r\n", "nonsense\r\n\r\n"})
  void answersWhatCameBeforeAMalformedRequestFirst(String malformed) throws IOException {
    try (Client client = server.connect()) {
      client.send("GET /good HTTP/1.1\r\nHost: a\r\n\r\n" + malformed);

      assertThat(client.response().text()).isEqualTo("GET /good ");
      assertThat(client.response().status()).isEqualTo(400);
      assertThat(client.isEnded()).isTrue();
    }
  }
}
