package haboob.cache;

import static org.assertj.core.api.Assertions.assertThat;

import haboob.RawClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges over sockets, of pages in memory and on disk. */
@ParameterizedClass
@ValueSource(booleans = {true, false})
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RangesTest {
  private static final int SIZE = 1000;

  @Parameter boolean inMemory;
  @TempDir Path root;
  private String content;
  private TestServer server;
  private RawClient client;

  @BeforeEach
  void start() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; text.length() < SIZE; i++) {
      text.append(i).append(' ');
    }
    content = text.substring(0, SIZE);
    Files.writeString(root.resolve("a.bin"), content);
    StaticLimits limits = StaticLimits.defaults().withCache(1 << 20, inMemory ? SIZE : SIZE - 1);
    server = new TestServer(StaticConfig.of(root).withLimits(limits));
    client = server.connect();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
  }

  private RawClient.Response get(String fields) throws IOException {
    return client.send("GET", "/a.bin", fields).response();
  }

  @Test
  void sendsAPart() throws Exception {
    RawClient.Response part = get("Range: bytes=100-199\r\n");

    assertThat(part.status()).isEqualTo(206);
    assertThat(part.text()).isEqualTo(content.substring(100, 200));
    assertThat(part.fields())
        .containsEntry("Content-Range", "bytes 100-199/1000")
        .containsEntry("Accept-Ranges", "bytes")
        .containsEntry("Content-Type", "application/octet-stream");
    RawClient.Response end = get("Range: bytes=-10\r\n");
    assertThat(end.text()).isEqualTo(content.substring(990));
    assertThat(get("").text()).as("and the whole").isEqualTo(content);
  }

  @Test
  void sendsSeveralPartsInOneMessage() throws Exception {
    RawClient.Response parts = get("Range: bytes=0-9, 500-509,-5\r\n");

    assertThat(parts.status()).isEqualTo(206);
    String type = parts.fields().get("Content-Type");
    assertThat(type).startsWith("multipart/byteranges; boundary=");
    String boundary = type.substring(type.indexOf('=') + 1);
    List<String> bodies = new ArrayList<>();
    List<String> places = new ArrayList<>();
    for (String part : parts.text().split("(\r\n)?--" + boundary, -1)) {
      int end = part.indexOf("\r\n\r\n");
      if (end >= 0) {
        bodies.add(part.substring(end + 4));
        places.add(
            part.substring(0, end)
                .lines()
                .filter(l -> l.startsWith("Content-Range"))
                .findFirst()
                .orElseThrow());
      }
    }
    assertThat(parts.text()).endsWith("--" + boundary + "--\r\n");
    assertThat(bodies)
        .containsExactly(
            content.substring(0, 10), content.substring(500, 510), content.substring(995));
    assertThat(places)
        .containsExactly(
            "Content-Range: bytes 0-9/1000",
            "Content-Range: bytes 500-509/1000",
            "Content-Range: bytes 995-999/1000");
  }

  @Test
  void refusesAPartThatThereIsNot() throws Exception {
    RawClient.Response none = get("Range: bytes=1000-\r\n");

    assertThat(none.status()).isEqualTo(416);
    assertThat(none.fields()).containsEntry("Content-Range", "bytes */1000");
    assertThat(get("").text()).isEqualTo(content);
  }

  @Test
  void sendsAllToWhoHasPartsOfAnotherVersion() throws Exception {
    String date = get("").fields().get("Last-Modified");
    String range = "Range: bytes=0-9\r\nIf-Range: ";

    assertThat(get(range + date + "\r\n").status()).isEqualTo(206);
    assertThat(get(range + "\"other\"\r\n").text()).isEqualTo(content);
    assertThat(get(range + "Sun, 06 Nov 1994 08:49:37 GMT\r\n").status()).isEqualTo(200);
    assertThat(get("Range: lines=1-2\r\n").text()).isEqualTo(content);
    RawClient.Response head = client.send("HEAD", "/a.bin", "Range: bytes=0-9\r\n").head();
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.fields()).containsEntry("Content-Length", "1000");
  }

  @Test
  void closesEveryFileItOpened() throws Exception {
    String date = get("").fields().get("Last-Modified");
    for (int i = 0; i < 10; i++) {
      get("Range: bytes=0-1,3-4\r\n");
      get("Range: bytes=2000-\r\n");
      get("If-Modified-Since: " + date + "\r\n");
      get("If-Match: \"other\"\r\n");
      client.send("HEAD", "/a.bin", "").head();
    }
    client.close();
    server.pages.close();

    Path file = root.resolve("a.bin").toRealPath();
    while (OpenFiles.list().contains(file)) {
      Thread.onSpinWait();
    }
  }
}
