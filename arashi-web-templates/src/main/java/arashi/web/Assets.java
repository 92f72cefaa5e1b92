package arashi.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The static files of pages: style sheets, scripts, logo. Each address contains a hash of the
 * content ({@code /static/app.css?v=1f3a…}), so responses may be cached permanently. Loaded once;
 * immutable; any thread.
 */
public final class Assets {

  /** The path prefix of all assets. */
  public static final String PREFIX = "/static/";

  private static final int HASH_DIGITS = 12;

  private static final List<String> NAMES =
      List.of(
          "app.css",
          "app.js",
          "attach.js",
          "complete.js",
          "compose.js",
          "console.js",
          "dark.css",
          "draft.js",
          "drag.js",
          "found.js",
          "job.js",
          "live.js",
          "login.js",
          "open.js",
          "place.js",
          "logo.svg",
          "signature.js");

  private static final Map<String, String> TYPES =
      Map.of(
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private final Map<String, Asset> assets = new LinkedHashMap<>();

  private Assets() {
    for (String name : NAMES) {
      assets.put(name, read(name, TYPES.get(name.substring(name.lastIndexOf('.') + 1))));
    }
  }

  /**
   * An asset.
   *
   * @param name file name, the part of the path after {@link #PREFIX}
   * @param url address with the version
   * @param contentType value of the {@code Content-Type} header field
   * @param version hash of the content, in hexadecimal; usable as an entity tag
   * @param content the bytes, read-only; {@link ByteBuffer#duplicate} before reading
   */
  public record Asset(
      String name, String url, String contentType, String version, ByteBuffer content) {}

  /**
   * Loads all assets from the class path.
   *
   * @throws UncheckedIOException if an asset is missing
   */
  public static Assets load() {
    return new Assets();
  }

  /** Finds an asset by name, regardless of the requested version. */
  public Optional<Asset> find(String name) {
    return Optional.ofNullable(assets.get(name));
  }

  /** All assets. */
  public Collection<Asset> all() {
    return Collections.unmodifiableCollection(assets.values());
  }

  /**
   * Returns an asset's versioned address.
   *
   * @throws IllegalArgumentException if there is no such asset
   */
  public String url(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("no asset " + name)).url();
  }

  private static Asset read(String name, String type) {
    byte[] bytes;
    try (InputStream in = Assets.class.getResourceAsStream("static/" + name)) {
      if (in == null) {
        throw new IOException(name + " is not on the class path");
      }
      bytes = in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String version = hash(bytes);
    ByteBuffer content = ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    return new Asset(name, PREFIX + name + "?v=" + version, type, version, content);
  }

  private static String hash(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
