package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers with files that the system sends. */
class FileAnswersTest {
  @Test
  void sendsPartOfAFileAndClosesTheFile(@TempDir Path folder) throws Exception {
    byte[] content = new byte[3_000_000];
    new Random(1).nextBytes(content);
    Path file = Files.write(folder.resolve("file"), content);
    FileChannel channel = FileChannel.open(file);
    try (TestServer server =
            TestServer.with()
                .start(e -> e.respond(HttpResponse.of(200).file("x/y", channel, 17, 2_500_000)));
        Client client = server.connect()) {
      String body = client.get("/").response().text();

      assertThat(Bytes.of(body)).isEqualTo(Arrays.copyOfRange(content, 17, 2_500_017));
      server.settle();
      assertThat(channel.isOpen()).isFalse();
    }
  }

  @Test
  void leavesASharedFileOpenAndSendsItToSeveral(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "0123456789");
    CountDownLatch released = new CountDownLatch(3);
    try (FileChannel channel = FileChannel.open(file);
        TestServer server =
            TestServer.with()
                .start(
                    e ->
                        e.respond(
                            HttpResponse.of(200)
                                .sharedFile("x/y", channel, 2, 3, released::countDown)));
        Client client = server.connect()) {
      client.get("/").get("/").send("HEAD / HTTP/1.1\r\nHost: t\r\n\r\n");

      assertThat(client.response().text()).isEqualTo("234");
      assertThat(client.response().text()).isEqualTo("234");
      assertThat(client.head().header("Content-Length")).isEqualTo("3");
      released.await();
      assertThat(channel.isOpen()).isTrue();
    }
  }

  @Test
  void breaksOffWhenAFileIsShorterThanWasPromised(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "0123456789");
    FileChannel channel = FileChannel.open(file);
    try (TestServer server =
            TestServer.with()
                .start(e -> e.respond(HttpResponse.of(200).file("x/y", channel, 0, 20)));
        Client client = server.connect()) {
      client.get("/");

      assertThatThrownBy(client::response).isInstanceOf(IOException.class);
      server.awaitOpen(0);
      assertThat(channel.isOpen()).isFalse();
    }
  }
}
