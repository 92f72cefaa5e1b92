package arashi.mime.view;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An entity of a mail, also one that holds others, with the fields that describe it. This is what
 * {@code BODYSTRUCTURE} of IMAP (RFC 9051, 7.5.2) tells, but for the envelopes of attached mails.
 *
 * @param n number of the entity, as in {@link PartInfo#n}
 * @param depth number of enclosing entities
 * @param type content type, as it was understood
 * @param disposition disposition; its value is empty if there is none
 * @param encoding transfer encoding in lower case, as it was understood; empty if it is unknown
 * @param octets octets of the encoded body as it is stored; -1 if unknown, as for a multipart
 * @param lines lines of that body; -1 if unknown
 * @param fields further fields
 */
public record BodyPart(
    int n,
    int depth,
    Value type,
    Value disposition,
    String encoding,
    long octets,
    long lines,
    Fields fields) {

  /**
   * A value with parameters.
   *
   * @param value in lower case
   * @param parameters decoded, by names in lower case
   */
  public record Value(String value, SortedMap<String, String> parameters) {
    /** Copies the parameters. */
    public Value {
      parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    }

    /** Creates a value with parameters in any order. */
    public Value(String value, Map<String, String> parameters) {
      this(value, new TreeMap<>(parameters));
    }
  }

  /**
   * Fields that a part may have; each is empty if it has none.
   *
   * @param id Content-ID with its angle brackets
   * @param description Content-Description, decoded
   * @param md5 Content-MD5
   * @param language Content-Language, as written
   * @param location Content-Location
   */
  public record Fields(
      String id, String description, String md5, String language, String location) {}
}
