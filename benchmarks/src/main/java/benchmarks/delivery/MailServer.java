package benchmarks.delivery;

import benchmarks.load.Accounts;
import benchmarks.load.Processes;
import benchmarks.load.Product;
import benchmarks.load.ServerProcess;
import benchmarks.load.TemporaryFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/**
 * A server that accepts mail for {@link #RECIPIENT} by LMTP on a port of loopback.
 *
 * @param processes roots of the server's process trees
 * @param warmsUp true if it is slow at first, like Java
 */
record MailServer(
    String title,
    String version,
    int port,
    List<ProcessHandle> processes,
    boolean warmsUp,
    Runnable stop)
    implements AutoCloseable {
  static final String RECIPIENT = "bench@example.org";
  private static final Path DOVECOT = Path.of("/usr/sbin/dovecot");
  private static final Path INDEX = Path.of("/usr/lib/dovecot/modules/lib21_fts_xapian_plugin.so");

  static MailServer arashi() throws IOException, SQLException {
    int port = Processes.freePort();
    Product product = new Product(null, "mail.lmtp.port = " + port + "\n");
    try {
      product.addUser(RECIPIENT, Accounts.PASSWORD);
      return new MailServer(
          "Arashi",
          "Arashi with " + product.databaseVersion(),
          port,
          List.of(product.process(), product.databaseProcess().orElseThrow()),
          true,
          product::close);
    } catch (IOException | SQLException | RuntimeException e) {
      product.close();
      throw e;
    }
  }

  /** True if Dovecot is installed, with the index if wanted, and this process is root's. */
  static boolean hasDovecot(boolean fullText) {
    return Files.isExecutable(DOVECOT)
        && "root".equals(System.getProperty("user.name"))
        && (!fullText || Files.exists(INDEX));
  }

  /** Dovecot with a Maildir; the full-text index includes each new mail. */
  static MailServer dovecot(boolean fullText) throws IOException {
    int port = Processes.freePort();
    TemporaryFolder folder = new TemporaryFolder("arashi-bench-dovecot");
    Path home = folder.path();
    Path mail = Files.createDirectory(home.resolve("mail"));
    Processes.run("chown", "mail:mail", mail.toString());
    Path config = home.resolve("dovecot.conf");
    String fts = fullText ? resource("dovecot-fts.conf") : "";
    Files.writeString(config, resource("dovecot.conf").formatted(home, port) + fts);
    ServerProcess process =
        new ServerProcess(List.of(DOVECOT.toString(), "-F", "-c", config.toString()), folder);
    process.awaitPort("Dovecot", new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    String version = Processes.run(DOVECOT.toString(), "--version").split(" ", 2)[0];
    return new MailServer(
        fullText ? "Dovecot with fts" : "Dovecot",
        "Dovecot " + version + (fullText ? " with fts-xapian" : ", Maildir"),
        port,
        List.of(process.handle()),
        false,
        process::close);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = MailServer.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    stop.run();
  }
}
