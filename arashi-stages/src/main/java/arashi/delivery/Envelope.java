package arashi.delivery;

import arashi.mime.address.MailAddress;
import java.util.Optional;

/**
 * Envelope of a mail, known before its content.
 *
 * @param protocol protocol of the session
 * @param client the client's address, like {@code 192.0.2.1}, or {@code unix} for a local socket
 * @param helo name from the client's EHLO, HELO or LHLO: one word of at most 255 letters, otherwise
 *     unchecked
 * @param tls true over TLS
 * @param trusted true if the client is one of the configured MTAs
 * @param sender empty: the null reverse-path {@code <>}
 * @param smtputf8 true if the client declared SMTPUTF8 (RFC 6531)
 * @param size announced bytes; 0: none announced
 */
public record Envelope(
    Protocol protocol,
    String client,
    String helo,
    boolean tls,
    boolean trusted,
    Optional<MailAddress> sender,
    boolean smtputf8,
    long size) {}
