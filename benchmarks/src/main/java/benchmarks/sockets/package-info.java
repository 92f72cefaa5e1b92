/**
 * [SOSP 2001, Figure 11]: throughput of sockets by the number of connections. Clients send bursts
 * of 1000 packets of 8 KB, and the server answers each burst with 32 bytes.
 *
 * <pre>
 *   SocketsCommand ─► BurstProcess ══► BurstServer ─► StagedBursts, NettyBursts, threads
 *                 └─► BurstLoad    ──(many connections)─►
 * </pre>
 */
package benchmarks.sockets;
