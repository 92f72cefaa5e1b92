package haboob.http;

import java.util.List;

/**
 * A content coding (RFC 9110 §8.4.1) in which a page may be sent, if a file with its extension lies
 * beside the page's, or if it is made here.
 */
public enum Coding {
  /** RFC 8878. */
  ZSTD("zstd", ".zst"),
  /** RFC 7932. */
  BROTLI("br", ".br"),
  /** RFC 1952; the one that is made here where no file has it. */
  GZIP("gzip", ".gz");

  private static final List<Coding> ALL = List.of(values());

  private final String token;
  private final String extension;

  Coding(String token, String extension) {
    this.token = token;
    this.extension = extension;
  }

  /** As HTTP names it. */
  String token() {
    return token;
  }

  /** What the name of the file has at its end, with the dot. */
  public String extension() {
    return extension;
  }

  /** The codings in the order in which their files are looked for. */
  public static List<Coding> all() {
    return ALL;
  }

  /** The coding of a name; null if it is not known here. */
  static Coding of(String token) {
    for (Coding coding : ALL) {
      if (coding.token.equalsIgnoreCase(token)) {
        return coding;
      }
    }
    return token.equalsIgnoreCase("x-gzip") ? GZIP : null; // an old name, §8.4.1.3
  }
}
