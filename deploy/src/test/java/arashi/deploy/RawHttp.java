package arashi.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends bytes that no well-behaved client would, and reads until the connection closes. */
final class RawHttp {
  private static final int PATIENCE_MILLIS = 60_000;

  private RawHttp() {}

  /** Lines are ended and the headers closed here; {@code Connection: close} is the caller's. */
  static String exchange(InetSocketAddress address, String... lines) {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      String request = String.join("\r\n", lines) + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
