package examples;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import seda.fileio.AsyncFile;
import seda.fileio.AsyncFiles;
import seda.fileio.FileFailed;
import seda.fileio.FileOperation;
import seda.fileio.FileOutcome;
import seda.fileio.FileRoot;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;
import seda.netio.ConnectFailure;
import seda.netio.ConnectListener;
import seda.netio.Connection;
import seda.netio.ConnectionListener;
import seda.netio.SelectorSource;
import seda.netio.TcpClient;
import seda.netio.TcpConfig;

/**
 * Fetches the pages of one web site and writes each to a file.
 *
 * <pre>
 *   frontier ─► connect ─► read ─► receive ─► extract ─► files (AsyncFile) ─► frontier …
 *   (1 thread)  └──────── processors ──────┘  (pool)     (pool)
 * </pre>
 *
 * <p>The frontier has one thread, so its state needs no lock. It keeps at most {@link #PARALLEL}
 * pages under way, and each page sends it one event at its end. So its queue has room for all of
 * them, and everything else is bounded by the number of pages.
 */
public final class Crawler {
  /** Pages under way at once. */
  static final int PARALLEL = 8;

  private static final int LARGEST_PAGE = 1 << 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Pattern LINK = Pattern.compile("href=\"([^\"#]+)");

  /**
   * A page at its end.
   *
   * @param links addresses on it
   * @param problem null if it was saved
   */
  private record Visited(URI address, List<URI> links, String problem) {}

  private record Page(URI address, String answer) {}

  private final URI site;
  private final int maxPages;
  private final FileRoot root;
  private final AsyncFiles files;
  private final TcpClient client;
  private final Stage<Visited> frontier;
  private final Stage<Page> extract;

  // the frontier's state
  private final Set<URI> known = new HashSet<>();
  private final Deque<URI> waiting = new ArrayDeque<>();
  private final Map<URI, String> outcomes = new TreeMap<>();
  private int underWay;
  private final CompletableFuture<Map<URI, String>> done = new CompletableFuture<>();

  /**
   * Declares the stages on a graph that is not started yet.
   *
   * @param site where to begin, like {@code http://127.0.0.1:8080/}; links to other hosts are not
   *     followed
   * @param directory for the files; it exists
   * @param maxPages most pages to fetch
   */
  public Crawler(StageGraph graph, URI site, Path directory, int maxPages) {
    this.site = site;
    this.maxPages = maxPages;
    this.root = FileRoot.of(directory);
    Processors processors =
        graph.processors(ProcessorsConfig.named("sockets"), SelectorSource::open);
    WorkerPool one = graph.workerPool("frontier", 1);
    WorkerPool cpu = graph.workerPool("cpu", 2);
    WorkerPool disk = graph.workerPool("disk", 4);

    this.frontier = graph.stage(StageConfig.named("frontier").withQueueCapacity(PARALLEL), one);
    Stage<Connection> receive = graph.stage(StageConfig.named("receive"), processors);
    this.client = new TcpClient(graph, processors, "", TcpConfig.defaults(), receive);
    this.extract = graph.stage(StageConfig.named("extract").withQueueCapacity(PARALLEL), cpu);
    this.files = new AsyncFiles(graph, StageConfig.named("files"), disk);

    frontier.handledBy(EventHandler.each(this::visited)).blocking(); // it resolves host names
    receive.handledBy(EventHandler.each(each -> ((Fetch) each.listener()).input())).pinned();
    extract.handledBy(EventHandler.each(this::extract));
  }

  /**
   * Begins, after the graph has started.
   *
   * @return what became of each page: {@code saved}, or the problem
   */
  public CompletableFuture<Map<URI, String>> crawl() {
    underWay = 1; // the enqueue publishes it to the frontier's thread
    frontier.enqueue(new Visited(null, List.of(site), null));
    return done;
  }

  private void visited(Visited page) {
    underWay--;
    if (page.address != null) {
      outcomes.put(page.address, page.problem == null ? "saved" : page.problem);
    }
    for (URI link : page.links) {
      if (known.size() < maxPages && known.add(link)) {
        waiting.add(link);
      }
    }
    while (underWay < PARALLEL && !waiting.isEmpty()) {
      underWay++;
      fetch(waiting.remove());
    }
    if (underWay == 0) {
      done.complete(outcomes);
    }
  }

  private void end(URI address, List<URI> links, String problem) {
    frontier.enqueue(new Visited(address, links, problem));
  }

  private void fetch(URI address) {
    InetSocketAddress server = new InetSocketAddress(address.getHost(), port(address));
    EnqueueResult result = client.connect(server, TIMEOUT, new Fetch(address));
    if (!result.accepted()) {
      end(address, List.of(), "not tried: " + result.outcome());
    }
  }

