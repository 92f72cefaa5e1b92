/**
 * What goes over a Gnutella connection: a handshake in lines of text, then packets of a 23-byte
 * header and a payload. Nothing here knows of sockets, threads or clocks.
 *
 * <pre>
 *   bytes ─► Handshake ─(rest)─► Inflation ─► PacketDecoder ─► Packet   a view, nothing is copied
 *                                                                │
 *                                                             Message  read field by field
 * </pre>
 *
 * <p>A router looks at a {@link gnutella.protocol.Packet}'s header and passes its bytes on; what
 * extensions (GGEP, HUGE, XML) the payload carries stays as it came. Who asks or answers reads and
 * writes {@link gnutella.protocol.Message}s.
 *
 * <p>After <i>The Gnutella Protocol Specification v0.4</i> (Clip2, rev. 1.6), <i>RFC-Gnutella
 * 0.6</i> (2002), <i>Introducing New Bye Packet</i> (Manfredi, 2001). Integers are little-endian,
 * addresses big-endian.
 */
package gnutella.protocol;
