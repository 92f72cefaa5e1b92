package arashi.store.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses segments to fold. Segments of tier t have up to {@code freshMails · fanOut^t} mails;
 * {@code fanOut} segments of a tier become one of the next, so each mail is written about once per
 * tier. See O'Neil et al., <i>The log-structured merge-tree</i>, 1996. Pure computation.
 */
final class FoldPlan {
  private final IndexLimits limits;

  FoldPlan(IndexLimits limits) {
    this.limits = limits;
  }

  /**
   * Returns segments to fold into one; empty if no fold is due.
   *
   * @param newestFirst all segments of an account. Neighbours are folded, so that a segment spans a
   *     short period and a search can stop early.
   */
  List<SegmentRow> choose(List<SegmentRow> newestFirst) {
    Map<Integer, Group> groups = new HashMap<>();
    for (SegmentRow segment : newestFirst) {
      if (segment.isFree()) {
        Group group = groups.computeIfAbsent(tier(segment.mails()), unused -> new Group());
        if (group.isFullWith(segment)) {
          return group.segments;
        }
      }
    }
    return List.of();
  }

  private int tier(int mails) {
    int tier = 0;
    long most = limits.freshMails();
    while (mails > most) {
      most *= limits.fanOut();
      tier++;
    }
    return tier;
  }

  /** Neighbouring segments of one tier. */
  private final class Group {
    private final List<SegmentRow> segments = new ArrayList<>();
    private long mails;

    /** Adds a segment, unless the group would get too large; returns true if the fold is due. */
    boolean isFullWith(SegmentRow segment) {
      if (mails + segment.mails() > limits.maxMails()) {
        if (segments.size() > 1) {
          return true;
        }
        segments.clear();
        mails = 0;
      }
      segments.add(segment);
      mails += segment.mails();
      return segments.size() == limits.fanOut();
    }
  }
}
