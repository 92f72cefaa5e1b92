package arashi.deploy;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options of every command that needs the store. */
final class StoreOptions {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "where the embedded database lives (default: your data directory)")
  Path data;

  @Option(
      names = "--mysql",
      paramLabel = "JDBC-URL",
      description = "use this MySQL server instead; user and password as URL parameters")
  String mysql;

  @Option(names = "--config", paramLabel = "FILE", description = "settings in HOCON")
  Path config;

  /** The settings: this command line, then the file, then the defaults. */
  Settings settings() {
    return Settings.load(config).overridden(data, mysql);
  }
}
