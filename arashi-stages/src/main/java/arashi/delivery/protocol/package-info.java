/**
 * LMTP (RFC 2033) and SMTP (RFC 5321) without sockets and stages: octets in, replies and requests
 * out.
 *
 * <pre>
 *   octets ─► CommandLines ─► Session ─► replies
 *                 │             ▲  │
 *                 └─ DotReader ─┘  └─► Next: judge a recipient, deliver a mail, begin TLS, close …
 *                    chunks of BDAT
 * </pre>
 *
 * <p>Extensions: PIPELINING (RFC 2920), SIZE (RFC 1870), 8BITMIME (RFC 6152), SMTPUTF8 (RFC 6531),
 * ENHANCEDSTATUSCODES (RFC 2034), STARTTLS (RFC 3207), CHUNKING (RFC 3030).
 *
 * <p>Only CRLF ends a line, and only CRLF, dot, CRLF ends data. Sequences that other servers take
 * for an end are data here, so that no two servers see different mails in the same octets (SMTP
 * smuggling).
 *
 * <p>One thread at a time uses a session. Nothing blocks, and no input makes it throw.
 */
package arashi.delivery.protocol;
