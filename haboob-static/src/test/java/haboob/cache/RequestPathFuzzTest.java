package haboob.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import haboob.RawClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends arbitrary bytes over a socket to a server with pages: consecutive requests, some malformed.
 * Any fragmentation yields the same well-formed responses, and then the connection ends. A build
 * runs only the stored inputs. To search for more: {@code JAZZER_FUZZ=1 mvn test
 * -Dtest=RequestPathFuzzTest}, without the sanitizers, which report sockets as findings.
 */
class RequestPathFuzzTest {
  private static final String SECRET = "nobody may read this";
  private static final Pattern HEAD =
      Pattern.compile("HTTP/1\\.1 (\\d{3}) [^\r\n]*\r\n(?:[!-9;-~]+: [^\r\n]*\r\n)*\r\n");
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\nContent-Length: (\\d+)\r\n");

  @TempDir static Path folder;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    Path root = Files.createDirectories(folder.resolve("root"));
    Files.writeString(folder.resolve("outside.txt"), SECRET);
    Files.writeString(root.resolve(".hidden"), SECRET);
    Files.createSymbolicLink(root.resolve("out"), folder.resolve("outside.txt"));
    Files.createSymbolicLink(root.resolve("up"), folder);
    write(root.resolve("a.txt"), "a page that is compressed. ".repeat(100));
    write(root.resolve("b.bin"), "open".repeat(25_000));
    write(Files.createDirectory(root.resolve("d")).resolve("index.html"), "<p>d");
    server = new TestServer(StaticConfig.of(root));
  }

  /** Writes a file with an old time, since recent files have other validators. */
  private static void write(Path file, String content) throws IOException {
    Files.writeString(file, content);
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
  }

  @AfterAll
  static void stop() {
    while (server.http.statistics().open() > 0) {
      Thread.onSpinWait();
    }
    assertThat(server.http.statistics().running()).isZero();
    assertThat(server.http.statistics().buffersInUse()).isZero();
    server.close();
  }

  @FuzzTest(maxDuration = "2m")
  void answersAnythingTheSameHoweverItIsCut(FuzzedDataProvider data) throws IOException {
    Random random = new Random(data.consumeInt());
    byte[] bytes = data.consumeRemainingAsBytes();

    String whole = exchange(bytes, left -> left);
    int longest = 1 + random.nextInt(1 + bytes.length);
    String cut = exchange(bytes, left -> Math.min(left, 1 + random.nextInt(longest)));

    assertThat(whole).doesNotContain(SECRET);
    assertThat(answers(cut)).isEqualTo(answers(whole)).doesNotContain("500");
  }

  private static String exchange(byte[] bytes, IntUnaryOperator pieceLength) throws IOException {
    try (RawClient client = server.connect()) {
      for (int from = 0; from < bytes.length; ) {
        int length = pieceLength.applyAsInt(bytes.length - from);
        client.sendRaw(new String(bytes, from, length, StandardCharsets.ISO_8859_1));
        from += length;
      }
      client.endOutput();
      return client.rest();
    }
  }

  /**
   * Returns status and body of each final response. Interim responses are skipped, since one may be
   * missing if a body arrives early.
   */
  private static List<String> answers(String received) {
    List<String> answers = new ArrayList<>();
    Matcher head = HEAD.matcher(received);
    for (int at = 0; at < received.length(); ) {
      assertThat(head.region(at, received.length()).lookingAt())
          .as(received.substring(at))
          .isTrue();
      at = head.end();
      Matcher length = LENGTH.matcher(head.group());
      // the request is unknown here: a response to HEAD is recognized by what follows it
      boolean empty = at == received.length() || received.startsWith("HTTP/1.1 ", at);
      int bodyLength = empty || !length.find() ? 0 : Integer.parseInt(length.group(1));
      assertThat(at + bodyLength).isLessThanOrEqualTo(received.length());
      if (!head.group(1).equals("100")) {
        answers.add(head.group(1));
        answers.add(received.substring(at, at + bodyLength));
      }
      at += bodyLength;
    }
    return answers;
  }
}
