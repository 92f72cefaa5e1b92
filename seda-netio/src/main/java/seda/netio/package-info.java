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
 * <p>Each {@link seda.netio.Connection} lives on one processor: its bytes are read, parsed,
 * answered and written there, without a lock or a hand-off. Sockets have no other threads. Nothing
 * here blocks, except sending a file that the system must first fetch from disk.
 *
 * <p>A protocol's stage may also run on a worker pool, by its code or by configuration. Its calls
 * on a connection are then handed over to the processor, in order and with the same back-pressure.
 * For that, calls on the processor pay one comparison of threads. {@link seda.netio.Connection}
 * defines each call. Ports, listeners, servers and clients are thread-safe.
 *
 * <p>An event of a stage is a connection with work, not a buffer. So a connection is in a queue at
 * most once, and a queue of the connection limit's size cannot overflow. A rejected event can be
 * offered again without loss or duplication, and no event is allocated.
 *
 * <p>Back-pressure: a protocol that requests no input gets none; the system's buffers fill and the
 * client must wait. A client that does not read is not read from above {@link
 * seda.netio.TcpConfig#writeThreshold}, unless its connection has another {@link
 * seda.netio.WritePolicy}. It is closed after {@link seda.netio.TcpConfig#writeTimeout} without
 * progress.
 *
 * <p>Room for connections: {@link seda.netio.ConnectionUse} records the use of a connection. When
 * room is short, the longest idle connections are closed ({@link seda.netio.ConnectionLimits}).
 *
 * <p>A server listens on TCP addresses and on Unix-domain sockets. Each listener may have its own
 * protocol.
 *
 * <p>Under TLS, a layer between a connection and its socket transforms the bytes, and a worker pool
 * computes handshakes. A protocol may start TLS on an open connection. Datagrams are events
 * themselves: {@code udp-read} creates them, {@code udp-write} sends them.
 */
package seda.netio;
