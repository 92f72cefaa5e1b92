package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import seda.kernel.ServiceClass;

class BatchTest {
  private record Job(int length, int number) {}

  @Test
  void sortsAsAListWouldBeAndEachEventKeepsItsStampAndClass() {
    SplittableRandom random = new SplittableRandom(7);
    Comparator<Job> shortestFirst = Comparator.comparingInt(Job::length);
    for (int size = 0; size < 100; size++) {
      EventBatch<Job> batch = new EventBatch<>(100, null);
      List<Job> left = new ArrayList<>();
      int gone = size / 10;
      for (int i = 0; i < size; i++) {
        Job job = new Job(random.nextInt(1 + size / 4), i);
        batch.add(job, 1000 + i, i % ServiceClass.MAX_RANK);
        if (i < gone) {
          batch.next();
        } else {
          left.add(job);
        }
      }

      batch.sort(shortestFirst);

      left.sort(shortestFirst);
      for (int i = gone; i < size; i++) {
        Job job = batch.next();
        assertThat(job).isEqualTo(left.get(i - gone));
        assertThat(batch.stamp(i)).isEqualTo(1000 + job.number());
        assertThat(batch.rank(i)).isEqualTo(job.number() % ServiceClass.MAX_RANK);
      }
    }
  }
}
