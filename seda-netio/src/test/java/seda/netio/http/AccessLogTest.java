package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import seda.netio.http.AccessLogConfig.Format;

/** The access log of a server in virtual time. */
@Timeout(60)
class AccessLogTest {
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("access.log");
  }

  private TestServer start(Format format) throws IOException {
    return TestServer.with()
        .virtualTime()
        .config(config -> config.withAccessLog(AccessLogConfig.of(file(), format)))
        .start(TestServer::echo);
  }

  /** Waits until the collected entries are written. */
  private List<String> lines(TestServer server, int count) {
    settleUntil(server, () -> read(file()).size() >= count);
    return read(file());
  }

  private static List<String> read(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void hasALineOfCommonFormatForEachAnswerInTheirOrder() throws Exception {
    try (TestServer server = start(Format.COMMON);
        Client client = server.connect()) {
      client.get("/a?q=a+secret").get("/b\"");
      client.send("HEAD /c HTTP/1.1\r\nHost: a\r\n\r\n");
      client.response();
      client.response();
      client.head();

      assertThat(lines(server, 3))
          .containsExactly(
              "127.0.0.1 - - [01/Mar/2026:12:00:00 +0000] \"GET /a HTTP/1.1\" 200 7",
              "127.0.0.1 - - [01/Mar/2026:12:00:00 +0000] \"GET /b\\\" HTTP/1.1\" 200 8",
              "127.0.0.1 - - [01/Mar/2026:12:00:00 +0000] \"HEAD /c HTTP/1.1\" 200 0");
    }
  }

  @Test
  void isNotReadByOtherUsersAlsoAfterARotation() throws Exception {
    assumeTrue(file().getFileSystem().supportedFileAttributeViews().contains("posix"));
    try (TestServer server = start(Format.COMMON);
        Client client = server.connect()) {
      client.get("/a").response();
      lines(server, 1);
      assertThat(Files.getPosixFilePermissions(file()))
          .isSubsetOf(PosixFilePermissions.fromString("rw-r-----"))
          .contains(PosixFilePermission.OWNER_WRITE);

      Files.move(file(), file().resolveSibling("rotated"));
      client.get("/b").response();
      lines(server, 1);
      assertThat(Files.getPosixFilePermissions(file()))
          .isSubsetOf(PosixFilePermissions.fromString("rw-r-----"));
    }
  }

  @Test
  void hasAnObjectForEachAnswer() throws Exception {
    try (TestServer server = start(Format.JSON);
        Client client = server.connect()) {
      client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n");
      server.settle();
      server.advance(Duration.ofMillis(1500));
      client.send("abc");
      client.response();

      assertThat(lines(server, 1))
          .containsExactly(
              "{\"time\":\"2026-03-01T12:00:01.500Z\",\"remote\":\"127.0.0.1\",\"method\":\"POST\","
                  + "\"target\":\"/a\",\"protocol\":\"HTTP/1.1\",\"status\":200,\"bytes\":11,"
                  + "\"micros\":1500000}");
    }
  }

  @Test
  void hasALineForWhatWasNoRequest() throws Exception {
    try (TestServer server = start(Format.COMMON);
        Client client = server.connect()) {
      int length = client.send("nonsense\r\n\r\n").response().text().length();

      assertThat(lines(server, 1))
          .containsExactly("127.0.0.1 - - [01/Mar/2026:12:00:00 +0000] \"-\" 400 " + length);
    }
  }

  @Test
  void isCompleteOnceTheServerHasDrained() throws Exception {
    try (TestServer server = start(Format.COMMON);
        Client client = server.connect()) {
      for (int i = 0; i < 1000; i++) {
        client.get("/" + i).response();
      }
      server.http.drain();
      assertThat(server.http.awaitDrained(Duration.ofSeconds(20))).isTrue();
      server.graph.stop(Duration.ofSeconds(20));

      assertThat(read(file())).hasSize(1000);
      assertThat(server.http.statistics().unlogged()).isZero();
    }
  }

  @Test
  void goesOnInANewFileWhenTheOldOneWasMoved() throws Exception {
    Path moved = folder.resolve("access.log.1");
    try (TestServer server = start(Format.COMMON);
        Client client = server.connect()) {
      client.get("/1").response();
      lines(server, 1);
      Files.move(file(), moved);
      client.get("/2").response();
      lines(server, 1);

      assertThat(read(moved)).hasSize(1);
      assertThat(read(file()).get(0)).contains("/2");
    }
  }

  @Test
  void countsWhatCanNotBeWrittenAndGoesOnWhenItCanAgain() throws Exception {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    AccessLogConfig log = AccessLogConfig.of(logs.resolve("access.log"), Format.COMMON);
    TestServer server = // not closed as others are: a handler does fail
        TestServer.with()
            .virtualTime()
            .config(config -> config.withAccessLog(log))
            .start(TestServer::echo);
    try (Client client = server.connect()) {
      client.get("/a").response();
      settleUntil(server, () -> read(log.file()).size() == 1);
      Files.move(logs, folder.resolve("gone"));
      client.get("/b").response();
      settleUntil(server, () -> server.http.statistics().unlogged() == 1);
      Files.createDirectory(logs);
      client.get("/c").response();
      settleUntil(server, () -> read(log.file()).size() == 1);

      assertThat(read(log.file())).singleElement().asString().contains("GET /c");
      assertThat(server.http.statistics().unlogged()).isEqualTo(1);
    } finally {
      server.http.close();
      server.graph.stop(Duration.ofSeconds(10));
    }
  }

  private static void settleUntil(TestServer server, BooleanSupplier condition) {
    server.settleUntil(
        () -> {
          server.advance(Duration.ofMillis(300));
          return condition.getAsBoolean();
        });
  }

  @Test
  void refusesToStartWithAFileThatCanNotBeWritten() {
    assertThatThrownBy(
            () ->
                TestServer.with()
                    .config(
                        config ->
                            config.withAccessLog(
                                AccessLogConfig.of(folder.resolve("no/access.log"), Format.JSON)))
                    .start(TestServer::echo))
        .hasStackTraceContaining("no/access.log");
  }

  @Test
  void refusesACapacityThatHoldsNothing() {
    assertThatThrownBy(() -> new AccessLogConfig(file(), Format.JSON, 255))
        .hasMessageContaining("http.access-log.capacity = 255, must be at least 256");
  }
}
