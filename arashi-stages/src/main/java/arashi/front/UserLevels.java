package arashi.front;

import arashi.store.account.Secrets;
import arashi.store.blob.Sha256;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.admission.Levels;

/**
 * Admission by user, for the mail-store pool. A user's level is a keyed hash of the account that
 * rotates, the same on all nodes. A thousand sessions of an account have one level.
 *
 * <pre>
 *   session cached ──────────────► level of the account
 *   session not seen lately ─────► level of its token, until the look-up ──► level of the account
 *   no session ──────────────────► none: such a request never reaches the pool
 * </pre>
 *
 * <p>A level of a token is provisional. A new one costs at most one look-up per period and token,
 * and the account's level decides after it. So nobody is out for more than two periods, and
 * invented tokens gain no page. Clients cannot choose a level, because they do not know the key.
 *
 * <p>Thread-safe; never blocks. While no class has to refuse, it costs a volatile read.
 */
public final class UserLevels {
  private static final String ALGORITHM = "HmacSHA256";

  private final Optional<Levels> levels;
  private final Mac prototype;
  private final SessionCache sessions;
  private final Classes classes;

  /**
   * Creates levels with everybody in.
   *
   * @param settings of the levels; empty: requests are refused whosever they are
   * @param key shared by all nodes
   * @param sessions tells the account of a session
   * @param classes classes of users
   */
  public UserLevels(
      Optional<Levels.Settings> settings,
      byte[] key,
      SessionCache sessions,
      Classes classes,
      Clock clock) {
    this.prototype = mac(key);
    this.sessions = sessions;
    this.classes = classes;
    this.levels = settings.map(given -> new Levels(given, clock, this::ofEvent));
  }

  /** Creates the levels of a node. Blocks on the database, which has the key. */
  public static UserLevels of(Front front, Optional<Levels.Settings> settings) {
    return new UserLevels(
        settings,
        front.store().secrets().key(Secrets.USER_LEVELS),
        front.sessions(),
        front.dispatcher().classes(),
        front.clock());
  }

  private static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /** Returns the levels for the admission of the pool's stages; empty if they are off. */
  Optional<Levels> levels() {
    return levels;
  }

  private long ofEvent(Object event) {
    return event instanceof MailRequest request && request.user() != null
        ? ofAccount(request.user().account())
        : Levels.NO_KEY;
  }

  private long ofAccount(long account) {
    return hash(ByteBuffer.allocate(Long.BYTES).putLong(account).array());
  }

  private long ofToken(Sha256 session) {
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

  /** Refuses a user's request early, if its stage would refuse it for its level. */
  EnqueueResult early(User user) {
    return levels
        .map(all -> all.early(() -> ofAccount(user.account()), classes.of(user)))
        .orElse(EnqueueResult.ACCEPTED);
  }

  /**
   * Refuses a request early whose session is not looked up yet.
   *
   * @param likely likely class of the user
   * @param session hash of the session's token; null if there is none
   */
  EnqueueResult early(ServiceClass likely, Sha256 session) {
    if (levels.isEmpty() || session == null) {
      return EnqueueResult.ACCEPTED;
    }
    User last = sessions.lastSeen(session);
    return last != null
        ? levels.get().early(() -> ofAccount(last.account()), likely)
        : levels.get().provisional(() -> ofToken(session), likely);
  }
}
