package seda.netio;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * One UDP datagram, that came or is to go.
 *
 * @param port here
 * @param remote the other side
 * @param bytes from position to limit; nobody's but the event's
 */
public record Datagram(UdpPort port, InetSocketAddress remote, ByteBuffer bytes) {}
