package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;
import seda.netio.SelectorSource;
import seda.netio.http.HttpConfig;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpResponse;
import seda.netio.http.HttpServer;

/** Crawls a site that the project's own server serves. */
@Timeout(60)
class CrawlerTest {
  @TempDir Path directory;

  private final StageGraph site = new StageGraph(Clock.system());
  private final StageGraph graph = new StageGraph(Clock.system());
  private final Map<String, String> pages =
      Map.of(
          "/", page("a b/c missing elsewhere huge http://[bad http://example.org/".split(" ")),
          "/a", page("/", "/a", "a?page=2"),
          "/a?page=2", page(),
          "/b/c", page("../a", "d"),
          "/b/d", page(IntStream.range(0, 50).mapToObj(i -> "/n" + i).toArray(String[]::new)),
          "/huge", "x".repeat(2 << 20));
  private URI start;

  private static String page(String... links) {
    return Arrays.stream(links)
        .map(link -> "<a href=\"" + link + "\">" + link + "</a>")
        .collect(Collectors.joining("\n"));
  }

  @BeforeEach
  void serveTheSite() throws Exception {
    Processors processors =
        site.processors(ProcessorsConfig.named("site").withCount(1), SelectorSource::open);
    HttpServer server = new HttpServer(site, processors, HttpConfig.defaults(), site.sink("pages"));
    Stage<HttpExchange> stage = site.stage(StageConfig.named("pages"), processors);
    stage.handledBy(EventHandler.each(this::serve));
    site.start();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    start = URI.create("http://127.0.0.1:" + server.bind(any).getPort() + "/");
  }

  private void serve(HttpExchange exchange) {
    String target = exchange.request().target();
    String text = pages.get(target);
    if (text == null && target.startsWith("/n")) {
      text = "leaf";
    }
    exchange.respond(
        text == null
            ? HttpResponse.of(404)
            : HttpResponse.of(200).body("text/html", text.getBytes(StandardCharsets.UTF_8)));
  }

  @AfterEach
  void stop() {
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
    assertThat(site.stop(Duration.ofSeconds(10))).isTrue();
  }

  private Map<URI, String> crawl(int maxPages) {
    Crawler crawler = new Crawler(graph, start, directory, maxPages);
    graph.start();
    return crawler.crawl().join();
  }

  @Test
  void savesEachPageOfTheSiteOnce() throws Exception {
    Map<URI, String> outcomes = crawl(1000);

    assertThat(outcomes).hasSize(8 + 50);
    assertThat(outcomes.get(start.resolve("/missing"))).startsWith("HTTP/1.1 404");
    assertThat(outcomes.get(start.resolve("/huge"))).isEqualTo("larger than 1048576 bytes");
    assertThat(outcomes.values()).filteredOn("saved"::equals).hasSize(5 + 50);
    assertThat(directory.resolve("%2Fa%3Fpage%3D2")).exists();
    assertThat(Files.readString(directory.resolve("%2Fb%2Fc"))).isEqualTo(pages.get("/b/c"));
  }

  @Test
  void fetchesNoMorePagesThanItMay() {
    assertThat(crawl(3)).hasSize(3);
    assertThat(directory.toFile().list()).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void endsWhenNobodyListens() {
    assertThat(site.stop(Duration.ofSeconds(10))).isTrue();

    assertThat(crawl(3)).containsOnly(Map.entry(start, "no connection: REFUSED"));
  }
}
