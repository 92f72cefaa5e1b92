/**
 * What the service fetches from servers that it knows nothing of: images that a mail names, and the
 * POST that ends a subscription. A mail says where to, so each address is judged first.
 *
 * <pre>
 *   RemoteUrl ─► resolve once ─► PublicAddresses: all of them public?
 *                                     │ yes              │ no ─► refused
 *                                     ▼
 *                    connect to one of these ─► TLS by name ─► request ─► ResponseReader
 *                                     ▲                                        │
 *                                     └── redirect: judged anew ◄──────────────┤
 *                                                                              ▼
 *   ImageLinks: signed address ─► RemoteContent: cache, AccountFetches ◄── ImageType, by first bytes
 * </pre>
 *
 * <p>A name is never resolved a second time between the judgement and the connection: an answer
 * that changes meanwhile (DNS rebinding) changes nothing. A timer closes the socket when the time
 * for the whole fetch is over, however slowly the server answers.
 *
 * <p><b>Threads.</b> A fetch blocks, and runs on the pool {@code remote}, whose size bounds the
 * fetches of all accounts. The timer's thread only closes sockets.
 */
package arashi.remote;
