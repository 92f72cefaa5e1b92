package arashi.deploy.config;

import arashi.MailConfig;
import arashi.MailWiring;
import arashi.front.page.SiteConfig;
import arashi.front.route.StageLimits;
import arashi.ingest.SourceLimits;
import arashi.mime.limit.ReadingLimits;
import arashi.outbox.OutboxConfig;
import arashi.outbox.OutboxStages;
import arashi.request.follow.Follow;
import arashi.request.login.LoginConfig;
import arashi.store.database.OutageLimits;
import arashi.store.index.IndexLimits;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import db.migrations.EmbeddedServer;
import db.migrations.MySqlUrl;
import db.migrations.RestartPolicy;
import db.migrations.ServerMemory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import seda.kernel.Limit;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.config.GraphConfig;
import seda.netio.ConnectionLimits;
import seda.netio.TcpConfig;
import seda.netio.TlsConfig;
import seda.netio.TlsVersion;
import seda.netio.http.AccessLogConfig;
import seda.netio.http.HttpConfig;
import seda.netio.http.HttpLimits;
import seda.netio.http.HttpTimeouts;

/**
 * All settings: {@code arashi-defaults.conf}, overridden by a file and the command line. Keys
 * missing in the defaults are rejected, so typing errors do not go unnoticed. The section {@code
 * seda} belongs to the kernel, which checks it the same way.
 */
public final class MailSettings {
  private static final String DEFAULTS = "arashi-defaults.conf";

  /** The kernel's section, which checks its own keys. */
  public static final String GRAPH = "seda";

  private final Config config;

  private MailSettings(Config config) {
    this.config = config;
  }

  /**
   * Reads the settings.
   *
   * @param file a HOCON file, or null for the defaults
   * @throws CommandException with the file, the key, the value and what is allowed
   */
  public static MailSettings load(Path file) {
    return read(
        DEFAULTS,
        file,
        config -> {
          MailSettings settings = new MailSettings(withPasswords(config));
          settings.check();
          return settings;
        });
  }

  /**
   * Reads a file of settings over their defaults.
   *
   * @param defaults a resource with every permitted key except those of section {@code seda}
   * @param file a HOCON file, or null for the defaults
   * @param checked creates the settings; throws {@link IllegalArgumentException} for invalid values
   * @throws CommandException with the file, the key, the value and what is allowed
   */
  static <T> T read(String defaults, Path file, Function<Config, T> checked) {
    Config known = ConfigFactory.parseResources(defaults).resolve();
    if (file == null) {
      return checked.apply(known);
    }
    Config merged = null;
    try {
      Config own = ConfigFile.parse(file);
      Config alone = own.resolveWith(known);
      new KnownKeys(known, Set.of(GRAPH)).check(alone, file);
      merged = own.withFallback(known).resolve();
      return checked.apply(FileKeys.absolute(merged, alone, file));
    } catch (ConfigException e) {
      throw new CommandException(ConfigWords.of(e, merged), e);
    } catch (IllegalArgumentException e) {
      throw new CommandException(file + ": " + e.getMessage(), e);
    }
  }

  /** Adds the passwords from password files. Reads each file once, since it may be a pipe. */
  private static Config withPasswords(Config config) {
    Config all = config;
    for (String section : List.of("mysql", "tls", "mail.delivery.tls", "mail.outbox")) {
      String key = section + ".password-file";
      String file = config.getString(key);
      if (!file.isEmpty()) {
        String password = PasswordFile.read(key, Path.of(file));
        all = all.withValue(section + ".password", ConfigValueFactory.fromAnyRef(password));
      }
    }
    return all;
  }

  /** Validates every value, so errors are reported before any component starts. */
  public void check() {
    host();
    port();
    demo();
    data();
    mysqlUrl();
    mysqlUser();
    mysqlPassword();
    mysqlStartTimeout();
    embedded();
    outages();
    searchIndex();
    if (drainTimeout().isNegative()) {
      throw new CommandException("drain-timeout = " + drainTimeout() + ", must not be negative");
    }
    if (warmUp().isNegative()) {
      throw new CommandException("warm-up = " + warmUp() + ", must not be negative");
    }
    http(); // first: validates the key store, which deliveries use too
    mail();
    sources();
    deliveryAt();
    graph();
  }

  /** Returns a copy with the command line's values; null leaves a value unchanged. */
  public MailSettings overridden(Path data, String mysql) {
    return with("data", data == null ? null : data.toString()).with("mysql.url", mysql);
  }

  /** Returns a copy with one value changed; unchanged for null. */
  public MailSettings with(String key, Object value) {
    return value == null
        ? this
        : new MailSettings(config.withValue(key, ConfigValueFactory.fromAnyRef(value)));
  }

  /** Address that the service listens on. */
  public String host() {
    return config.getString("host");
  }

  /** Port of the web pages; 0 for any free one. */
  public int port() {
    return between("port", 0, 65_535);
  }

