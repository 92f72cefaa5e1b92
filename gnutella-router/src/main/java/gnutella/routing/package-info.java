/**
 * Where packets go. Plain classes without sockets or threads of their own: time is an argument, and
 * what is sent goes into queues.
 *
 * <pre>
 *                 ping, query: broadcast, once           {@link gnutella.routing.RouteTable pings, queries}
 *   Packet ─► Router ─ pong, hits: the way back          by the packet's id: from whom it came
 *                 └─ push: to the servent                by the servent's id: from whom its hits came
 *                        │
 *                        ▼
 *             {@link gnutella.routing.OutgoingQueue} of each neighbour, by priority
 * </pre>
 *
 * <p>Any number of threads may route at the same time; the tables are locked in stripes, a queue by
 * itself, and a queue's lock is always the last that is taken. Nothing is allocated for a packet.
 */
package gnutella.routing;
