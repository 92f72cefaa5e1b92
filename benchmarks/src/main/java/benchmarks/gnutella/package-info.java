/**
 * What the Gnutella router carries: {@code arashi bench gnutella}.
 *
 * <pre>
 *   PeerSwarm: one thread, all peers ─► loopback ─► the router's stages ─► loopback ─► PeerSwarm
 *      PacketMix: what they send
 *
 *   SlowPeer, Day: the routing alone, in virtual time
 * </pre>
 *
 * <p>Figure 14 is the figure {@code sosp-14}.
 */
package benchmarks.gnutella;