  /** The origin that browsers see behind a proxy; empty without a proxy. */
  public String publicOrigin() {
    return SiteConfig.of(config).publicOrigin();
  }

  /** True if a new database gets accounts and mails of the demonstration. */
  public boolean demo() {
    return config.getBoolean("demo");
  }

  /** The directory of all local data. */
  public Path data() {
    String data = config.getString("data");
    return data.isEmpty() ? DataDirectory.ofUser() : Path.of(data);
  }

  /** JDBC URL of a server; empty for the embedded one. */
  public String mysqlUrl() {
    return config.getString("mysql.url");
  }

  /** Describes the database without its password, for the operator at start-up. */
  public String database() {
    if (mysqlUrl().isEmpty()) {
      return "Starting the database in " + data().toAbsolutePath();
    }
    return "Using the database at "
        + new MySqlUrl(mysqlUrl()).server()
        + (mysqlUser().isEmpty() ? "" : " as " + mysqlUser());
  }

  /** Login at the MySQL server. */
  public String mysqlUser() {
    return config.getString("mysql.user");
  }

  /** Its password. */
  public String mysqlPassword() {
    return config.getString("mysql.password");
  }

  /** Maximum time that a start waits for the server. */
  public Duration mysqlStartTimeout() {
    Duration timeout = config.getDuration("mysql.start-timeout");
    if (timeout.isNegative()) {
      throw new CommandException("mysql.start-timeout = " + timeout + ", must not be negative");
    }
    return timeout;
  }

  /** Connections of a running service: one per thread that uses the store, and a spare one. */
  public int connections() {
    return mostThreads(MailWiring.STORE_POOL, StageLimits.of(config).storeThreads())
        + mostThreads(MailWiring.PASSWORD_POOL, LoginConfig.of(config).threads())
        + mostThreads(MailWiring.CONSOLE_POOL, MailWiring.CONSOLE_THREADS)
        + mostThreads(Follow.POOL, 1)
        + relayThreads()
        + 1;
  }

  private int relayThreads() {
    OutboxConfig outbox = OutboxConfig.of(config);
    return outbox.relay().isEmpty() ? 0 : mostThreads(OutboxStages.RELAY_POOL, outbox.threads());
  }

  private int mostThreads(String pool, int declared) {
    return graph().workerPool(WorkerPoolConfig.fixed(pool, declared)).maxThreads();
  }

  /** Sizes of memory by their keys, each of which the heap must hold. */
  public Map<String, Long> memorySizes() {
    Map<String, Long> sizes = new TreeMap<>();
    for (String key :
        List.of(
            "mail.held-mails-size",
            "mail.asset-cache",
            "mail.remote.cache-size",
            "http.max-bodies-bytes",
            "search-index.cache")) {
      sizes.put(key, config.getBytes(key));
    }
    String delivery = "mail.delivery.memory";
    if (!config.getString(delivery).equals("auto")) {
      sizes.put(delivery, config.getBytes(delivery));
    }
    return sizes;
  }

  /** The settings of stages and domains. */
  public GraphConfig graph() {
    return GraphConfig.of(config);
  }

  private long bytesOr(String key, long automatic) {
    return config.getString(key).equals("auto") ? automatic : config.getBytes(key);
  }

  /** Settings of the embedded server. */
  public EmbeddedServer.Settings embedded() {
    long pool = bytesOr("embedded.buffer-pool", ServerMemory.poolForThisMachine());
    return new EmbeddedServer.Settings(
        new ServerMemory(pool, bytesOr("embedded.redo-log", ServerMemory.redoLogFor(pool))),
        config.getDuration("embedded.start-timeout"),
        config.getDuration("embedded.stop-timeout"),
        config.getDuration("embedded.busy-timeout"),
        config.getDuration("embedded.others-timeout"),
        new RestartPolicy(
            config.getDuration("embedded.restart-backoff"),
            config.getDuration("embedded.restart-backoff-limit"),
            config.getInt("embedded.restart-failures"),
            config.getDuration("embedded.silence-timeout")));
  }

  /** Limits of outage detection. */
  public OutageLimits outages() {
    return new OutageLimits(
        config.getDuration("outages.heartbeat"),
        config.getDuration("outages.silence"),
        config.getDuration("outages.longest-pause"));
  }

  /** Sizes and times of the search index. */
  public IndexLimits searchIndex() {
    return new IndexLimits(
        config.getInt("search-index.fresh-mails"),
        config.getInt("search-index.direct-mails"),
        config.getInt("search-index.fan-out"),
        config.getInt("search-index.max-mails"),
        config.getDouble("search-index.dead-share"),
        config.getInt("search-index.block-bytes"),
        config.getInt("search-index.blocks-per-step"),
        config.getInt("search-index.deleted-per-step"),
        config.getDuration("search-index.pause"),
        config.getDuration("search-index.lease"),
        config.getDuration("search-index.round"),
        config.getBytes("search-index.cache"));
  }

