package benchmarks.web;

import benchmarks.load.Processes;
import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A key on the curve P-256 and a self-signed certificate for {@code localhost}, made for one run.
 *
 * @param store as PKCS #12
 * @param password file of the store's password
 * @param key as PEM
 * @param certificate as PEM
 */
record TlsKeys(Path store, Path password, Path key, Path certificate) {
  private static final String PASSWORD = "for one run";
  private static final String ALIAS = "localhost";

  static TlsKeys make(Path folder) throws IOException {
    TlsKeys keys =
        new TlsKeys(
            folder.resolve("keys.p12"),
            Files.writeString(folder.resolve("password"), PASSWORD),
            folder.resolve("key.pem"),
            folder.resolve("cert.pem"));
    runKeytool(keys.store);
    try (InputStream in = Files.newInputStream(keys.store)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, PASSWORD.toCharArray());
      byte[] key = store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
      Files.writeString(keys.key, pem("PRIVATE KEY", key));
      byte[] certificate = store.getCertificate(ALIAS).getEncoded();
      Files.writeString(keys.certificate, pem("CERTIFICATE", certificate));
    } catch (GeneralSecurityException e) {
      throw new BenchmarkException("the key can't be used: " + e.getMessage(), e);
    }
    return keys;
  }

  private static void runKeytool(Path store) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Processes.tool("keytool"));
    command.addAll(List.of("-genkeypair -keyalg EC -groupname secp256r1".split(" ")));
    command.addAll(List.of("-alias", ALIAS, "-dname", "CN=localhost", "-ext", "san=dns:localhost"));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass", PASSWORD));
    Processes.run(command.toArray(String[]::new));
  }

  private static String pem(String type, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
  }
}
