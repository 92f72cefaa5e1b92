package arashi.deploy;

import arashi.MailConfig;
import arashi.request.login.LoginLimits;
import arashi.request.search.SearchLimits;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValueFactory;
import db.migrations.EmbeddedServer;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import seda.netio.TcpConfig;
import seda.netio.http.HttpConfig;
import seda.netio.http.HttpLimits;
import seda.netio.http.HttpTimeouts;

/**
 * All settings, from {@code arashi-defaults.conf} and what a file and the command line change of
 * it. A key that the defaults do not have is refused, so that a misspelt one can't pass unseen.
 */
final class Settings {
  private static final String DEFAULTS = "arashi-defaults.conf";

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
    Config defaults = ConfigFactory.parseResources(DEFAULTS).resolve();
    if (file == null) {
      return new Settings(defaults);
    }
    try {
      Config own =
          ConfigFactory.parseFile(
              file.toFile(), ConfigParseOptions.defaults().setAllowMissing(false));
      refuseUnknown(own.resolveWith(defaults), defaults, file);
      return new Settings(own.withFallback(defaults).resolve());
    } catch (ConfigException e) {
      throw new CommandException(file + ": " + e.getMessage(), e);
    }
  }

  private static void refuseUnknown(Config own, Config defaults, Path file) {
    for (Map.Entry<String, ?> entry : own.entrySet()) {
      if (!defaults.hasPathOrNull(entry.getKey())) {
        throw new CommandException(
            file
                + ": unknown key "
                + entry.getKey()
                + "; known are "
                + String.join(", ", keys(defaults)));
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
    return storeThreads() + passwordThreads() + 1;
  }

  EmbeddedServer.Settings embedded() {
    return new EmbeddedServer.Settings(
        config.getBytes("embedded.buffer-pool"),
        config.getDuration("embedded.start-timeout"),
        config.getDuration("embedded.stop-timeout"));
  }

  java.time.Duration drainTimeout() {
    return config.getDuration("drain-timeout");
  }

  MailConfig mail() {
    Config mail = config.getConfig("mail");
    Config login = mail.getConfig("login");
    return new MailConfig(
        origin(mail.getString("public-origin")),
        zone(mail.getString("zone")),
        mail.getInt("page-size"),
        storeThreads(),
        passwordThreads(),
        mail.getInt("queue-capacity"),
        login.getInt("queue-capacity"),
        mail.getDuration("session.lifetime"),
        mail.getDuration("session.cache-time"),
        mail.getInt("session.cache-size"),
        new LoginLimits(
            login.getInt("per-name-and-address"),
            login.getInt("per-address"),
            login.getInt("per-name"),
            login.getDuration("window"),
            login.getInt("max-tracked")),
        new SearchLimits(mail.getInt("search.hits"), mail.getInt("search.scanned-rows")),
        mail.getBytes("max-mail-size"),
        data().resolve("spool"),
        Math.toIntExact(mail.getBytes("spool-threshold")),
        mail.getBytes("asset-cache"));
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
    Config http = config.getConfig("http");
    Config tcp = config.getConfig("tcp");
    return new HttpConfig(
        http.getString("server-name"),
        new HttpLimits(
            size(http, "max-header-bytes"),
            http.getInt("max-headers"),
            http.getInt("max-target-length"),
            size(http, "max-body-bytes"),
            http.getInt("max-form-fields"),
            http.getInt("max-pipelined"),
            http.getInt("max-requests-per-connection")),
        new HttpTimeouts(
            http.getDuration("idle-timeout"),
            http.getDuration("header-timeout"),
            http.getDuration("body-timeout"),
            size(http, "minimum-body-progress")),
        new TcpConfig(
            tcp.getInt("backlog"),
            tcp.getInt("connection-limit"),
            tcp.getInt("accept-batch"),
            size(tcp, "read-buffer-bytes"),
            size(tcp, "write-threshold"),
            tcp.getDuration("write-timeout"),
            tcp.getDuration("linger-timeout"),
            size(tcp, "linger-bytes")));
  }

  private static int size(Config config, String key) {
    long bytes = config.getBytes(key);
    if (bytes > Integer.MAX_VALUE) {
      throw new CommandException(key + " = " + bytes + ", must be less than 2 GiB");
    }
    return (int) bytes;
  }
}
