package arashi.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FoldPlanTest {
  private static final int MAILS = 1_000_000;

  private final FoldPlan plan = new FoldPlan(IndexLimits.DEFAULT);
  private final List<SegmentRow> newestFirst = new ArrayList<>();
  private long written;

  private static SegmentRow segment(int mails, long newest) {
    return new SegmentRow(
        newest,
        SegmentRow.State.LIVE,
        mails,
        newest,
        newest - mails,
        0,
        SegmentRow.NO_LEASE,
        new byte[0],
        0);
  }

  private void add(int mails, long newest) {
    newestFirst.add(segment(mails, newest));
    written += mails;
    for (List<SegmentRow> due = plan.choose(newestFirst);
        !due.isEmpty();
        due = plan.choose(newestFirst)) {
      int sum = due.stream().mapToInt(SegmentRow::mails).sum();
      long last = due.stream().mapToLong(SegmentRow::newest).max().orElseThrow();
      newestFirst.removeAll(due);
      newestFirst.add(segment(sum, last));
      newestFirst.sort(Comparator.comparingLong(SegmentRow::newest).reversed());
      written += sum;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {62, 100, 200, 500})
  void keepsAMillionMailsInAFewSegmentsAndWritesEachAFewTimes(int batch) {
    for (int from = 0; from < MAILS; from += batch) {
      add(batch, from + batch);
    }
    assertThat(newestFirst).hasSizeLessThan(45);
    assertThat(newestFirst).allMatch(segment -> segment.mails() <= IndexLimits.DEFAULT.maxMails());
    assertThat((double) written / MAILS).isLessThan(5.2);
  }

  @Test
  void leavesAloneWhatAnotherFoldHasClaimed() {
    for (int i = 0; i < 8; i++) {
      long target = i == 3 ? 99 : 0;
      newestFirst.add(
          new SegmentRow(
              i, SegmentRow.State.LIVE, 62, i, 0, target, SegmentRow.NO_LEASE, new byte[0], 0));
    }
    assertThat(plan.choose(newestFirst)).isEmpty();
    newestFirst.add(segment(62, 1_000));
    assertThat(plan.choose(newestFirst)).hasSize(8).noneMatch(segment -> segment.target() != 0);
  }
}
