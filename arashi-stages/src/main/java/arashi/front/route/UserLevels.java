package arashi.front.route;

import arashi.front.MailRequest;
import arashi.front.session.SenderKeys;
import arashi.front.session.SessionCache;
import arashi.front.session.User;
import arashi.store.blob.Sha256;
import java.util.Optional;
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
 * invented tokens gain no page.
 *
 * <p>Thread-safe; never blocks. While no class has to refuse, it costs a volatile read.
 */
public final class UserLevels {
  private final Optional<Levels> levels;
  private final SenderKeys keys;
  private final SessionCache sessions;
  private final Classes classes;

  /**
   * Creates levels with everybody in.
   *
   * @param settings of the levels; empty: requests are refused whosever they are
   * @param keys of all nodes
   * @param sessions tells the account of a session
   * @param classes classes of users
   */
  public UserLevels(
      Optional<Levels.Settings> settings,
      SenderKeys keys,
      SessionCache sessions,
      Classes classes,
      Clock clock) {
    this.keys = keys;
    this.sessions = sessions;
    this.classes = classes;
    this.levels = settings.map(given -> new Levels(given, clock, this::ofEvent));
  }

  /** Creates the levels of a node. */
  public static UserLevels of(Front front, Optional<Levels.Settings> settings) {
    return new UserLevels(
        settings,
        front.senderKeys(),
        front.sessions(),
        front.dispatcher().classes(),
        front.clock());
  }

  /** Returns the levels for the admission of the pool's stages; empty if they are off. */
  Optional<Levels> levels() {
    return levels;
  }

  private long ofEvent(Object event) {
    return event instanceof MailRequest request && request.user() != null
        ? request.user().senderKey()
        : Levels.NO_KEY;
  }

  /** Refuses a user's request early, if its stage would refuse it for its level. */
  EnqueueResult early(User user) {
    return levels
        .map(all -> all.early(user::senderKey, classes.of(user)))
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
        ? levels.get().early(last::senderKey, likely)
        : levels.get().provisional(() -> keys.ofToken(session), likely);
  }
}
