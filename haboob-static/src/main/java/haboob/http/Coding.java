package haboob.http;

import java.util.List;

/**
 * A content coding (RFC 9110 §8.4.1) in which a page may be sent, from a sibling file with its
 * extension or made here.
 */
public enum Coding {
  /** RFC 8878. */
  ZSTD("zstd", ".zst"),
  /** RFC 7932. */
  BROTLI("br", ".br"),
  /** RFC 1952; made here if no sibling file exists. */
  GZIP("gzip", ".gz");

  private static final List<Coding> ALL = List.of(values());

  private final String token;
  private final String extension;

  Coding(String token, String extension) {
    this.token = token;
    this.extension = extension;
  }

  /** The name in HTTP. */
  String token() {
    return token;
  }

  /** The extension of sibling files, with the dot. */
  public String extension() {
    return extension;
  }

  /** The codings in the order in which siblings are requested. */
  public static List<Coding> all() {
    return ALL;
  }

  /** Returns the coding of a name; null if it is unknown. */
  static Coding of(String token) {
    for (Coding coding : ALL) {
      if (coding.token.equalsIgnoreCase(token)) {
        return coding;
      }
    }
    return token.equalsIgnoreCase("x-gzip") ? GZIP : null; // an old name, §8.4.1.3
  }
}
