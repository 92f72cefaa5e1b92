package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import seda.kernel.ProcessorsConfig;

/**
 * Recorded requests of other projects' tests, each sent over a socket and judged like in its test,
 * also when repeated.
 */
class HttpCorpusTest {
  /**
   * Requests that other projects accept, and a server must or may refuse:
   *
   * <ul>
   *   <li>an undecodable or non-ASCII target, a target with a user or a fragment, HTTP/0.9, a
   *       version other than HTTP's, {@code *} without OPTIONS
   *   <li>transfer codings other than chunked (501), CONNECT (501)
   *   <li>an incomplete request at the end of input, or other data than HTTP after an upgrade
   * </ul>
   */
  private static final Set<String> REFUSED_HERE =
      Stream.concat(
              Stream.of(86, 87, 89, 90, 93, 111, 112, 116, 118, 119)
                  .map(n -> "gunicorn-%04d".formatted(n)),
              Stream.of(
                      10, 14, 15, 16, 24, 25, 30, 33, 34, 65, 66, 67, 68, 75, 76, 77, 83, 93, 101,
                      107, 110, 118, 119, 135, 136, 137)
                  .map(n -> "llhttp-%04d".formatted(n)))
          .collect(Collectors.toUnmodifiableSet());

  /**
   * Requests that other projects refuse. The first has no keep-alive and bytes behind it; only the
   * request is read. The second has a method that the other project does not know; here the
   * application decides.
   */
  private static final Set<String> READ_HERE = Set.of("llhttp-0003", "llhttp-0038");

  private static final Pattern STATUS = Pattern.compile("(?<!\\S)HTTP/1\\.1 (\\d{3}) ");

  private final List<HttpRequest> passedOn = Collections.synchronizedList(new ArrayList<>());
  private TestServer server;

  /** A server's reaction to a vector. */
  private record Outcome(List<Integer> statuses, List<HttpRequest> passedOn) {
    boolean isRefused() {
      return !statuses.isEmpty() && statuses.get(statuses.size() - 1) >= 400;
    }
  }

  @BeforeEach
  void start() throws IOException {
    HttpLimits limits = new HttpLimits(8190, 100, 4094, 1 << 20, 1 << 20, 100, 16, 1000);
    server =
        TestServer.with()
            .processors(ProcessorsConfig.named("test").withCount(1))
            .config(config -> config.withLimits(limits))
            .start(
                exchange -> {
                  passedOn.add(exchange.request());
                  exchange.respond(HttpResponse.of(200));
                });
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Sends it three times: to be parsed, cached, and possibly found. */
  private Outcome send(String raw) throws IOException {
    Outcome first = sendOnce(raw);
    for (int i = 0; i < 2; i++) {
      Outcome again = sendOnce(raw);
      assertThat(again.statuses()).as(raw).isEqualTo(first.statuses());
      assertThat(descriptions(again)).as(raw).isEqualTo(descriptions(first));
    }
    return first;
  }

  private static List<String> descriptions(Outcome outcome) {
    return outcome.passedOn().stream().map(Transcript::describe).toList();
  }

  private Outcome sendOnce(String raw) throws IOException {
    passedOn.clear();
    try (Client client = server.connect()) {
      client.send(raw).endOutput();
      List<Integer> statuses =
          STATUS.matcher(client.rest()).results().map(r -> Integer.valueOf(r.group(1))).toList();
      return new Outcome(statuses, List.copyOf(passedOn));
    }
  }

  @Test
  void refusesWhatOthersRefuse() throws Exception {
    SoftAssertions softly = new SoftAssertions();
    for (String file : List.of("gunicorn.jsonl", "llhttp.jsonl")) {
      for (HttpCorpus.Vector vector : HttpCorpus.vectors(file)) {
        if (vector.expect().equals("reject")
            && vector.defaultConfig()
            && !READ_HERE.contains(vector.id())) {
          softly.assertThat(send(vector.raw()).isRefused()).as(vector.id()).isTrue();
        }
      }
    }
    softly.assertAll();
  }

  @Test
  void readsWhatOthersRead() throws Exception {
    SoftAssertions softly = new SoftAssertions();
    for (String file : List.of("gunicorn.jsonl", "llhttp.jsonl")) {
      for (HttpCorpus.Vector vector : HttpCorpus.vectors(file)) {
        if (vector.expect().equals("accept")
            && vector.defaultConfig()
            && !REFUSED_HERE.contains(vector.id())) {
          Outcome outcome = send(withHosts(vector.raw()));
          softly.assertThat(outcome.isRefused()).as(vector.id()).isFalse();
          boolean answeredByServer = vector.raw().startsWith("OPTIONS * ");
          softly
              .assertThat(outcome.passedOn().isEmpty())
              .as(vector.id())
              .isEqualTo(answeredByServer);
        }
      }
    }
    softly.assertAll();
  }

  /** Adds hosts: parsers do not require them, servers must. */
  private static String withHosts(String raw) {
    return raw.toLowerCase(Locale.ROOT).contains("\r\nhost:")
        ? raw
        : raw.replaceAll("( HTTP/1\\.1\r\n)", "$1Host: test\r\n");
  }

  @Test
  void readsASmugglingProbeAsOneRequestIfAtAll() throws Exception {
    for (HttpCorpus.Vector vector : HttpCorpus.vectors("smuggler-te-mutations.jsonl")) {
      Outcome outcome = send(vector.raw());

      assertThat(outcome.statuses()).as(vector.id()).hasSize(1);
      if (!outcome.isRefused()) {
        assertThat(outcome.passedOn()).as(vector.id()).hasSize(1);
        assertThat(outcome.passedOn().get(0).body()).as(vector.id()).hasSize(6);
      } else {
        assertThat(outcome.passedOn()).as(vector.id()).isEmpty();
      }
    }
  }

  @Test
  void leavesNoConnectionOpen() throws Exception {
    for (HttpCorpus.Vector vector : HttpCorpus.vectors("gunicorn.jsonl")) {
      send(vector.raw());
    }

    server.awaitOpen(0);
  }
}
