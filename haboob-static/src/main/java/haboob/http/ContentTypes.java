package haboob.http;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Content types by extension. Text is declared as UTF-8. Unknown extensions get {@code
 * application/octet-stream}, which browsers save instead of rendering.
 *
 * <p>Jetty's {@code MimeTypes} lacks a quarter of these extensions, among them {@code md}, {@code
 * ics}, {@code map} and {@code webm}, and gives most text no charset.
 */
public final class ContentTypes {
  private static final String UNKNOWN = "application/octet-stream";
  private static final Map<String, String> BY_EXTENSION = new HashMap<>();

  static {
    add("text/html; charset=utf-8", "html", "htm");
    add("text/css; charset=utf-8", "css");
    add("text/javascript; charset=utf-8", "js", "mjs");
    add("text/plain; charset=utf-8", "txt", "text", "log");
    add("text/csv; charset=utf-8", "csv");
    add("text/markdown; charset=utf-8", "md");
    add("text/vcard; charset=utf-8", "vcf");
    add("text/calendar; charset=utf-8", "ics");
    add("text/vtt; charset=utf-8", "vtt");
    add("application/json; charset=utf-8", "json", "map");
    add("application/manifest+json; charset=utf-8", "webmanifest");
    add("application/xhtml+xml; charset=utf-8", "xhtml");
    add("application/xml; charset=utf-8", "xml", "xsl");
    add("image/svg+xml; charset=utf-8", "svg");
    add("image/png", "png");
    add("image/apng", "apng");
    add("image/jpeg", "jpg", "jpeg");
    add("image/gif", "gif");
    add("image/webp", "webp");
    add("image/avif", "avif");
    add("image/bmp", "bmp");
    add("image/tiff", "tif", "tiff");
    add("image/vnd.microsoft.icon", "ico");
    add("font/woff2", "woff2");
    add("font/woff", "woff");
    add("font/ttf", "ttf");
    add("font/otf", "otf");
    add("audio/mpeg", "mp3");
    add("audio/ogg", "ogg", "oga", "opus");
    add("audio/wav", "wav");
    add("audio/mp4", "m4a");
    add("video/mp4", "mp4", "m4v");
    add("video/webm", "webm");
    add("application/pdf", "pdf");
    add("application/wasm", "wasm");
    add("application/zip", "zip");
    add("application/gzip", "gz", "tgz");
    add("application/x-tar", "tar");
    add("application/java-archive", "jar");
  }

  private ContentTypes() {}

  private static void add(String type, String... extensions) {
    for (String extension : extensions) {
      BY_EXTENSION.put(extension, type);
    }
  }

  /** Returns a page's content type by the extension of its key. */
  public static String of(String key) {
    return BY_EXTENSION.getOrDefault(extension(key), UNKNOWN);
  }

  /** Returns the extension in lower case; empty if there is none. */
  private static String extension(String key) {
    int dot = key.lastIndexOf('.');
    return dot <= key.lastIndexOf('/') ? "" : key.substring(dot + 1).toLowerCase(Locale.ROOT);
  }

  /** True if compression shortens content of this type. */
  public static boolean isCompressible(String type) {
    return type.startsWith("text/")
        || type.startsWith("image/svg")
        || type.startsWith("image/bmp")
        || type.startsWith("font/ttf")
        || type.startsWith("font/otf")
        || type.startsWith("application/json")
        || type.startsWith("application/wasm")
        || (type.startsWith("application/") && type.contains("xml"))
        || type.startsWith("application/manifest+json");
  }
}
