package gnutella;

import gnutella.protocol.Guid;
import gnutella.protocol.Message;
import gnutella.protocol.Packet;
import gnutella.protocol.PacketDecoder;
import gnutella.protocol.PayloadLimits;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A scripted leaf over a blocking socket. */
final class Servent implements AutoCloseable {
  static final String CONNECT =
      "GNUTELLA CONNECT/0.6\r\nX-Ultrapeer: False\r\nBye-Packet: 0.1\r\n\r\n";
  static final String OK = "GNUTELLA/0.6 200 OK\r\n\r\n";
  private static final int PATIENCE_MILLIS = 60_000; // reached only by a failing test

  private final Socket socket;
  private final PacketDecoder decoder = new PacketDecoder(PayloadLimits.defaults());
  private final Packet packet = new Packet();
  private ByteBuffer input = ByteBuffer.allocate(0);

  /** All received packets. */
  final List<Packet> received = new ArrayList<>();

  private Servent(InetSocketAddress router, InetAddress from) throws IOException {
    socket = new Socket();
    if (from != null) {
      socket.bind(new InetSocketAddress(from, 0));
    }
    socket.connect(router);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
  }

  /** Connects without sending anything. */
  static Servent silent(InetSocketAddress router) throws IOException {
    return silent(router, null);
  }

  /** Like the other method, from an address of this machine; null for any. */
  static Servent silent(InetSocketAddress router, InetAddress from) throws IOException {
    return new Servent(router, from);
  }

  /** Connects and completes the handshake. */
  static Servent connect(InetSocketAddress router) throws IOException {
    return connect(router, null);
  }

  /** Like the other method, from an address of this machine; null for any. */
  static Servent connect(InetSocketAddress router, InetAddress from) throws IOException {
    Servent servent = new Servent(router, from);
    servent.sendText(CONNECT);
    String answer = servent.readBlock();
    if (!answer.startsWith("GNUTELLA/0.6 200 OK\r\n")) {
      throw new IOException("refused: " + answer);
    }
    servent.sendText(OK);
    return servent;
  }

  void sendText(String text) throws IOException {
    send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  void send(Message message, Guid guid, int ttl, int hops) throws IOException {
    send(message.packet(guid, ttl, hops).toBytes());
  }

  /** Reads lines up to an empty one, and no byte after it. */
  String readBlock() throws IOException {
    StringBuilder text = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (text.indexOf("\r\n\r\n") < 0 && text.indexOf("\n\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("after: " + text);
      }
      text.append((char) next);
    }
    return text.toString();
  }

  /** Reads packets until one matches. */
  Packet await(Predicate<Packet> wanted) throws IOException {
    while (true) {
      Packet next = next();
      if (wanted.test(next)) {
        return next;
      }
    }
  }

  Packet await(Guid guid) throws IOException {
    return await(next -> next.guid().equals(guid));
  }

  private Packet next() throws IOException {
    byte[] bytes = new byte[4096];
    while (!decoder.next(input, packet)) {
      int n = socket.getInputStream().read(bytes);
      if (n < 0) {
        throw new EOFException("after " + received);
      }
      input = ByteBuffer.wrap(bytes, 0, n).slice();
      bytes = new byte[4096];
    }
    Packet copy = packet.copy();
    received.add(copy);
    return copy;
  }

  /** Reads until the other side closes, regularly or by a reset. */
  void awaitEnd() throws IOException {
    try {
      await(next -> false);
    } catch (EOFException | java.net.SocketException expected) {
      // the connection has ended
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
