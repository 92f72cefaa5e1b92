package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mailing list is left by one click (RFC 8058): the whole way, to its server by TLS. */
class OneClickTest {
  private static final String PASSWORD = "of-the-key-store";

  /** A POST. */
  private record Posted(String path, String body, Map<String, List<String>> headers) {}

  private static final ProductData DATA = ProductData.of("one-click-data");

  @TempDir private Path folder;
  private final List<Posted> posts = new CopyOnWriteArrayList<>();

  @AfterAll
  static void deleteData() {
    DATA.delete();
  }

  private HttpsServer listServer(Path keys) throws IOException, GeneralSecurityException {
    char[] password = PASSWORD.toCharArray();
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(KeyStore.getInstance(keys.toFile(), password), password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpsServer server = HttpsServer.create(any, 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext("/", this::answer);
    server.start();
    return server;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
      Map<String, List<String>> headers = Map.copyOf(exchange.getRequestHeaders());
      posts.add(new Posted(exchange.getRequestURI().toString(), body, headers));
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private static void send(int port, String to, String mail) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      BufferedReader replies =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      assertThat(replies.readLine()).startsWith("220 ");
      for (String line :
          List.of(
              "HELO me", "MAIL FROM:<>", "RCPT TO:<" + to + ">", "DATA", mail + "\r\n.", "QUIT")) {
        socket.getOutputStream().write(Mails.utf8(line + "\r\n"));
        assertThat(replies.readLine()).as(line).matches("[23].*");
      }
    }
  }

  @Test
  void postsToTheServerOfTheList() throws Exception {
    Path keys = folder.resolve("keys.p12");
    KeyFile.write(keys, PASSWORD);
    HttpsServer server = listServer(keys);
    int port = server.getAddress().getPort();
    Path config =
        Files.writeString(
            folder.resolve("arashi.conf"),
            """
            embedded.buffer-pool = 64 MiB
            warm-up = 0 s
            mail.delivery.junk.authserv-id = mx.test
            mail.remote { permit = ["127.0.0.0/8"], ports = [%d] }
            """
                .formatted(port));
    String trust =
        "-Djavax.net.ssl.trustStore=%s -Djavax.net.ssl.trustStorePassword=%s"
            .formatted(keys, PASSWORD);
    List<String> run = DATA.command("run", "--port", "0", "--config", config.toString());
    try (Arashi.Running running = Arashi.start(folder, Map.of("JAVA_TOOL_OPTIONS", trust), run)) {
      Client client = new Client(URI.create(running.await(ProductData.URL)));
      client.signInPatiently("demo", running.await("password (\\S+)"));
      int smtp = Integer.parseInt(running.await("Takes mail by SMTP at 127.0.0.1:(\\d+)"));
      String mark = Long.toHexString(System.nanoTime());
      send(
          smtp,
          "demo@example.org",
          """
          Authentication-Results: mx.test; dkim=pass header.d=shop.example
          DKIM-Signature: v=1; d=shop.example; b=Zm9v; bh=YmFy; h=from:list-unsubscribe:list-unsubscribe-post
          From: Shop <news@shop.example>
          Subject: News %s
          List-Unsubscribe: <https://localhost:%d/leave?who=ada>
          List-Unsubscribe-Post: List-Unsubscribe=One-Click

          Teapots."""
              .formatted(mark, port)
              .replace("\n", "\r\n"));
      String inbox = client.get("/mail").page().select("#folders a[href^=/mail/]").attr("href");
      String mail =
          client.get(inbox).page().select("#list a:contains(News " + mark + ")").attr("href");
      Element form = client.get(mail).page().selectFirst("footer form[action$=/unsubscribe]");

      Answer done = client.submit(form);

      assertThat(done.status()).isEqualTo(303);
      assertThat(client.get(done.header("Location")).text()).contains("taken your unsubscription");
      assertThat(posts).hasSize(1);
      assertThat(posts.get(0).path()).isEqualTo("/leave?who=ada");
      assertThat(posts.get(0).body()).isEqualTo("List-Unsubscribe=One-Click");
      assertThat(posts.get(0).headers()).doesNotContainKeys("Cookie", "Referer", "Authorization");
    } finally {
      server.stop(0);
    }
  }
}
