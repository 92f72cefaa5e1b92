package arashi.mime.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Content-Transfer-Encoding (RFC 2045, 6), as it is meant. */
enum TransferEncoding {
  /** 7bit, 8bit, binary, or none. */
  IDENTITY("7bit"),
  /** Quoted-printable. */
  QUOTED_PRINTABLE("quoted-printable"),
  /** Base64. */
  BASE64("base64"),
  /** Not of MIME: the body is one file within text. */
  FILE("x-uuencode"),
  /** Unknown; the body is used as it is. */
  UNKNOWN("");

  private static final Pattern COMMENT = Pattern.compile("\\([^()]*\\)?");
  private static final Pattern SEPARATOR = Pattern.compile("[;,\\s]+");
  private static final Pattern SIGNS = Pattern.compile("[^a-z0-9]+");
  private static final Pattern BITS =
      Pattern.compile("(?:[78]|seven|eight)bits?|binary|identity|none");
  private static final Pattern UU = Pattern.compile("x?uu(?:e|encoded?)?|x?yenc");
  private static final Pattern QUOTED = Pattern.compile("x?quoted.*|qp|quotprint.*");
  private static final Pattern BASE = Pattern.compile("(?:x|mime)?base64?(?:url)?|b64|bas64");

  private final String standard;

  TransferEncoding(String standard) {
    this.standard = standard;
  }

  /**
   * Reads all fields of an entity. Quotes, comments, other signs and small mistakes in a name do
   * not count. Of several encodings the first that changes the body counts, because decoding passes
   * on what is not encoded.
   */
  static TransferEncoding of(List<String> fields) {
    List<TransferEncoding> found = new ArrayList<>();
    for (String field : fields) {
      String plain = COMMENT.matcher(field.toLowerCase(Locale.ROOT)).replaceAll(" ").strip();
      TransferEncoding whole = named(plain);
      if (whole != UNKNOWN) {
        found.add(whole);
      } else {
        SEPARATOR.splitAsStream(plain).map(TransferEncoding::named).forEach(found::add);
      }
    }
    found.removeIf(one -> one == UNKNOWN && found.stream().anyMatch(other -> other != UNKNOWN));
    return found.stream().filter(one -> one != IDENTITY).findFirst().orElse(IDENTITY);
  }

  private static TransferEncoding named(String name) {
    String word = SIGNS.matcher(name).replaceAll("");
    if (word.isEmpty() || BITS.matcher(word).matches()) {
      return IDENTITY;
    }
    if (BASE.matcher(word).matches()) {
      return BASE64;
    }
    if (QUOTED.matcher(word).matches()) {
      return QUOTED_PRINTABLE;
    }
    return UU.matcher(word).matches() ? FILE : UNKNOWN;
  }

  /** Returns the standard name, in lower case; empty if unknown. */
  String standard() {
    return standard;
  }
}
