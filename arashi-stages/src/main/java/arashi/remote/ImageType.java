package arashi.remote;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Supported image types, detected by their first bytes and not by the server's media type. None of
 * them can contain scripts; SVG can, and is not supported.
 */
public enum ImageType {
  /** RFC 2083, 12.12. */
  PNG("image/png", "\u0089PNG\r\n\u001a\n.*"),
  /** GIF89a, 17. */
  GIF("image/gif", "GIF8[79]a.*"),
  /** ISO 10918-1, B.1.1.3: start of image, then a marker. */
  JPEG("image/jpeg", "\u00ff\u00d8\u00ff.*"),
  /** RFC 9649, 2.4. */
  WEBP("image/webp", "RIFF.{4}WEBP.*");

  private static final int FIRST_BYTES = 12;

  private final String mediaType;
  private final Pattern start;

  ImageType(String mediaType, String start) {
    this.mediaType = mediaType;
    this.start = Pattern.compile(start, Pattern.DOTALL);
  }

  /** The media type for {@code Content-Type}. */
  public String mediaType() {
    return mediaType;
  }

  /** Returns the type of a file; empty if it is not supported. */
  static Optional<ImageType> of(byte[] file) {
    String first = new String(file, 0, Math.min(file.length, FIRST_BYTES), ISO_8859_1);
    for (ImageType type : values()) {
      if (type.start.matcher(first).matches()) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
