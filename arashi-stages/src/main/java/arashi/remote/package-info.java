/**
 * Fetches from untrusted servers: images of mails, and the POST of a one-click unsubscription. The
 * mail chooses the address, so each address is checked first.
 *
 * <pre>
 *   RemoteUrl ─► resolve once ─► PublicAddresses: all public?
 *                                     │ yes              │ no ─► refused
 *                                     ▼
 *                    connect to one of these ─► TLS by name ─► request ─► ResponseReader
 *                                     ▲                                        │
 *                                     └── redirect: checked again ◄────────────┤
 *                                                                              ▼
 *   ImageLinks: signed address ─► RemoteContent: cache, AccountFetches ◄── ImageType, by first bytes
 * </pre>
 *
 * <p>The connection uses the addresses that were checked, without a second look-up, so DNS
 * rebinding has no effect. A timer closes the socket when the time for the whole fetch is over,
 * however slowly the server answers.
 *
 * <p><b>Threads.</b> A fetch blocks, and runs on the pool {@code remote}, whose size bounds the
 * fetches of all accounts. The timer's thread only closes sockets.
 */
package arashi.remote;
