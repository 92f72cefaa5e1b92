package gnutella.routing;

import gnutella.protocol.Guid;
import gnutella.protocol.Host;
import gnutella.protocol.Message;
import gnutella.protocol.Packet;
import java.nio.ByteBuffer;

/** This router's own pong. All pings share it, so it is locked while it is sent. */
final class OwnPong {
  private final Host host;
  private final ByteBuffer bytes;
  private final Packet pong = new Packet();

  OwnPong(Host host) {
    this.host = host;
    Message message = new Message.Pong(host.port(), host.address(), 0, 0, "");
    this.bytes = ByteBuffer.wrap(message.packet(new Guid(0, 0), 0, 0).toBytes());
    pong.wrap(bytes, 0);
  }

  /** The address of this router's listener. */
  Host host() {
    return host;
  }

  synchronized void answer(Packet ping, Neighbour from) {
    bytes.putLong(0, ping.guidHigh()).putLong(8, ping.guidLow());
    from.send(pong, ping.hops() + 1, 0);
  }
}
