package arashi.deploy.command;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.Arashi;
import arashi.deploy.KeyFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code arashi haboob}, which needs no database. */
class HaboobCommandTest {
  private static final String URL = "Haboob is at (http://\\S+)";

  @TempDir private Path folder;

  /** The command on a free port and the folder, unless the options say otherwise. */
  private List<String> haboob(String... options) {
    List<String> given = List.of(options);
    List<String> all = new ArrayList<>(List.of("haboob"));
    all.addAll(given);
    if (!given.contains("--port")) {
      all.addAll(List.of("--port", "0"));
    }
    if (!given.contains("--root")) {
      all.addAll(List.of("--root", folder.toString()));
    }
    return all;
  }

  private static String get(String url) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void servesADirectoryUntilItIsStopped() throws Exception {
    Files.writeString(folder.resolve("home.html"), "<p>home");
    try (Arashi.Running running =
        Arashi.start(haboob("--index", "home.html", "--status", "/status", "--cache", "8m"))) {
      String url = running.await(URL);

      assertThat(get(url)).isEqualTo("<p>home");
      assertThat(get(url + "status")).contains("static-page-cache", "http-send");
      Arashi.Outcome stopped = running.stop();
      assertThat(stopped.exit()).isZero();
      assertThat(stopped.out()).contains("Stopping").doesNotContain("ERROR", "WARN", "Exception");
    }
  }

  @Test
  void servesHttpsIfItIsGivenKeys(@TempDir Path elsewhere) throws Exception {
    Files.writeString(folder.resolve("index.html"), "<p>secure");
    Path keys = elsewhere.resolve("keys.p12");
    KeyFile.write(keys, "secret");
    Path password = Files.writeString(elsewhere.resolve("password"), "secret\n");
    try (Arashi.Running running =
        Arashi.start(haboob("--tls", keys.toString(), "--tls-password", password.toString()))) {
      URI at = URI.create(running.await("Haboob is at (https://\\S+)"));
      HttpClient client =
          HttpClient.newBuilder().sslContext(KeyFile.trusting(keys, "secret")).build();

      assertThat(
              client
                  .send(HttpRequest.newBuilder(at).build(), HttpResponse.BodyHandlers.ofString())
                  .body())
          .isEqualTo("<p>secure");
      running.stop();
    }
  }

  @Test
  void saysInOneLineThatThePortIsBusy() throws IOException {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(busy.getLocalPort());
      Arashi.Outcome outcome = Arashi.run(haboob("--port", port));

      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.err().lines()).hasSize(1);
      assertThat(outcome.err()).startsWith("arashi: ").contains(port, "--port");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--root,no/such/directory",
    "--port,70000",
    "--index,.hidden",
    "--connections,0",
    "--per-address,0",
    "--high-water,1.5",
    "--status,status",
    "--target,0",
    "--tls,no/such/keys",
    "--host-root,a.test=no/such/directory",
    "--config,no/such/file",
    "--host,no.such.host.invalid"
  })
  void saysInOneLineWhatItCanNotBeStartedWith(String option, String value) {
    Arashi.Outcome outcome = Arashi.run(haboob(option, value));

    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.err()).contains(value.substring(value.indexOf('=') + 1));
  }
}
