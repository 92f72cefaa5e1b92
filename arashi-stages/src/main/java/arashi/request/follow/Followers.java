package arashi.request.follow;

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

  /** An account that somebody follows. */
  private static final class Followed {
    private final Set<EventStream> streams = new LinkedHashSet<>(2); // the oldest first
    private OptionalLong modSeq = OptionalLong.empty(); // what all streams have been told
  }

  Followers(FollowLimits limits, Clock clock) {
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Takes in a listener. If its account has too many, the oldest of them ends: its client may have
   * gone without a word.
   *
   * @return empty if the node has too many
   */
  Optional<EventStream> open(long account) {
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
      opened = new EventStream(this, account, now + life, now + limits.beat().toNanos());
      accounts.computeIfAbsent(account, unused -> new Followed()).streams.add(opened);
      together++;
    }
    if (oldest != null) {
      oldest.end();
    }
    return Optional.of(opened);
  }

  /** An account's listeners that came before have been told of this number, if it is the first. */
  synchronized void known(long account, long modSeq) {
    Followed followed = accounts.get(account);
    if (followed != null && followed.modSeq.isEmpty()) {
      followed.modSeq = OptionalLong.of(modSeq);
    }
  }

  /** What all listeners of an account have been told; empty if nobody follows it. */
  synchronized OptionalLong told(long account) {
    Followed followed = accounts.get(account);
    return followed == null ? OptionalLong.empty() : followed.modSeq;
  }

  /** Tells all listeners of an account; gives their number. */
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

  /** All listeners, in no order. */
  synchronized List<EventStream> all() {
    List<EventStream> all = new ArrayList<>(together);
    accounts.values().forEach(followed -> all.addAll(followed.streams));
    return all;
  }

  /** A listener's answer has ended; a second call does nothing. */
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