  /** Longest time in which a stop drains the stages. */
  public Duration drainTimeout() {
    return config.getDuration("drain-timeout");
  }

  /** Longest time of the warm-up before the service is ready. */
  public Duration warmUp() {
    return config.getDuration("warm-up");
  }

  /** The configuration of the mail service. */
  public MailConfig mail() {
    return MailConfig.of(config, data());
  }

  /** The addresses that accept mail. */
  public DeliveryAddresses deliveryAt() {
    return DeliveryAddresses.of(config);
  }

  /** Limits of reading and displaying a mail. */
  public ReadingLimits reading() {
    return ReadingLimits.of(config);
  }

  /** Limits of an import's sources. */
  public SourceLimits sources() {
    return SourceLimits.of(config);
  }

  private int between(String key, int least, int most) {
    int value = config.getInt(key);
    if (value < least || value > most) {
      throw new CommandException(key + " = " + value + ", must be from " + least + " to " + most);
    }
    return value;
  }

  /** The configuration of HTTP, with the key store if there is one. */
  public HttpConfig http() {
    return new HttpConfig(
        config.getString("http.server-name"),
        new HttpLimits(
            size("http.max-header-bytes"),
            config.getInt("http.max-headers"),
            config.getInt("http.max-target-length"),
            size("http.max-body-bytes"),
            config.getBytes("http.max-bodies-bytes"),
            config.getInt("http.max-form-fields"),
            config.getInt("http.max-pipelined"),
            config.getInt("http.max-requests-per-connection")),
        new HttpTimeouts(
            config.getDuration("http.idle-timeout"),
            config.getDuration("http.header-timeout"),
            config.getDuration("http.body-timeout"),
            size("http.minimum-body-progress")),
        config.getInt("http.known-requests"),
        new TcpConfig(
            config.getInt("tcp.backlog"),
            connectionLimits(),
            config.getInt("tcp.accept-batch"),
            config.getInt("tcp.read-batch"),
            size("tcp.read-buffer-bytes"),
            size("tcp.write-threshold"),
            config.getDuration("tcp.write-timeout"),
            config.getDuration("tcp.linger-timeout"),
            size("tcp.linger-bytes")),
        tls(),
        accessLog());
  }

  private ConnectionLimits connectionLimits() {
    int limit =
        Descriptors.ofThisProcess()
            .fit(config.getInt("tcp.connection-limit"), descriptorsOfOthers());
    String perAddress = config.getString("tcp.connections-per-address");
    return new ConnectionLimits(
        limit,
        config.getDouble("tcp.high-water"),
        config.getDuration("tcp.idle-grace"),
        config.getDouble("tcp.signed-in-share"),
        perAddress.equals("auto")
            ? ConnectionLimits.perAddressOf(limit)
            : config.getInt("tcp.connections-per-address"));
  }

  /** Includes descriptors of mail clients, if mail is accepted. */
  private int descriptorsOfOthers() {
    int spare = config.getInt("tcp.spare-descriptors");
    Limit.atLeast("tcp.spare-descriptors", spare, 0);
    long clients = deliveryAt().isAny() ? config.getInt("mail.delivery.connections") : 0;
    return (int) Math.min(Integer.MAX_VALUE, spare + clients);
  }

  /** True if browsers connect by HTTPS to this process itself. */
  public boolean secure() {
    return !config.getString("tls.key-store").isEmpty();
  }

  private TlsConfig tls() {
    if (!secure()) {
      return null;
    }
    String keyStore = config.getString("tls.key-store");
    if (!config.getString("mail.public-origin").startsWith("https://")) {
      throw new CommandException(
          "tls.key-store = " + keyStore + ", needs mail.public-origin like https://mail.example");
    }
    TlsConfig tls =
        new TlsConfig(
            Path.of(keyStore),
            config.getString("tls.password"),
            config.getDuration("tls.handshake-timeout"),
            config.getInt("tls.threads"),
            config.getInt("tls.handshakes"),
            List.of(),
            TlsVersion.list("tls.versions", config.getStringList("tls.versions")));
    tls.requireUsable("tls.key-store");
    return tls;
  }

  private AccessLogConfig accessLog() {
    String file = config.getString("http.access-log.file");
    AccessLogConfig log =
        new AccessLogConfig(
            Path.of(file), accessLogFormat(), config.getInt("http.access-log.capacity"));
    return file.isEmpty() ? null : log;
  }

  private AccessLogConfig.Format accessLogFormat() {
    String name = config.getString("http.access-log.format");
    for (AccessLogConfig.Format format : AccessLogConfig.Format.values()) {
      if (format.name().equalsIgnoreCase(name)) {
        return format;
      }
    }
    throw new CommandException("http.access-log.format = " + name + ", must be common or json");
  }

  private int size(String key) {
    long bytes = config.getBytes(key);
    if (bytes > Integer.MAX_VALUE) {
      throw new CommandException(key + " = " + bytes + ", must be less than 2 GiB");
    }
    return (int) bytes;
  }
}
