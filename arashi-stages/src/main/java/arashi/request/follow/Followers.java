package arashi.request.follow;

import arashi.store.blob.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import seda.kernel.Clock;

/** The listeners of this node. Thread-safe; no method blocks. */
final class Followers {
  private final FollowLimits limits;
  private final Clock clock;
  private final Random random = new Random();
  private final Map<Long, Followed> accounts = new HashMap<>();
  private int together;

  /** An account with listeners. */
  private static final class Followed {
    private final Set<EventStream> streams = new LinkedHashSet<>(2); // oldest first
    private OptionalLong modSeq = OptionalLong.empty(); // last change sent to all streams
  }

  Followers(FollowLimits limits, Clock clock) {
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Adds a listener. If its account has too many, the oldest one ends, because its client may have
   * vanished.
   *
   * @return empty if the node has too many
   */
  Optional<EventStream> open(long account, Sha256 session) {
    EventStream oldest = null;
    EventStream opened;
    synchronized (this) {
      Followed followed = accounts.get(account);
      boolean full = followed != null && followed.streams.size() >= limits.ofAccount();
      if (!full && together >= limits.together()) {
        return Optional.empty();
      }
      if (full) {
        oldest = followed.streams.iterator().next();
        remove(oldest);
      }
      long now = clock.nanos();
      long life = (long) (limits.lifetime().toNanos() * (0.9 + 0.2 * random.nextDouble()));
      opened = new EventStream(this, account, session, now + life, now + limits.beat().toNanos());
      accounts.computeIfAbsent(account, unused -> new Followed()).streams.add(opened);
      together++;
    }
    if (oldest != null) {
      oldest.end();
    }
    return Optional.of(opened);
  }

  /** Sets the last change that the account's listeners know, unless it is set already. */
  synchronized void known(long account, long modSeq) {
    Followed followed = accounts.get(account);
    if (followed != null && followed.modSeq.isEmpty()) {
      followed.modSeq = OptionalLong.of(modSeq);
    }
  }

  /** Returns the last change sent to all listeners of an account; empty without listeners. */
  synchronized OptionalLong told(long account) {
    Followed followed = accounts.get(account);
    return followed == null ? OptionalLong.empty() : followed.modSeq;
  }

  /** Sends news to all listeners of an account and returns their number. */
  int tell(long account, News news) {
    List<EventStream> streams;
    synchronized (this) {
      Followed followed = accounts.get(account);
      if (followed == null) {
        return 0;
      }
      followed.modSeq = OptionalLong.of(news.modSeq());
      streams = List.copyOf(followed.streams);
    }
    byte[] event = news.event();
    streams.forEach(stream -> stream.tell(news, event));
    return streams.size();
  }

  /** Returns all listeners in no particular order. */
  synchronized List<EventStream> all() {
    List<EventStream> all = new ArrayList<>(together);
    accounts.values().forEach(followed -> all.addAll(followed.streams));
    return all;
  }

  /** Removes a listener whose response has ended; idempotent. */
  synchronized void gone(EventStream stream) {
    remove(stream);
  }

  private void remove(EventStream stream) {
    Followed followed = accounts.get(stream.account());
    if (followed != null && followed.streams.remove(stream)) {
      together--;
      if (followed.streams.isEmpty()) {
        accounts.remove(stream.account());
      }
    }
  }
}
