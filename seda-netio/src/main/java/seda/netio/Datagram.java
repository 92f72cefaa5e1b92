package seda.netio;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * A received UDP datagram, or one to send.
 *
 * @param port local port
 * @param remote remote address
 * @param bytes content from position to limit; owned by the event
 */
public record Datagram(UdpPort port, InetSocketAddress remote, ByteBuffer bytes) {}
