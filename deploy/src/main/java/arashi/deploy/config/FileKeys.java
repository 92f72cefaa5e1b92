package arashi.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;

/**
 * The keys that name files and directories. A relative name in a configuration file is relative to
 * the directory of that file, or of the included one that has it, so it means the same wherever the
 * service starts. Options of the command line stay relative to the working directory.
 */
final class FileKeys {
  /** All such keys of all commands. */
  static final Set<String> KEYS =
      Set.of(
          "data",
          "mysql.password-file",
          "tls.key-store",
          "tls.password-file",
          "http.access-log.file",
          "mail.lmtp.socket",
          "mail.delivery.tls.key-store",
          "mail.delivery.tls.password-file",
          "mail.outbox.password-file",
          "log",
          "catcher.file");

  private FileKeys() {}

  /**
   * Makes the names of a file absolute, those of the defaults not.
   *
   * @param merged the resolved configuration with its defaults
   * @param own the resolved configuration without them
   * @param file the file of {@code --config}, for values that stand in no single file
   */
  static Config absolute(Config merged, Config own, Path file) {
    Config all = merged;
    for (String key : KEYS) {
      if (own.hasPath(key) && all.getValue(key).valueType() == ConfigValueType.STRING) {
        all = all.withValue(key, absolute(key, all.getValue(key), file));
      }
    }
    return all;
  }

  private static ConfigValue absolute(String key, ConfigValue value, Path file) {
    String name = (String) value.unwrapped();
    if (name.isEmpty()) {
      return value;
    }
    String place = value.origin().filename(); // null, for example, of an environment variable
    Path from = place == null ? file.toAbsolutePath() : Path.of(place);
    try {
      return ConfigValueFactory.fromAnyRef(
          from.resolveSibling(name).normalize().toString(), value.origin().description());
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(
          key + " = " + name + ", must be the name of a file: " + e.getReason(), e);
    }
  }
}
