package arashi.delivery;

import java.util.Optional;

/**
 * What is known of a mail before its content.
 *
 * @param protocol that brings it
 * @param client the client's address, like {@code 192.0.2.1}, or {@code unix} for a local socket
 * @param helo the name that the client gave with EHLO, HELO or LHLO: one word of at most 255
 *     letters, otherwise not checked
 * @param tls whether it comes over TLS
 * @param trusted whether the client is one of the configured MTAs
 * @param sender empty: the null reverse-path {@code <>}
 * @param smtputf8 whether the client declared SMTPUTF8 (RFC 6531)
 * @param size bytes that the client announced; 0: none announced
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
