/**
 * The Gnutella packet router as stages: a protocol in which nobody waits for an answer, so that no
 * client slows down when the router does.
 *
 * <pre>
 *   processors: listen ─► read ─┐                                         what is known
 *               connect ─► read ┴─► gnutella-server ─► gnutella-router ─► ping, pong, hits, push ─┐
 *                   ▲                handshake, deflate     packets         │ queries              │
 *                   │                                                       ▼                      │
 *   query pool:     │                                    gnutella-query, if queries are dear ──────┤
 *                   │                                                                              ▼
 *   processors:     │                    write ◄─┬─ gnutella-send ◄────────── outgoing queues
 *                   │                            └─ gnutella-send-urgent ◄─── those with much in them
 *                   │
 *   housekeeping:   └─ gnutella-catcher: at least so many connections        gnutella-logger: rates
 * </pre>
 *
 * <p>An event of the first stages is a connection with input, not a packet: some hundred packets
 * are routed in one turn, where they lie in the input buffer. Only a query that waits for its turn
 * in the query stage is copied. {@link gnutella.GnutellaStages} wires all of it.
 *
 * <p>After M. Welsh, D. Culler, E. Brewer: <i>SEDA</i>, SOSP 2001, §5.2.
 */
package gnutella;
