/**
 * Routing of packets. Plain classes without sockets or threads: time is an argument, and output
 * goes into queues.
 *
 * <pre>
 *                 ping, query: broadcast, once           {@link gnutella.routing.RouteTable pings, queries}
 *   Packet ─► Router ─ pong, hits: the way back          by the packet's id: its source
 *                 └─ push: to the servent                by the servent's id: the source of its hits
 *                        │
 *                        ▼
 *             {@link gnutella.routing.OutgoingQueue} of each neighbour, by priority
 * </pre>
 *
 * <p>Any number of threads may route concurrently. Tables have striped locks, and each queue has
 * its own lock, always acquired last. Routing allocates nothing per packet.
 */
package gnutella.routing;
