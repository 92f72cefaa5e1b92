/**
 * What the Gnutella router carries: {@code arashi bench gnutella}.
 *
 * <pre>
 *   PeerSwarm: one thread, all peers ─► loopback ─► the router's stages ─► loopback ─► PeerSwarm
 *      PacketMix: what they send
 *
 *   PacedPeers: two peers at a steady rate ─► the same; Remedies: against queries that are dear
 *
 *   Alone: the routing without sockets, in virtual time: a slow peer, a day
 * </pre>
 */
package benchmarks.gnutella;
