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
 * Signed addresses of remote images in the frame of a mail's text. The frame has no origin, so the
 * browser sends no cookie with these requests; the signature authorizes them instead.
 *
 * <pre>
 *   address = "/image?u=" URL "&amp;m=" account "." message "&amp;t=" expiry "&amp;s=" mac
 *   URL     = the mail's URL, in base64url            expiry = seconds since 1970
 *   mac     = HMAC-SHA-256 (key, purpose LF account "." message LF expiry LF URL), 128 bits of it
 * </pre>
 *
 * <p>So the service fetches only URLs from mails, and a leaked address soon expires. All nodes have
 * the same key. Thread-safe; never blocks.
 */
public final class ImageLinks {
  /** Path of all image addresses. */
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
   * Links signed with a key.
   *
   * @param key secret key, the same on all nodes
   * @param lifetime lifetime of a link
   */
  public ImageLinks(byte[] key, Duration lifetime, InstantSource time) {
    this.key = new SecretKeySpec(key, ALGORITHM);
    this.lifetime = lifetime;
    this.time = time;
  }

  /**
   * Target of a link.
   *
   * @param account account of the reader
   * @param url address of the image in the mail
   */
  public record Target(long account, String url) {}

  /**
   * Returns the link of an image; empty if its address is invalid or too long.
   *
   * @param message mail that contains the address
   * @param url absolute address in the mail
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

  /** Verifies the link of a request; empty if it is forged or expired. */
  public Optional<Target> read(HttpRequest request) {
    return read(request.query("u"), request.query("m"), request.query("t"), request.query("s"));
  }

  /**
   * Verifies the parameters of a link; empty if it is forged or expired.
   *
   * @param u URL; all parameters as in the address, or null
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
    long account = Long.parseLong(m.substring(0, m.indexOf('.'))); // format is signed
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
