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
 * The files that pages refer to: style sheet, script, logo. Each has an address with a hash of its
 * content in it ({@code /static/app.css?v=1f3a…}), so it may be cached for good, and a new version
 * is a new address. Loaded once; immutable; any thread may ask.
 */
public final class Assets {

  /** The path that all assets are served below. */
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
   * One file.
   *
   * @param name file name, the part of the path after {@link #PREFIX}
   * @param url address with the version
   * @param contentType value of the {@code Content-Type} header field
   * @param version hash of the content, in hexadecimal; good as an entity tag
   * @param content the bytes, read-only; take a {@link ByteBuffer#duplicate} to read them
   */
  public record Asset(
      String name, String url, String contentType, String version, ByteBuffer content) {}

  /**
   * Reads all assets from the class path.
   *
   * @throws UncheckedIOException if one is missing
   */
  public static Assets load() {
    return new Assets();
  }

  /** The asset of that name, if there is one; whatever version the request asked for. */
  public Optional<Asset> find(String name) {
    return Optional.ofNullable(assets.get(name));
  }

  /** All assets. */
  public Collection<Asset> all() {
    return Collections.unmodifiableCollection(assets.values());
  }

  /**
   * The versioned address of an asset.
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
