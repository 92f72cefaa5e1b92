package arashi.request.follow;

import arashi.store.account.Sessions;
import arashi.store.blob.Sha256;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import seda.kernel.Clock;

/**
 * Ends streams whose sessions have ended: signed out, expired, or ended by a new password or the
 * removal of the account, on any node. A request checks its session when it arrives; a stream lives
 * on after that, so its session is checked again and again. One thread.
 */
final class SessionWatch {
  /** Sessions of one query. */
  private static final int AT_ONCE = 256;

  private final Sessions sessions;
  private final Duration every;
  private final Clock clock;
  private long nextNanos;

  /**
   * Checks sessions.
   *
   * @param every interval of the checks of each session
   */
  SessionWatch(Sessions sessions, Duration every, Clock clock) {
    this.sessions = sessions;
    this.every = every;
    this.clock = clock;
    this.nextNanos = clock.nanos();
  }

  /**
   * Returns the checks that are due: each blocks on one query, ends the streams of ended sessions
   * and returns their number.
   */
  List<IntSupplier> checks(List<EventStream> streams) {
    if (clock.nanos() - nextNanos < 0) {
      return List.of();
    }
    nextNanos = clock.nanos() + every.toNanos();
    List<IntSupplier> checks = new ArrayList<>();
    for (int from = 0; from < streams.size(); from += AT_ONCE) {
      List<EventStream> some = streams.subList(from, Math.min(from + AT_ONCE, streams.size()));
      checks.add(() -> endEnded(some));
    }
    return checks;
  }

  private int endEnded(List<EventStream> streams) {
    Set<Sha256> open =
        sessions.open(streams.stream().map(EventStream::session).distinct().toList());
    List<EventStream> ended =
        streams.stream().filter(stream -> !open.contains(stream.session())).toList();
    ended.forEach(EventStream::end);
    return ended.size();
  }
}
