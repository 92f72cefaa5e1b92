package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RequestParserTest {
  private static final HttpLimits LIMITS = new HttpLimits(1024, 20, 200, 500, 500, 10, 16, 1000);
  private static final int SEEDS = 300;

  private static IntUnaryOperator random(int seed) {
    Random random = new Random(seed);
    int longest = 1 + random.nextInt(60);
    return left -> 1 + random.nextInt(Math.min(left, longest));
  }

  private static List<String> parse(String text, IntUnaryOperator pieces) {
    return Transcript.of(Bytes.of(text), LIMITS, pieces);
  }

  static Stream<String> conversations() {
    String get =
        "GET /a?b=c HTTP/1.1\r\nHost: test:80\r\nX: one\r\nx:  two \r\nCookie: a=B\r\n\r\n";
    String old = "GET /old HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
    String fixed = "POST /f HTTP/1.1\r\nHost: t\r\nContent-Length: 11\r\n\r\nhello\r\n\r\nyou";
    String chunkedHead = "POST /c HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n";
    String chunks = "5;a=\"b\"\r\nhello\r\nB\r\n wide world\r\n0\r\nX: trailer\r\n\r\n";
    String chunked = chunkedHead + chunks;
    String empty = "PUT /e HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    return Stream.of(
        get,
        get + get + fixed + old + chunked + empty + get,
        chunked + chunked + fixed + "\r\n" + get,
        fixed + "nonsense",
        get + "GET / HTTP/1.1\r\n\r\n" + get,
        chunkedHead + "5\r\nhelloX\r\n",
        chunkedHead + "3\r\nabc\r\n1f5\r\n" + "x".repeat(501),
        "GET /" + "x".repeat(300) + " HTTP/1.1\r\nHost: t\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: t\r\nX: " + "x".repeat(2000) + "\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: t\r\nX: a\r\n b\r\n\r\n",
        "GET / HTTP/1.1\nHost: t\n\n",
        "GET / HTTP/3.0\r\nHost: t\r\n\r\n",
        get.substring(0, get.length() - 1));
  }

  @ParameterizedTest
  @MethodSource("conversations")
  void readsTheSameHoweverTheBytesAreCut(String conversation) {
    List<String> whole = parse(conversation, IntUnaryOperator.identity());

    assertThat(parse(conversation, left -> 1)).isEqualTo(whole);
    for (int seed = 0; seed < SEEDS; seed++) {
      assertThat(parse(conversation, random(seed))).as("seed " + seed).isEqualTo(whole);
    }
  }

  @Test
  void readsTheCorpusTheSameHoweverTheBytesAreCut() throws Exception {
    for (String file : List.of("gunicorn.jsonl", "llhttp.jsonl", "smuggler-te-mutations.jsonl")) {
      for (HttpCorpus.Vector vector : HttpCorpus.vectors(file)) {
        List<String> whole = parse(vector.raw(), IntUnaryOperator.identity());
        assertThat(parse(vector.raw(), left -> 1)).as(vector.id()).isEqualTo(whole);
        for (int seed = 0; seed < 5; seed++) {
          assertThat(parse(vector.raw(), random(seed))).as(vector.id()).isEqualTo(whole);
        }
      }
    }
  }

  @Test
  void readsWhatAConversationSays() {
    String chunked =
        "POST /c HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";

    assertThat(
            parse(chunked + "GET /n HTTP/1.0\r\nX: 1\r\nX: 2\r\n\r\n", IntUnaryOperator.identity()))
        .containsExactly(
            "head of /c, body: true",
            "POST | /c | /c | HTTP/1.1 | [t] | [] | [] | hello",
            "head of /n, body: false",
            "GET | /n | /n | HTTP/1.0 | [] | [1, 2] | [] | ");
  }

  @Test
  void keepsTheCaseOfValuesThatItHasSeenInAnother() {
    String twice =
        IntStream.range(0, 3)
            .mapToObj(i -> "GET / HTTP/1.1\r\nHost: t\r\nCookie: id=%s\r\n\r\n")
            .reduce("", String::concat)
            .formatted("AbC", "aBc", "ABC");

    assertThat(parse(twice, IntUnaryOperator.identity()))
        .filteredOn(line -> line.startsWith("GET"))
        .extracting(line -> line.split(" \\| ", -1)[6])
        .containsExactly("[id=AbC]", "[id=aBc]", "[id=ABC]");
  }
}
