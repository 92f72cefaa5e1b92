package arashi.deploy.command;

import arashi.deploy.config.CommandException;
import arashi.deploy.config.ConfigFile;
import arashi.deploy.config.Descriptors;
import arashi.deploy.config.KnownKeys;
import arashi.deploy.config.MailSettings;
import arashi.deploy.config.PasswordFile;
import arashi.deploy.service.ExitCode;
import arashi.deploy.service.StopSignal;
import arashi.deploy.service.Stoppable;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import haboob.BottleneckConfig;
import haboob.Haboob;
import haboob.HaboobConfig;
import haboob.cache.StaticConfig;
import haboob.cache.StaticLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import seda.kernel.Clock;
import seda.kernel.config.GraphConfig;
import seda.kernel.graph.StageGraph;
import seda.netio.Addresses;
import seda.netio.ConnectionLimits;
import seda.netio.TlsConfig;
import seda.netio.http.HttpConfig;

/** {@code arashi haboob}: serves the files below a directory until a signal. */
@Command(
    name = "haboob",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Serves the files below a directory until Ctrl-C; needs no database.")
public final class HaboobCommand implements Callable<Integer> {
  private static final int MAX_CACHED_FILE = 1 << 20;
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** File descriptors for open pages and everything else besides connections. */
  private static final int SPARE_DESCRIPTORS = 256;

  /** Parses a size like {@code 64m}, {@code 1 GiB} or a number of bytes. */
  static final class Bytes implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        return ConfigValueFactory.fromAnyRef(text).atKey("size").getBytes("size");
      } catch (ConfigException e) {
        throw new TypeConversionException(
            "'" + text + "' is not a size; allowed are 64m, 1GiB and the like");
      }
    }
  }

  @Spec private CommandSpec spec;

  @Option(names = "--root", paramLabel = "DIR", description = "the directory (default: this one)")
  private Path root = Path.of("");

  @Option(names = "--host", description = "address to listen on (default: 127.0.0.1)")
  private String host = "127.0.0.1";

  @Option(names = "--port", description = "port to listen on; 0: any (default: 8080)")
  private int port = 8080;

  @Option(
      names = "--host-root",
      paramLabel = "NAME=DIR",
      description = "other files for this host; can be repeated")
  private Map<String, Path> hosts = Map.of();

  @Option(
      names = "--name",
      hidden = true, // keeps the help on one screen; see docs/haboob.md
      paramLabel = "NAME",
      description = "host name that browsers use; can be repeated (default: localhost, addresses)")
  private Set<String> names = Set.of();

  @Option(
      names = "--index",
      paramLabel = "FILE",
      description = "what a directory shows (default: index.html)")
  private String index = "index.html";

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      converter = Bytes.class,
      description = "memory for pages (default: 64m)")
  private long cache = 64L << 20;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "most open connections (default: 10000)")
  private int connections = 10_000;

  @Option(
      names = "--per-address",
      hidden = true, // keeps the help on one screen; see docs/haboob.md
      paramLabel = "N",
      description = "most of one client's address (default: a tenth)")
  private Integer perAddress;

  @Option(
      names = "--high-water",
      hidden = true, // keeps the help on one screen; see docs/haboob.md
      paramLabel = "SHARE",
      description = "of connections, above which idle ones are closed (default: 0.9)")
  private double highWater = ConnectionLimits.defaults().highWater();

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "most requests of a connection (default: 1000000)")
  private int requests = 1_000_000;

  @Option(
      names = "--known-requests",
      paramLabel = "N",
      description = "kept by a core, not parsed anew (default: ${DEFAULT-VALUE})")
  private int knownRequests = HttpConfig.defaults().knownRequests();

  @Option(
      names = "--tls",
      paramLabel = "FILE",
      description = "serve https, with the keys of this PKCS #12 file")
  private Path keyStore;

  @Option(
      names = "--tls-password",
      paramLabel = "FILE",
      description = "its first line (or $ARASHI_TLS_PASSWORD)")
  private Path passwordFile;

  @Option(names = "--status", paramLabel = "PATH", description = "status page (default: none)")
  private String status = "";

  @Option(
      names = "--bottleneck",
      paramLabel = "PATH",
      description = "page of 40 ms of computing (default: none)")
  private String bottleneck = "";

  @Option(
      names = "--target",
      paramLabel = "SECONDS",
      description = "that the bottleneck page holds (default: 5)")
  private int target = 5;

  @Option(names = "--config", paramLabel = "FILE", description = "section seda, for the stages")
  private Path config;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    StopSignal signal = Stoppable.signalOf(spec);
    signal.begin();
    try (Haboob haboob = start()) {
      InetSocketAddress address = bind(haboob);
      String shown = address.getAddress().isAnyLocalAddress() ? "localhost" : host;
      String scheme = keyStore == null ? "http" : "https";
      out.println(
          "Haboob is at " + scheme + "://" + Addresses.authority(shown, address.getPort()) + "/");
      out.println("Ctrl-C stops it.");
      out.flush();
      signal.await();
      out.println("Stopping");
      out.flush();
      haboob.stop(GRACE);
    }
    return ExitCode.DONE;
  }

  private Haboob start() {
    try {
      return new Haboob(new StageGraph(Clock.system(), graphConfig()), settings());
    } catch (IllegalArgumentException e) {
      throw new CommandException(e.getMessage(), e);
    }
  }

  private GraphConfig graphConfig() {
    if (config == null) {
      return GraphConfig.empty();
    }
    try {
      Config settings = ConfigFile.parse(config).resolve();
      new KnownKeys(ConfigFactory.empty(), Set.of(MailSettings.GRAPH)).check(settings, config);
      return GraphConfig.of(settings);
    } catch (ConfigException e) {
      throw new CommandException(e.getMessage(), e);
    }
  }

  private HaboobConfig settings() {
    StaticLimits limits =
        StaticLimits.defaults().withCache(cache, (int) Math.min(MAX_CACHED_FILE, cache));
    HttpConfig http = HttpConfig.defaults();
    StaticConfig pages =
        StaticConfig.of(root.toAbsolutePath())
            .withHosts(hosts)
            .withWelcomeFile(index)
            .withLimits(limits);
    return HaboobConfig.of(pages)
        .withHosts(allNames())
        .withHttp(
            http.withServerName("Haboob")
                .withTls(tls())
                .withKnownRequests(knownRequests)
                .withLimits(http.limits().withMaxRequestsPerConnection(requests))
                .withTcp(http.tcp().withConnectionLimits(connectionLimits())))
        .withStatusPath(status)
        .withBottleneck(BottleneckConfig.at(bottleneck).withTarget(Duration.ofSeconds(target)));
  }

  /** Includes the name to listen on, if it is one. */
  private Set<String> allNames() {
    Set<String> all = new TreeSet<>(names);
    if (host.indexOf(':') < 0) { // an IPv6 address is always allowed
      all.add(host);
    }
    return all;
  }

  private ConnectionLimits connectionLimits() {
    int limit = Descriptors.ofThisProcess().fit(connections, SPARE_DESCRIPTORS);
    return ConnectionLimits.defaults()
        .withLimit(limit)
        .withHighWater(highWater)
        .withPerAddress(perAddress == null ? ConnectionLimits.perAddressOf(limit) : perAddress);
  }

  private TlsConfig tls() {
    return keyStore == null ? null : TlsConfig.of(keyStore, password());
  }

  private String password() {
    return passwordFile == null
        ? System.getenv().getOrDefault("ARASHI_TLS_PASSWORD", "")
        : PasswordFile.read("--tls-password", passwordFile);
  }

  private InetSocketAddress bind(Haboob haboob) {
    if (port < 0 || port > 65_535) {
      throw new CommandException("--port = " + port + ", must be from 0 to 65535");
    }
    try {
      return haboob.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new CommandException(e.getMessage() + "; try --port", e);
    }
  }
}
