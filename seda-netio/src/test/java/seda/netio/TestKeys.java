package seda.netio;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key store with self-signed certificates for a test run. */
public final class TestKeys {
  public static final String PASSWORD = "not a secret";
  private static Path made;

  private TestKeys() {}

  /** Returns a store with a certificate for {@code localhost} and one for {@code other.test}. */
  public static synchronized Path store() throws IOException, InterruptedException {
    if (made == null) {
      made = newStore("localhost", "other.test");
    }
    return made;
  }

  /** Returns a new store with certificates for these hosts. */
  public static Path newStore(String... hosts) throws IOException, InterruptedException {
    Path store = Files.createTempDirectory("keys").resolve("keys.p12");
    for (String host : hosts) {
      makeKey(store, host);
    }
    store.toFile().deleteOnExit();
    store.getParent().toFile().deleteOnExit();
    return store;
  }

  private static void makeKey(Path store, String host) throws IOException, InterruptedException {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-alias",
                host,
                "-dname",
                "CN=" + host,
                "-ext",
                "san=dns:" + host,
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("keytool: " + output);
    }
  }

  /** Returns a client context that trusts only these certificates. */
  public static SSLContext trusting() throws IOException, InterruptedException {
    return trusting(store());
  }

  /** Returns a client context that trusts only a store's certificates. */
  public static SSLContext trusting(Path store) throws IOException {
    try (InputStream file = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(file, PASSWORD.toCharArray());
      KeyStore certificates = KeyStore.getInstance("PKCS12");
      certificates.load(null, null);
      for (String host : Collections.list(keys.aliases())) {
        certificates.setCertificateEntry(host, keys.getCertificate(host));
      }
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(certificates);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }
}
