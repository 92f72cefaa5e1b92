package arashi.mime.view;

/**
 * Something that was wrong with a mail, and got repaired or left out.
 *
 * @param kind which rule the mail broke
 * @param detail which part of it, in plain words; no content of the mail
 */
public record MailProblem(Kind kind, String detail) {

  /** What can be wrong. The names are part of the encoded view: add, never rename. */
  public enum Kind {
    /** There was nothing at all. */
    EMPTY,
    /** No header field was found. */
    NO_HEADER,
    /** A line in a header is not a header field. */
    MALFORMED_HEADER,
    /** A header field is longer than the limit; its end was left out. */
    LONG_HEADER,
    /** An entity has more header fields than the limit. */
    TOO_MANY_HEADERS,
    /** Parts are nested deeper than the limit. */
    TOO_DEEP,
    /** There are more parts than the limit; the last ones are only in the raw mail. */
    TOO_MANY_PARTS,
    /** A multipart has no boundary, or its boundary never occurs. */
    BROKEN_MULTIPART,
    /** A content type can't be read. */
    BROKEN_CONTENT_TYPE,
    /** A transfer encoding is unknown; the bytes are taken as they are. */
    UNKNOWN_ENCODING,
    /** Text is not in the charset that it claims, or in none that is known. */
    CHARSET_GUESSED,
    /** Some characters fit no charset and were replaced. */
    CHARSET_LOSSY,
    /** There is more text than the limit; its end is only in the raw mail. */
    TEXT_TRUNCATED,
    /** There is more HTML than the limit; the text is shown in its place. */
    HTML_DROPPED,
    /** A date can't be read. */
    BROKEN_DATE,
    /** The parser gave up part of the way; what it had read until then is shown. */
    UNREADABLE,
    /** To read it takes more time than one mail may; its source is shown as text. */
    SHOWN_AS_SOURCE,
    /**
     * It has more words than are indexed of one mail, or takes more time; not all of them find it.
     */
    PARTLY_INDEXED;

    /** False if all of the mail is shown as it was meant, all the same. */
    public boolean losesSomething() {
      return this != CHARSET_GUESSED;
    }
  }
}
