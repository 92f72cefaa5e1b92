/**
 * HTTP/1.1 for servers (RFC 9110, RFC 9112), on the socket stages.
 *
 * <pre>
 *   listen ─► read ─► [http-parse] ─► HttpExchange: the application's stages, on any domain
 *                                          │ HttpExchange.respond, any thread
 *                        write ◄─ [http-send]
 * </pre>
 *
 * <p>Both stages run on the {@linkplain seda.kernel.Processors processor} of their connection.
 * {@link seda.netio.http.HttpServer} wires them; an application sees {@link
 * seda.netio.http.HttpExchange}, {@link seda.netio.http.HttpRequest} and {@link
 * seda.netio.http.HttpResponse}.
 *
 * <p>Requests are read by Jetty's parser in its strict compliance, behind a check of the request
 * line, which it takes more loosely. Whatever two parsers might read in two ways is refused, for
 * that is how requests are smuggled past a proxy: a bare LF, a folded line, lengths that are given
 * twice or beside a transfer coding. A refusal is a line of text under its status, after which the
 * connection lingers, so that the client reads it, and closes.
 *
 * <p>Jetty's classes log some malformed requests as warnings; a server that strangers reach sets
 * the logger {@code org.eclipse.jetty} to errors only.
 */
package seda.netio.http;
