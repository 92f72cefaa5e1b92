package arashi.mime.parse;

/**
 * A header field, unfolded and decoded to Unicode.
 *
 * @param name field name as written
 * @param value field body with encoded words (RFC 2047) decoded
 */
public record HeaderLine(String name, String value) {}
