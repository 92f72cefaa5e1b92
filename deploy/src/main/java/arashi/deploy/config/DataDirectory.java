package arashi.deploy.config;

import java.nio.file.Path;
import java.util.Locale;

/** The directory for a user's program data: XDG's, or the equivalent of other systems. */
final class DataDirectory {
  private DataDirectory() {}

  static Path ofUser() {
    Path home = Path.of(System.getProperty("user.home"));
    String xdg = System.getenv("XDG_DATA_HOME");
    if (xdg != null && !xdg.isEmpty() && Path.of(xdg).isAbsolute()) {
      return Path.of(xdg, "arashi");
    }
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (system.contains("mac")) {
      return home.resolve("Library/Application Support/Arashi");
    }
    String local = System.getenv("LOCALAPPDATA");
    if (system.contains("windows") && local != null) {
      return Path.of(local, "Arashi");
    }
    return home.resolve(".local/share/arashi");
  }
}
