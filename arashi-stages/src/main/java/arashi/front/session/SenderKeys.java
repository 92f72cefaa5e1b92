package arashi.front.session;

import arashi.front.route.UserLevels;
import arashi.store.account.Secrets;
import arashi.store.blob.Sha256;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import seda.kernel.admission.Levels;

/**
 * Keyed hashes of accounts and tokens, from which {@link UserLevels} takes levels. All nodes share
 * the key, and clients do not know it, so no client can choose its level. Thread-safe.
 */
public final class SenderKeys {
  private static final String ALGORITHM = "HmacSHA256";

  private final Mac prototype;

  /** Creates hashes with a secret key. */
  public SenderKeys(byte[] key) {
    try {
      prototype = Mac.getInstance(ALGORITHM);
      prototype.init(new SecretKeySpec(key, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /** Reads the key that all nodes share. Blocks on the database. */
  public static SenderKeys of(Secrets secrets) {
    return new SenderKeys(secrets.key(Secrets.USER_LEVELS));
  }

  /** Returns the key of an account; never {@link Levels#NO_KEY}. */
  public long ofAccount(long account) {
    return hash(ByteBuffer.allocate(Long.BYTES).putLong(account).array());
  }

  /** Returns the key of a session's token; never {@link Levels#NO_KEY}. */
  public long ofToken(Sha256 session) {
    return hash(session.bytes());
  }

  private long hash(byte[] subject) {
    try {
      Mac mac = (Mac) prototype.clone();
      long hash = ByteBuffer.wrap(mac.doFinal(subject)).getLong();
      return hash == Levels.NO_KEY ? 1 : hash;
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e); // the JDK's can be cloned
    }
  }
}
