package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.Corpus;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.NoAlertPresentException;
import org.openqa.selenium.json.Json;

/**
 * Attacks from elsewhere, sent by mail and opened in a real browser. They are served twice: as the
 * service does, and by a server that sends no policy and no sandbox, where the sanitiser alone must
 * hold.
 */
class HtmlAttacksTest {
  /** Tries every n-th attack: every 10th with {@code -Darashi.corpus=DIR}, else every 50th. */
  private static final int STEP =
      Integer.getInteger("arashi.attacks.step", Corpus.isWhole() ? 10 : 50);

  private static final int FRAMES = 40;

  private final TestService service = TestService.shared();
  @TempDir private Path downloads;

  private static List<String> payloads() throws IOException {
    List<String> payloads = new ArrayList<>();
    for (Path file : Corpus.files(Corpus.require("html-attacks"))) {
      for (String line : Files.readAllLines(file)) {
        Map<?, ?> attack = new Json().toType(line, Map.class);
        payloads.add(String.valueOf(attack.get("payload")));
      }
    }
    List<String> sample = new ArrayList<>();
    for (int i = 0; i < payloads.size(); i += STEP) {
      sample.add(payloads.get(i));
    }
    return sample;
  }

  @Test
  void doNothing() throws IOException {
    List<String> payloads = payloads();
    try (Browser browser = Browser.start(downloads, true)) {
      TestUser user = service.user();
      List<byte[]> mails = new ArrayList<>();
      for (int i = 0; i < payloads.size(); i++) {
        // with a word to see: HTML that shows nothing is not shown
        mails.add(Mails.html(i, "Attack " + i, "Attack " + payloads.get(i)));
      }
      List<Long> uids = user.receives(mails);
      Client client = service.signedIn(user);
      List<byte[]> bodies = new ArrayList<>();
      List<String> paths = new ArrayList<>();
      for (long uid : uids) {
        Answer body = client.getPatiently(user.path(uid) + "/body");
        assertThat(body.status()).as("of %d", uid).isEqualTo(200);
        bodies.add(body.bytes());
        paths.add(user.path(uid));
      }

      withoutPolicy(browser, bodies);
      asServed(browser, client, paths);
    }
  }

  private static void withoutPolicy(Browser browser, List<byte[]> bodies) throws IOException {
    HttpServer bare = bare(bodies);
    try {
      String origin = "http://127.0.0.1:" + bare.getAddress().getPort();
      for (int from = 0; from < bodies.size(); from += FRAMES) {
        String frames = origin + "/frames/" + from;
        browser.open(frames);
        assertQuiet(browser, "payloads from " + from);
        assertThat(browser.driver().getCurrentUrl()).isEqualTo(frames);
      }
      assertThat(browser.requests())
          .allMatch(
              url ->
                  url.matches(origin + "/(frames/)?\\d+")
                      || url.startsWith("data:image/")
                      || url.equals(origin + "/favicon.ico"));
    } finally {
      bare.stop(0);
    }
  }

  @Test
  void wouldBeNoticed() throws IOException {
    byte[] attack = Mails.utf8("<img src='http://tracker.example/x' onerror='alert(1)'>");
    HttpServer bare = bare(List.of(attack));
    try (Browser browser = Browser.start(downloads, true)) {
      browser.open("http://127.0.0.1:" + bare.getAddress().getPort() + "/frames/0");

      Eventually.holds(() -> dialog(browser).isPresent());
      browser.driver().switchTo().alert().accept();
      assertThat(browser.requests()).contains("http://tracker.example/x");
    } finally {
      bare.stop(0);
    }
  }

  /** Serves documents as they are, and pages that hold many of them in frames. */
  private static HttpServer bare(List<byte[]> bodies) throws IOException {
    HttpServer bare =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    bare.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          byte[] page =
              path.startsWith("/frames/")
                  ? frames(Integer.parseInt(path.substring(8)), bodies.size())
                  : path.matches("/\\d+")
                      ? bodies.get(Integer.parseInt(path.substring(1)))
                      : new byte[0];
          exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
          exchange.sendResponseHeaders(200, page.length == 0 ? -1 : page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    bare.start();
    return bare;
  }

  private static byte[] frames(int from, int all) {
    StringBuilder page = new StringBuilder("<!DOCTYPE html><title>frames</title>");
    for (int i = from; i < Math.min(all, from + FRAMES); i++) {
      page.append("<iframe src=/").append(i).append("></iframe>");
    }
    return Mails.utf8(page.toString());
  }

  private void asServed(Browser browser, Client client, List<String> paths) {
    browser.open(service.url().resolve("/login"));
    browser
        .driver()
        .manage()
        .addCookie(
            new org.openqa.selenium.Cookie("arashi_session", client.cookie("arashi_session")));
    for (int i = 0; i < paths.size(); i += 10) {
      String url = service.url().resolve(paths.get(i)).toString();
      browser.open(url);
      assertQuiet(browser, url);
      assertThat(browser.driver().getCurrentUrl()).isEqualTo(url);
      assertThat(browser.driver().getTitle()).contains("Attack ");
    }
    assertThat(browser.requests())
        .allMatch(url -> url.startsWith(service.url() + "/") || url.startsWith("data:image/"));
  }

  private static void assertQuiet(Browser browser, String what) {
    assertThat(dialog(browser)).as(what).isEmpty();
    assertThat(browser.tabs()).as(what).isEqualTo(1);
  }

  /** Returns the text of an open dialog, if any. */
  private static Optional<String> dialog(Browser browser) {
    try {
      return Optional.of(browser.driver().switchTo().alert().getText());
    } catch (NoAlertPresentException e) {
      return Optional.empty();
    }
  }
}
