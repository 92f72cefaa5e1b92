package arashi.deploy;

import arashi.MailConfig;
import arashi.MailStages;
import arashi.request.login.LoginLimits;
import arashi.request.search.SearchLimits;
import arashi.request.showmessage.ImageLimits;
import arashi.target.ClassRules;
import arashi.target.Network;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValueFactory;
import db.migrations.EmbeddedServer;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.config.GraphConfig;
import seda.netio.TcpConfig;
import seda.netio.TlsConfig;
import seda.netio.http.AccessLogConfig;
import seda.netio.http.HttpConfig;
import seda.netio.http.HttpLimits;
import seda.netio.http.HttpTimeouts;

/**
 * All settings, from {@code arashi-defaults.conf} and what a file and the command line change of
 * it. A key that the defaults do not have is refused, so that a misspelt one can't pass unseen;
 * section {@code seda} is the kernel's, which does the same.
 */
final class Settings {
  private static final String DEFAULTS = "arashi-defaults.conf";

  /** To turn away so many a second takes a slow core about a tenth of its time. */
  private static final int RETURNS_PER_CORE = 150;

  private final Config config;

  private Settings(Config config) {
    this.config = config;
  }

  /**
   * Reads the settings.
   *
   * @param file a HOCON file, or null for the defaults
   * @throws CommandException naming the file, the key, the value and what is allowed
   */
  static Settings load(Path file) {
    return new Settings(read(DEFAULTS, file, config -> new Settings(config).check()));
  }

