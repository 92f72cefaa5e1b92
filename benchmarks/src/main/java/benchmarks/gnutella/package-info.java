/**
 * Throughput and memory of the Gnutella router: {@code arashi bench gnutella}.
 *
 * <pre>
 *   PeerSwarm: one thread, all peers ─► loopback ─► the router's stages ─► loopback ─► PeerSwarm
 *      PacketMix: their packets
 *
 *   PacedPeers: two peers at a steady rate ─► the same; Remedies: against dear queries
 *
 *   Alone: the routing without sockets, in virtual time: a slow peer, a day
 * </pre>
 */
package benchmarks.gnutella;
