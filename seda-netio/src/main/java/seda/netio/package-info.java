/**
 * Sockets as stages on {@link seda.kernel.Processors}.
 *
 * <pre>
 *                  connections, to the processors in turn
 *   [listen] ─────────────────────────────────────────────► [read] ─► the protocol's stage …
 *   [connect] ─────────────────────────────────────────────►   ▲
 *      ▲                                                       │
 *      └──────────── SelectorSource: what is ready ────────────┤
 *                                                              ▼
 *                              … Connection.write ─────────► [write]
 * </pre>
 *
 * <p>Each {@link seda.netio.Connection} lives on one processor for ever: its bytes are read,
 * parsed, answered and written there, without a lock or a hand-off. There are no other threads.
 * Nothing here blocks but the sending of a file that the system has to fetch from disk first.
 *
 * <p>A stage's event is a connection that wants to be looked at, not a buffer. So a connection is
 * in a queue once at most, a queue of the connection limit's length can't overflow, a refused event
 * can be offered again with nothing lost or doubled, and no event is allocated.
 *
 * <p>Back-pressure: a protocol that asks for no input is sent none, and then the system's buffers
 * fill and the client must wait. A client that doesn't read what it is sent is not read from above
 * {@link seda.netio.TcpConfig#writeThreshold} unless its connection has another {@link
 * seda.netio.WritePolicy}, and closed after {@link seda.netio.TcpConfig#writeTimeout} without
 * progress.
 *
 * <p>Under TLS, of a server or a client, bytes pass a layer between a connection and its socket;
 * what handshakes need to compute is done by a worker pool. Datagrams are events themselves: {@code
 * udp-read} makes them, {@code udp-write} sends them.
 */
package seda.netio;