  /**
   * Reads a file of settings over their defaults.
   *
   * @param defaults a resource, which has every key there is but those of section {@code seda}
   * @param file a HOCON file, or null for the defaults
   * @param check refuses what is not allowed, by an {@link IllegalArgumentException}
   */
  static Config read(String defaults, Path file, Consumer<Config> check) {
    Config known = ConfigFactory.parseResources(defaults).resolve();
    if (file == null) {
      return known;
    }
    try {
      Config own = parse(file);
      refuseUnknown(own.resolveWith(known), known, file);
      Config config = own.withFallback(known).resolve();
      check.accept(config);
      return config;
    } catch (ConfigException e) {
      throw new CommandException(e.getMessage(), e); // which names the file and the line
    } catch (IllegalArgumentException e) {
      throw new CommandException(file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Parses a HOCON file.
   *
   * @throws CommandException if it can't be read
   * @throws ConfigException if it is no HOCON
   */
  static Config parse(Path file) {
    try {
      return ConfigFactory.parseFile(
          file.toFile(), ConfigParseOptions.defaults().setAllowMissing(false));
    } catch (ConfigException.IO e) {
      throw new CommandException("can't read " + Failures.words(e.getCause()), e);
    }
  }

  /** Reads every value, so that a bad one is refused before anything is started with the others. */
  private void check() {
    host();
    port();
    demo();
    data();
    mysqlUrl();
    mysqlUser();
    mysqlPassword();
    embedded();
    if (drainTimeout().isNegative()) {
      throw new CommandException("drain-timeout = " + drainTimeout() + ", must not be negative");
    }
    if (warmUp().isNegative()) {
      throw new CommandException("warm-up = " + warmUp() + ", must not be negative");
    }
    mail();
    http();
    graph();
  }

  private static void refuseUnknown(Config own, Config defaults, Path file) {
    for (Map.Entry<String, ?> entry : own.entrySet()) {
      String key = entry.getKey();
      if (!key.startsWith("seda.") && !defaults.hasPathOrNull(key)) {
        throw new CommandException(
            file + ": unknown key " + key + "; known are " + String.join(", ", keys(defaults)));
      }
    }
  }

  private static Set<String> keys(Config config) {
    Set<String> keys = new TreeSet<>();
    config.entrySet().forEach(entry -> keys.add(entry.getKey()));
    return keys;
  }

  /** The same with what a command line says; null leaves a value as it is. */
  Settings overridden(Path data, String mysql) {
    return with("data", data == null ? null : data.toString()).with("mysql.url", mysql);
  }

  /** The same with one value changed, unless it is null. */
  Settings with(String key, Object value) {
    return value == null
        ? this
        : new Settings(config.withValue(key, ConfigValueFactory.fromAnyRef(value)));
  }

  String host() {
    return config.getString("host");
  }

  int port() {
    return between("port", 0, 65_535);
  }

  /** What browsers see if there is a proxy in front; empty if there is none. */
  String publicOrigin() {
    return origin(config.getString("mail.public-origin"));
  }

  boolean demo() {
    return config.getBoolean("demo");
  }

  /** Where everything lives that is kept on this machine. */
  Path data() {
    String data = config.getString("data");
    return data.isEmpty() ? DataDirectory.ofUser() : Path.of(data);
  }

  /** JDBC URL of a server, or empty for the embedded one. */
  String mysqlUrl() {
    return config.getString("mysql.url");
  }

  String mysqlUser() {
    return config.getString("mysql.user");
  }

  String mysqlPassword() {
    return config.getString("mysql.password");
  }

  /** Connections of a running service: one for each thread that uses the store, one to spare. */
  int connections() {
    return mostThreads(MailStages.STORE_POOL, storeThreads())
        + mostThreads(MailStages.PASSWORD_POOL, passwordThreads())
        + mostThreads(MailStages.CONSOLE_POOL, MailStages.CONSOLE_THREADS)
        + 1;
  }

  private int mostThreads(String pool, int declared) {
    return graph().workerPool(WorkerPoolConfig.fixed(pool, declared)).maxThreads();
  }

  /** What is set of the stages and the domains that run them. */
  GraphConfig graph() {
    return GraphConfig.of(config);
  }

  EmbeddedServer.Settings embedded() {
    return new EmbeddedServer.Settings(
        config.getString("embedded.buffer-pool").equals("auto")
            ? EmbeddedServer.Settings.poolForThisMachine()
            : config.getBytes("embedded.buffer-pool"),
        config.getDuration("embedded.start-timeout"),
        config.getDuration("embedded.stop-timeout"));
  }

  java.time.Duration drainTimeout() {
    return config.getDuration("drain-timeout");
  }

  java.time.Duration warmUp() {
    return config.getDuration("warm-up");
  }

  MailConfig mail() {
    return new MailConfig(
        publicOrigin(),
        zone(config.getString("mail.zone")),
        config.getInt("mail.page-size"),
        storeThreads(),
        passwordThreads(),
        config.getInt("mail.queue-capacity"),
        config.getInt("mail.login.queue-capacity"),
        returnsPerSecond(),
        config.getDouble("mail.aimd-speed"),
        config.getDuration("mail.session.lifetime"),
        config.getDuration("mail.session.cache-time"),
        config.getInt("mail.session.cache-size"),
        networks("mail.trusted-proxies"),
        classRules(),
        new LoginLimits(
            config.getInt("mail.login.per-name-and-address"),
            config.getInt("mail.login.per-address"),
            config.getInt("mail.login.per-name"),
            config.getDuration("mail.login.window"),
            config.getInt("mail.login.max-tracked")),
        new SearchLimits(
            config.getInt("mail.search.hits"), config.getInt("mail.search.scanned-rows")),
        config.getBytes("mail.max-mail-size"),
        config.getBytes("mail.held-mails-size"),
        new ImageLimits(
            config.getBytes("mail.images.mail-size"),
            config.getInt("mail.images.own-count"),
            config.getBytes("mail.images.own-size")),
        data().resolve("spool"),
        size("mail.spool-threshold"),
        config.getBytes("mail.spool-size"),
        config.getBytes("mail.asset-cache"),
        networks("metrics.allow"));
  }

  private int returnsPerSecond() {
    return config.getString("mail.returns-per-second").equals("auto")
        ? RETURNS_PER_CORE * Runtime.getRuntime().availableProcessors()
        : config.getInt("mail.returns-per-second");
  }

  private List<Network> networks(String key) {
    try {
      return config.getStringList(key).stream().map(Network::of).toList();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
    }
  }

  /** Each rule has a class, and an address or a header with its value. */
  private ClassRules classRules() {
    List<ClassRules.Rule> rules = new ArrayList<>();
    for (Config rule : config.getConfigList("mail.class-rules")) {
      Set<String> keys = rule.root().keySet();
      if (keys.equals(Set.of("class", "address"))) {
        rules.add(
            new ClassRules.AddressRule(
                Network.of(rule.getString("address")), rule.getString("class")));
      } else if (keys.equals(Set.of("class", "header", "value"))) {
        rules.add(
            new ClassRules.HeaderRule(
                rule.getString("header"), rule.getString("value"), rule.getString("class")));
      } else {
        throw new IllegalArgumentException(
            "mail.class-rules: a rule has class and address, or class, header and value, not "
                + String.join(", ", keys));
      }
    }
    return new ClassRules(rules, config.getString("mail.default-class"));
  }

  private int storeThreads() {
    return config.getInt("mail.store-threads");
  }

  private int passwordThreads() {
    return config.getInt("mail.login.threads");
  }

  private static String origin(String origin) {
    if (!origin.isEmpty() && !origin.matches("https?://[^/\\s]+")) {
      throw new CommandException(
          "mail.public-origin = " + origin + ", must look like https://mail.example");
    }
    return origin;
  }

  private static ZoneId zone(String zone) {
    try {
      return zone.isEmpty() ? ZoneId.systemDefault() : ZoneId.of(zone);
    } catch (DateTimeException e) {
      throw new CommandException("mail.zone = " + zone + ", must be like Europe/Berlin", e);
    }
  }

  private int between(String key, int least, int most) {
    int value = config.getInt(key);
    if (value < least || value > most) {
      throw new CommandException(key + " = " + value + ", must be from " + least + " to " + most);
    }
    return value;
  }

  HttpConfig http() {
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
            config.getInt("tcp.connection-limit"),
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

  /** Whether browsers come by HTTPS to this very process. */
  boolean secure() {
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
            List.of());
    tls.requireUsable();
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
