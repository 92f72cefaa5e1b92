package arashi.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValueFactory;
import gnutella.GnutellaConfig;
import gnutella.HandshakeLimits;
import gnutella.HostCatcherConfig;
import gnutella.PeerLimits;
import gnutella.QueryConfig;
import gnutella.protocol.Host;
import gnutella.protocol.PayloadLimits;
import gnutella.routing.QueueLimits;
import gnutella.routing.RoutingRules;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import seda.kernel.config.GraphConfig;

/** The settings of the router: {@code gnutella-defaults.conf} and overrides. */
public final class GnutellaSettings {
  private static final String DEFAULTS = "gnutella-defaults.conf";

  private final Config config;

  private GnutellaSettings(Config config) {
    this.config = config;
  }

  /**
   * Reads the settings.
   *
   * @param file a HOCON file, or null for the defaults
   * @throws CommandException with the file, the key, the value and what is allowed
   */
  public static GnutellaSettings load(Path file) {
    return MailSettings.read(
        DEFAULTS,
        file,
        config -> {
          GnutellaSettings settings = new GnutellaSettings(config);
          settings.router();
          settings.graph();
          settings.peersAt();
          settings.statusAt();
          return settings;
        });
  }

  /** Returns a copy with one value changed; unchanged for null. */
  public GnutellaSettings with(String key, Object value) {
    return value == null
        ? this
        : new GnutellaSettings(config.withValue(key, ConfigValueFactory.fromAnyRef(value)));
  }

  /** The address for peers. */
  public InetSocketAddress peersAt() {
    return new InetSocketAddress(config.getString("host"), port("port"));
  }

  /** The address of the status page. */
  public InetSocketAddress statusAt() {
    return new InetSocketAddress(config.getString("status-host"), port("status-port"));
  }

  private int port(String key) {
    int port = config.getInt(key);
    if (port < 0 || port > 65_535) {
      throw new CommandException(key + " = " + port + ", must be from 0 to 65535");
    }
    return port;
  }

  /** Longest time in which a stop drains the stages. */
  public Duration drainTimeout() {
    return config.getDuration("drain-timeout");
  }

  /** The settings of stages and domains. */
  public GraphConfig graph() {
    return GraphConfig.of(config);
  }

  /** The configuration of the router. */
  public GnutellaConfig router() {
    double readRate = config.getDouble("read-rate");
    return new GnutellaConfig(
        config.getString("user-agent"),
        text("own").map(own -> host("own", own)),
        peers(),
        routing(),
        query(),
        catcher(),
        readRate == 0 ? Double.POSITIVE_INFINITY : readRate,
        statusHosts(),
        text("log").map(Path::of));
  }

  /** Includes the name that the status page listens on, if it is one. */
  private Set<String> statusHosts() {
    Set<String> hosts = new TreeSet<>(config.getStringList("status-hosts"));
    String listening = config.getString("status-host");
    if (listening.indexOf(':') < 0) { // an IPv6 address is always allowed
      hosts.add(listening);
    }
    return hosts;
  }

  private Optional<String> text(String key) {
    return Optional.of(config.getString(key)).filter(text -> !text.isEmpty());
  }

  private static Host host(String key, String text) {
    int colon = text.lastIndexOf(':');
    if (colon > 0 && text.substring(colon + 1).matches("\\d{1,5}")) {
      int port = Integer.parseInt(text.substring(colon + 1));
      if (port <= 65_535) {
        Optional<Host> host = Host.of(new InetSocketAddress(text.substring(0, colon), port));
        if (host.isPresent()) {
          return host.get();
        }
      }
    }
    throw new CommandException(
        key + " = " + text + ", must be HOST:PORT with an IPv4 host that is known");
  }

  private PeerLimits peers() {
    return new PeerLimits(
        config.getInt("peers.max"),
        Math.min(config.getInt("peers.min"), config.getInt("peers.max")),
        config.getDouble("peers.address-share"),
        new HandshakeLimits(
            config.getInt("peers.handshakes"),
            config.getDuration("peers.handshake-timeout"),
            size("peers.handshake-bytes")),
        config.getDuration("peers.idle-timeout"),
        config.getDuration("peers.ping-every"),
        size("peers.write-threshold"),
        config.getInt("peers.deflated"),
        size("peers.inflated-bytes"),
        new PayloadLimits(
            size("payload.query"), size("payload.query-hits"), size("payload.other")));
  }

  private RoutingRules routing() {
    return new RoutingRules(
        config.getInt("routing.max-ttl"),
        new RoutingRules.Memory(
            config.getInt("routing.routes"),
            config.getInt("routing.servents"),
            config.getDuration("routing.max-age")),
        new RoutingRules.Pings(
            config.getInt("routing.pongs"),
            config.getInt("routing.pong-cache"),
            config.getDuration("routing.pong-max-age"),
            config.getDuration("routing.ping-interval")),
        new RoutingRules.Passing(
            config.getBoolean("routing.queries-to-leaves"),
            config.getBoolean("routing.pass-vendor"),
            config.getBoolean("routing.pass-unknown")),
        new QueueLimits(size("queue.flow-control"), size("queue.close")));
  }

  private Optional<QueryConfig> query() {
    QueryConfig query =
        new QueryConfig(
            config.getDuration("query.cost"),
            config.getInt("query.queue-capacity"),
            config.getInt("query.keep"));
    boolean staged = config.getBoolean("query.stage") || !query.cost().isZero();
    return staged ? Optional.of(query) : Optional.empty();
  }

  private HostCatcherConfig catcher() {
    List<Host> hosts =
        config.getStringList("connect").stream().map(text -> host("connect", text)).toList();
    return new HostCatcherConfig(
        hosts,
        Optional.of(
            text("catcher.file")
                .map(Path::of)
                .orElseGet(() -> DataDirectory.ofUser().resolve("gnutella-hosts"))),
        config.getInt("catcher.host-cache"),
        config.getBoolean("catcher.private-hosts"),
        config.getDuration("catcher.catch-every"),
        config.getDuration("catcher.save-every"),
        config.getDuration("catcher.connect-timeout"),
        config.getDuration("catcher.back-off"),
        config.getDuration("catcher.max-back-off"));
  }

  private int size(String key) {
    long bytes = config.getBytes(key);
    if (bytes > Integer.MAX_VALUE) {
      throw new CommandException(key + " = " + bytes + " bytes, must be less than 2 GiB");
    }
    return (int) bytes;
  }
}
