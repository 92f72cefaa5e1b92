package arashi.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A PKCS #12 file with a certificate for this machine that signs itself. */
public final class KeyFile {
  private KeyFile() {}

  public static void write(Path file, String password) throws IOException, InterruptedException {
    List<String> keytool =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-keyalg",
            "EC",
            "-alias",
            "mail",
            "-dname",
            "CN=mail",
            "-ext",
            "san=ip:127.0.0.1,dns:localhost",
            "-storetype",
            "PKCS12",
            "-storepass",
            password,
            "-keystore",
            file.toString());
    if (new ProcessBuilder(keytool).inheritIO().start().waitFor() != 0) {
      throw new IOException("keytool failed");
    }
  }

  /** Its key and certificate as a PEM file, which other servers read. */
  static void writePem(Path file, String password, Path pem)
      throws GeneralSecurityException, IOException {
    KeyStore own = KeyStore.getInstance(file.toFile(), password.toCharArray());
    Key key = own.getKey("mail", password.toCharArray());
    Files.writeString(
        pem,
        pem("PRIVATE KEY", key.getEncoded())
            + pem("CERTIFICATE", own.getCertificate("mail").getEncoded()));
  }

  private static String pem(String what, byte[] content) {
    String lines = Base64.getMimeEncoder().encodeToString(content).replace("\r", "");
    return "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
  }

  /** Returns the context of a client that trusts this certificate only. */
  public static SSLContext trusting(Path file, String password)
      throws GeneralSecurityException, IOException {
    KeyStore own = KeyStore.getInstance(file.toFile(), password.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("mail", own.getCertificate("mail"));
    TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }
}
