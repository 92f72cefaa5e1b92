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
 * parsed, answered and written there, without a lock or a hand-off. Sockets have no other threads.
 * Nothing here blocks but the sending of a file that the system has to fetch from disk first.
 *
 * <p>A protocol's stage may run on a worker pool all the same, by its code or by configuration.
 * What it calls on a connection from there is handed over to the processor, in order and with the
 * same back-pressure; calls on the processor pay one comparison of threads for that. {@link
 * seda.netio.Connection} says what each call means then. Ports, listeners, servers and clients are
 * for any thread.
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
 * <p>Room for connections: {@link seda.netio.ConnectionUse} says what a connection is in use for;
 * when room is short, the connections that have been idle longest are closed ({@link
 * seda.netio.ConnectionLimits}).
 *
 * <p>A server listens on TCP addresses and on Unix-domain sockets, and each of its listeners may
 * speak a protocol of its own.
 *
 * <p>Under TLS, of a server or a client, bytes pass a layer between a connection and its socket;
 * what handshakes need to compute is done by a worker pool. A protocol may begin it on a connection
 * that is open. Datagrams are events themselves: {@code udp-read} makes them, {@code udp-write}
 * sends them.
 */
package seda.netio;