  private static int port(URI address) {
    return address.getPort() < 0 ? 80 : address.getPort();
  }

  private static String path(URI address) {
    String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
    return address.getRawQuery() == null ? path : path + "?" + address.getRawQuery();
  }

  /** One request (HTTP/1.0, so the end of the input ends the answer). On its processor. */
  private final class Fetch implements ConnectListener, ConnectionListener {
    private final URI address;
    private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    private Connection connection;
    private boolean over;

    Fetch(URI address) {
      this.address = address;
    }

    @Override
    public ConnectionListener connected(Connection made) {
      connection = made;
      String request =
          "GET %s HTTP/1.0\r\nHost: %s\r\n\r\n".formatted(path(address), address.getRawAuthority());
      connection.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
      connection.timeoutAfter(TIMEOUT);
      connection.awaitInput();
      return this;
    }

    void input() {
      ByteBuffer input = connection.input();
      if (input != null) {
        byte[] bytes = new byte[input.remaining()];
        input.get(bytes);
        answer.writeBytes(bytes);
      }
      if (answer.size() > LARGEST_PAGE) {
        fail("larger than " + LARGEST_PAGE + " bytes");
      } else if (!connection.inputEnded()) {
        connection.awaitInput();
      } else {
        over = true;
        connection.closeGracefully();
        String text = answer.toString(StandardCharsets.UTF_8);
        extract.enqueue(new Page(address, text)); // has room for all under way
      }
    }

    private void fail(String problem) {
      if (!over) {
        over = true;
        end(address, List.of(), problem);
      }
      if (connection != null) {
        connection.close();
      }
    }

    @Override
    public void failed(ConnectFailure failure) {
      fail("no connection: " + failure.reason());
    }

    @Override
    public void timedOut() {
      fail("no answer within " + TIMEOUT.toSeconds() + " s");
    }

    @Override
    public void writable() {}

    @Override
    public void closed() {
      fail("the connection broke");
    }
  }

  private void extract(Page page) {
    String text = page.answer;
    int head = text.indexOf("\r\n\r\n");
    if (!text.matches("(?s)HTTP/1\\.[01] 200 .*") || head < 0) {
      end(page.address, List.of(), text.lines().findFirst().orElse("an empty answer"));
      return;
    }
    List<URI> links =
        LINK.matcher(text)
            .results()
            .map(link -> resolve(page.address, link.group(1)))
            .filter(link -> link != null && site.getRawAuthority().equals(link.getRawAuthority()))
            .toList();
    save(page.address, text.substring(head + 4), links);
  }

  private static URI resolve(URI base, String link) {
    try {
      return base.resolve(link);
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  /** Opens, writes and closes the file: three operations, done in order. */
  private void save(URI address, String text, List<URI> links) {
    Path name = Path.of(URLEncoder.encode(path(address), StandardCharsets.UTF_8));
    AsyncFile file = files.file(root, name, 3);
    Saving saving = new Saving(address, links);
    for (FileOperation operation :
        List.of(
            new FileOperation.Open(FileOperation.Mode.CREATE, saving),
            new FileOperation.Write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), saving),
            new FileOperation.Close(saving))) {
      EnqueueResult result = file.enqueue(operation);
      if (!result.accepted()) { // counts like its outcome
        saving.enqueue(new FileOutcome.Failed(FileFailed.Reason.STOPPED, null));
      }
    }
  }

  /** Ends the page with the last of the three outcomes. */
  private final class Saving implements Sink<FileOutcome> {
    private final URI address;
    private final List<URI> links;
    private int outcomes;
    private String problem;

    Saving(URI address, List<URI> links) {
      this.address = address;
      this.links = links;
    }

    @Override
    public synchronized EnqueueResult enqueue(FileOutcome outcome) {
      if (outcome instanceof FileOutcome.Failed failed && problem == null) {
        problem = "not saved: " + failed.reason();
      }
      if (++outcomes == 3) {
        end(address, links, problem);
      }
      return EnqueueResult.ACCEPTED;
    }
  }

  /** Crawls the site of the first argument into the directory of the second. */
  public static void main(String[] arguments) {
    StageGraph graph = new StageGraph(Clock.system());
    Crawler crawler = new Crawler(graph, URI.create(arguments[0]), Path.of(arguments[1]), 10_000);
    graph.start();
    crawler.crawl().join().forEach((page, outcome) -> System.out.println(outcome + " " + page));
    graph.stop(Duration.ofSeconds(5));
  }
}
