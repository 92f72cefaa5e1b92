package arashi.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import seda.netio.http.HttpRequest;

/**
 * Addresses under which the frame of a mail's text asks for remote images. The frame has no origin,
 * so the browser sends no cookie with them: what they may show is signed into them.
 *
 * <pre>
 *   address = "/image?u=" URL "&amp;m=" account "." message "&amp;t=" expiry "&amp;s=" mac
 *   URL     = as the mail has it, in base64url        expiry = seconds since 1970
 *   mac     = HMAC-SHA-256 (key, purpose LF account "." message LF expiry LF URL), 128 bits of it
 * </pre>
 *
 * <p>So nobody can make the service fetch what no mail of an account names, and an address that
 * leaks is of no use for long. All nodes have the same key. Thread-safe; never blocks.
 */
public final class ImageLinks {
  /** The path of all of them. */
  public static final String PATH = "/image";

  private static final String ALGORITHM = "HmacSHA256";
  private static final String PURPOSE = "arashi image link 1\n";
  private static final int MAC_BYTES = 16;
  private static final int MAX_DIGITS = 18;
  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

  private final SecretKeySpec key;
  private final Duration lifetime;
  private final InstantSource time;

  /**
   * Links that are signed by a key.
   *
   * @param key secret, the same on all nodes
   * @param lifetime of a link
   */
  public ImageLinks(byte[] key, Duration lifetime, InstantSource time) {
    this.key = new SecretKeySpec(key, ALGORITHM);
    this.lifetime = lifetime;
    this.time = time;
  }

  /**
   * What a link shows.
   *
   * @param account for which
   * @param url address of the image, as the mail has it
   */
  public record Target(long account, String url) {}

  /**
   * The link for an image; nothing if its address is none, or too long.
   *
   * @param message the mail that names it
   * @param url as the mail has it, absolute
   */
  public Optional<String> link(long account, long message, String url) {
    if (RemoteUrl.parse(url).isEmpty()) {
      return Optional.empty();
    }
    String owner = account + "." + message;
    String expiry = Long.toString(time.instant().plus(lifetime).getEpochSecond());
    return Optional.of(
        PATH
            + "?u="
            + TEXT.encodeToString(url.getBytes(UTF_8))
            + "&m="
            + owner
            + "&t="
            + expiry
            + "&s="
            + mac(owner, expiry, url));
  }

  /** Reads the link that a request asks for; empty unless it is one of ours, and still holds. */
  public Optional<Target> read(HttpRequest request) {
    return read(request.query("u"), request.query("m"), request.query("t"), request.query("s"));
  }

  /**
   * Reads the parameters of a link; empty unless it is one of ours, and still holds.
   *
   * @param u of the URL, each as it is named in the address, or null
   */
  Optional<Target> read(String u, String m, String t, String s) {
    if (u == null || m == null || t == null || s == null || !isNumber(t)) {
      return Optional.empty();
    }
    Optional<String> url = decoded(u);
    if (url.isEmpty()
        || !MessageDigest.isEqual(mac(m, t, url.get()).getBytes(UTF_8), s.getBytes(UTF_8))
        || Long.parseLong(t) <= time.instant().getEpochSecond()) {
      return Optional.empty();
    }
    long account = Long.parseLong(m.substring(0, m.indexOf('.'))); // we have signed it
    return Optional.of(new Target(account, url.get()));
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_DIGITS
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static Optional<String> decoded(String text) {
    try {
      return Optional.of(new String(Base64.getUrlDecoder().decode(text), UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private String mac(String owner, String expiry, String url) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      byte[] whole = mac.doFinal((PURPOSE + owner + "\n" + expiry + "\n" + url).getBytes(UTF_8));
      return TEXT.encodeToString(Arrays.copyOf(whole, MAC_BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
