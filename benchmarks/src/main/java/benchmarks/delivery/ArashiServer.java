package benchmarks.delivery;

import benchmarks.load.Product;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** The product, as {@code arashi run --lmtp} starts it. */
final class ArashiServer implements MailServer {
  private static final String RECIPIENT = "bench@example.org";

  private final int port = Ports.free();
  private final Product product;
  private final List<ProcessHandle> processes;
  private final String version;

  ArashiServer() throws IOException, SQLException {
    product = new Product(null, "mail.lmtp.port = " + port + "\n");
    try {
      product.run(
          "a long enough password\n", List.of("user", "add", RECIPIENT, "--password-stdin"));
      processes = List.of(product.process(), product.databaseProcess().orElseThrow());
      version = "Arashi with " + product.databaseVersion();
    } catch (IOException | SQLException | RuntimeException e) {
      product.close();
      throw e;
    }
  }

  @Override
  public String title() {
    return "Arashi";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public String recipient() {
    return RECIPIENT;
  }

  @Override
  public List<ProcessHandle> processes() {
    return processes;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public boolean warmsUp() {
    return true;
  }

  @Override
  public void close() {
    product.close();
  }
}
