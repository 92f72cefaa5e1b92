package arashi.mime.view;

/**
 * A problem of a mail that was repaired or left out.
 *
 * @param kind the violated rule
 * @param detail the affected part, in plain words, without content of the mail
 */
public record MailProblem(Kind kind, String detail) {

  /** Kinds of problems. The names are part of the encoded view: add, never rename. */
  public enum Kind {
    /** The mail is empty. */
    EMPTY,
    /** No header field was found. */
    NO_HEADER,
    /** A line in a header is not a header field. */
    MALFORMED_HEADER,
    /** A header field is longer than the limit; its end was dropped. */
    LONG_HEADER,
    /** An entity has more header fields than the limit. */
    TOO_MANY_HEADERS,
    /** Parts are nested deeper than the limit. */
    TOO_DEEP,
    /** There are more parts than the limit; the last ones are only in the raw mail. */
    TOO_MANY_PARTS,
    /** A multipart has no boundary, or its boundary never occurs. */
    BROKEN_MULTIPART,
    /** A content type cannot be read. */
    BROKEN_CONTENT_TYPE,
    /** A transfer encoding is unknown; the bytes are used undecoded. */
    UNKNOWN_ENCODING,
    /**
     * A body is not wholly in its transfer encoding. What could not be decoded is shown as it
     * stands, in the text or behind it.
     */
    UNDECODED,
    /** Text stands before or behind the parts of a multipart; it is shown behind the body. */
    OUTSIDE_PARTS,
    /** The declared charset of a text is wrong or unknown. */
    CHARSET_GUESSED,
    /** Some characters could not be decoded and were replaced. */
    CHARSET_LOSSY,
    /** The text is longer than the limit; its end is only in the raw mail. */
    TEXT_TRUNCATED,
    /** The HTML is longer than the limit; the plain text is shown instead. */
    HTML_DROPPED,
    /** A date cannot be read. */
    BROKEN_DATE,
    /** The parser failed; the view has the content read before. */
    UNREADABLE,
    /** Parsing exceeded the time budget; the source is shown as text. */
    SHOWN_AS_SOURCE,
    /**
     * The mail has more words than the index limit, or indexing exceeded the time budget; some
     * words do not find it.
     */
    PARTLY_INDEXED;

    /** False if the mail is still displayed completely and as intended. */
    public boolean losesSomething() {
      return this != CHARSET_GUESSED;
    }
  }
}
