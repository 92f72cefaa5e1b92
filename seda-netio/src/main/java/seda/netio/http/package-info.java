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
 * {@link seda.netio.http.HttpServer} connects them. An application uses {@link
 * seda.netio.http.HttpExchange}, {@link seda.netio.http.HttpRequest} and {@link
 * seda.netio.http.HttpResponse}.
 *
 * <p>Jetty's parser in strict compliance reads requests, after a stricter check of the request
 * line. Input that two parsers might read differently is refused, because it allows request
 * smuggling past a proxy: a bare LF, a folded line, two lengths, or a length beside a transfer
 * coding. A refusal is a line of text under its status. The connection then lingers, so that the
 * client can read it, and closes.
 *
 * <p>Jetty's classes log some malformed requests as warnings. A public server sets the logger
 * {@code org.eclipse.jetty} to errors only.
 */
package seda.netio.http;
