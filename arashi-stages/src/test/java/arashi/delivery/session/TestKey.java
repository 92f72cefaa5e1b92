package arashi.delivery.session;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key store with a self-signed certificate for localhost. */
public final class TestKey {
  /** Password of the key store. */
  public static final String PASSWORD = "not a secret";

  private TestKey() {}

  /** Writes the key store. */
  public static void write(Path file) throws IOException, InterruptedException {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String[] command =
        (keytool
                + " -genkeypair -keyalg EC -alias mx -dname CN=localhost -ext san=dns:localhost"
                + " -storetype PKCS12 -keystore")
            .split(" ");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.command().add(file.toString());
    builder.command().add("-storepass");
    builder.command().add(PASSWORD);
    if (builder.inheritIO().start().waitFor() != 0) {
      throw new IOException("keytool failed");
    }
  }

  /** Returns a client context that trusts the certificate. */
  public static SSLContext trusting(Path file) throws GeneralSecurityException, IOException {
    KeyStore own = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("mx", own.getCertificate("mx"));
    TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }
}
