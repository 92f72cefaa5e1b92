/**
 * The protocol of a Gnutella connection: a handshake in lines of text, then packets of a 23-byte
 * header and a payload. The package is independent of sockets, threads and clocks.
 *
 * <pre>
 *   bytes ─► Handshake ─(rest)─► Inflation ─► PacketDecoder ─► Packet   a view, nothing is copied
 *                                                                │
 *                                                             Message  read field by field
 * </pre>
 *
 * <p>A router reads a {@link gnutella.protocol.Packet}'s header and forwards its bytes. Extensions
 * in the payload (GGEP, HUGE, XML) stay unchanged. Servents that search or respond read and write
 * {@link gnutella.protocol.Message}s.
 *
 * <p>After <i>The Gnutella Protocol Specification v0.4</i> (Clip2, rev. 1.6), <i>RFC-Gnutella
 * 0.6</i> (2002), <i>Introducing New Bye Packet</i> (Manfredi, 2001). Integers are little-endian,
 * addresses big-endian.
 */
package gnutella.protocol;
