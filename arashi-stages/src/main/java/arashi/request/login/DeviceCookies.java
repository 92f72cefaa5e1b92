package arashi.request.login;

import arashi.store.account.Account;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import seda.kernel.Clock;

/**
 * The cookie by which a browser proves an earlier login to an account. Its failed logins are
 * counted separately, so that guesses from other addresses do not lock the owner out (OWASP, "Slow
 * down online guessing attacks with device cookies").
 *
 * <pre>
 *   value = entry *( ":" entry )              the latest account first
 *   entry = issued "." nonce "." mac          seconds since 1970 | 128 random bits | 128 bits
 *   mac   = HMAC-SHA-256 (key, account id "." issued "." nonce), truncated (RFC 2104, 5)
 *   key   = HMAC-SHA-256 (purpose, password hash of the account)
 * </pre>
 *
 * <p>The password hash has a random salt and is the same on all nodes. So nodes share the key
 * without storing it, and a new password revokes all cookies of the account. The entry does not
 * name the account. Thread-safe; never blocks.
 */
final class DeviceCookies {
  private static final String ALGORITHM = "HmacSHA256";
  private static final byte[] PURPOSE = bytes("arashi device cookie 1");
  private static final int NONCE_BYTES = 16;
  private static final int MAC_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final LoginLimits.Devices limits;
  private final Clock clock;

  DeviceCookies(LoginLimits.Devices limits, Clock clock) {
    this.limits = limits;
    this.clock = clock;
  }

  private record Entry(String issued, String nonce, String mac) {
    static Optional<Entry> of(String text) {
      String[] parts = text.split("\\.", -1);
      return parts.length == 3 && parts[0].matches("\\d{1,12}")
          ? Optional.of(new Entry(parts[0], parts[1], parts[2]))
          : Optional.empty();
    }

    Instant issuedAt() {
      return Instant.ofEpochSecond(Long.parseLong(issued));
    }

    @Override
    public String toString() {
      return issued + "." + nonce + "." + mac;
    }
  }

  /** Zero if no cookies are issued. */
  Duration lifetime() {
    return limits.lifetime();
  }

  /**
   * Returns the identity of the browser with this cookie, for counting.
   *
   * @param cookie cookie sent by the browser, or null
   * @return empty unless the browser has logged in to the account with its current password
   */
  Optional<String> device(String cookie, Account account) {
    return entries(cookie).stream()
        .filter(entry -> isFresh(entry) && isOf(entry, account))
        .map(Entry::nonce)
        .findFirst();
  }

  /**
   * Returns the new cookie: the account's entry before those of {@code cookie}, which may be null.
   */
  String issued(String cookie, Account account) {
    List<Entry> all = new ArrayList<>();
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    String issued = Long.toString(clock.instant().getEpochSecond());
    String name = text(nonce);
    all.add(new Entry(issued, name, mac(account, issued, name)));
    entries(cookie).stream()
        .filter(entry -> isFresh(entry) && !isOf(entry, account))
        .limit(limits.accounts() - 1L)
        .forEach(all::add);
    return String.join(":", all.stream().map(Entry::toString).toList());
  }

  /** Caps the entries at the number that is issued, so that a long cookie costs no more. */
  private List<Entry> entries(String cookie) {
    if (cookie == null || lifetime().isZero()) {
      return List.of();
    }
    return Arrays.stream(cookie.split(":", limits.accounts() + 1))
        .limit(limits.accounts())
        .flatMap(text -> Entry.of(text).stream())
        .toList();
  }

  private boolean isFresh(Entry entry) {
    Instant end = entry.issuedAt().plus(lifetime());
    return clock.instant().isBefore(end);
  }

  private static boolean isOf(Entry entry, Account account) {
    return MessageDigest.isEqual(
        bytes(mac(account, entry.issued(), entry.nonce())), bytes(entry.mac()));
  }

  private static String mac(Account account, String issued, String nonce) {
    byte[] key = hmac(PURPOSE, bytes(account.passwordHash()));
    byte[] whole = hmac(key, bytes(account.id() + "." + issued + "." + nonce));
    return text(Arrays.copyOf(whole, MAC_BYTES));
  }

  private static byte[] hmac(byte[] key, byte[] message) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac.doFinal(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
