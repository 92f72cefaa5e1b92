/**
 * The Gnutella packet router as stages. The protocol is open-loop: no client waits for a reply, so
 * clients do not slow down when the router does.
 *
 * <pre>
 *   processors: listen ─► read ─┐
 *               connect ─► read ┴─► gnutella-server ─► gnutella-router ─► ping, pong, hits, push ─┐
 *                   ▲                handshake, deflate     packets         │ queries              │
 *                   │                                                       ▼                      │
 *   query pool:     │                                    gnutella-query, if configured ────────────┤
 *                   │                                                                              ▼
 *   processors:     │                    write ◄─┬─ gnutella-send ◄────────── outgoing queues
 *                   │                            └─ gnutella-send-urgent ◄─── long queues
 *                   │
 *   housekeeping:   └─ gnutella-catcher: keeps enough connections            gnutella-logger: rates
 * </pre>
 *
 * <p>An event of the first stages is a connection with input, not a packet: one turn routes some
 * hundred packets in place in the input buffer. Only queries that wait in the query stage are
 * copied. {@link gnutella.GnutellaStages} wires the stages.
 *
 * <p>After M. Welsh, D. Culler, E. Brewer: <i>SEDA</i>, SOSP 2001, §5.2.
 */
package gnutella;
