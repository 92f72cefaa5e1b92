package arashi.request.complete;

import arashi.store.mail.Correspondents.Correspondent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Ranks matching correspondents by frequency and recency. Pure.
 *
 * <pre>
 *   score = ln(1 + 8 · sent + received) · 2^(−age / 90 days)
 * </pre>
 *
 * A sent mail counts more than a received one. The logarithm keeps daily correspondents from hiding
 * all others. Old mail decays.
 */
final class Ranking {
  private static final double SENT = 8;
  private static final double HALF_LIFE_DAYS = 90;
  private static final double DAY = Duration.ofDays(1).toMillis();

  private Ranking() {}

  /** Returns the best matches, at most {@code most}. */
  static List<Correspondent> best(
      Collection<Correspondent> people, CompletionInput typed, Instant now, int most) {
    return people.stream()
        .filter(one -> typed.fits(one.name(), one.address()))
        .sorted(
            Comparator.comparingDouble((Correspondent one) -> -score(one, now))
                .thenComparing(Correspondent::address))
        .limit(most)
        .toList();
  }

  private static double score(Correspondent one, Instant now) {
    double days = Math.max(0, Duration.between(one.usedAt(), now).toMillis()) / DAY;
    return Math.log1p(SENT * one.sent() + one.received()) * Math.pow(2, -days / HALF_LIFE_DAYS);
  }
}
