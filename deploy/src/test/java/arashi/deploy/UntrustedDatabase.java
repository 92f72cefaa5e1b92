package arashi.deploy;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A database with a self-signed certificate: the greeting of a real server, which offers TLS
 * (MySQL's protocol, "Connection Phase"), and then a handshake.
 */
final class UntrustedDatabase implements AutoCloseable {
  private static final int CLIENT_SSL = 0x0800;

  /** Thread id, first part of the salt, filler. */
  private static final int BEFORE_CAPABILITIES = 4 + 8 + 1;

  private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

  UntrustedDatabase(String host, int port, Path keys, String password)
      throws IOException, GeneralSecurityException {
    SSLContext context = context(keys, password);
    Thread accepting =
        new Thread(
            () -> {
              while (!listening.isClosed()) {
                try (Socket client = listening.accept()) {
                  greet(client, greeting(host, port), context);
                } catch (IOException e) {
                  // the client has refused the certificate, which is what this is for
                }
              }
            },
            "untrusted database");
    accepting.setDaemon(true);
    accepting.start();
  }

  int port() {
    return listening.getLocalPort();
  }

  private static SSLContext context(Path keys, String password)
      throws IOException, GeneralSecurityException {
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(
        KeyStore.getInstance(keys.toFile(), password.toCharArray()), password.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private static byte[] packet(Socket from) throws IOException {
    DataInputStream in = new DataInputStream(from.getInputStream());
    byte[] head = in.readNBytes(4);
    byte[] all = new byte[4 + (head[0] & 0xff) + ((head[1] & 0xff) << 8)];
    System.arraycopy(head, 0, all, 0, 4);
    in.readFully(all, 4, all.length - 4);
    return all;
  }

  private static byte[] greeting(String host, int port) throws IOException {
    try (Socket real = new Socket(host, port)) {
      byte[] greeting = packet(real);
      int at = 5; // after the head and the version of the protocol
      while (greeting[at] != 0) {
        at++;
      }
      at += 1 + BEFORE_CAPABILITIES;
      greeting[at + 1] |= (byte) (CLIENT_SSL >> 8);
      return greeting;
    }
  }

  private static void greet(Socket client, byte[] greeting, SSLContext context) throws IOException {
    client.getOutputStream().write(greeting);
    packet(client); // its request for TLS
    SSLSocket secure = (SSLSocket) context.getSocketFactory().createSocket(client, null, true);
    secure.startHandshake();
    secure.getInputStream().read();
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
