package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import seda.kernel.EnqueueResult;
import seda.kernel.EnqueueResult.Outcome;
import seda.kernel.EventHandler;
import seda.kernel.Reservation;
import seda.kernel.Stage;
import seda.kernel.admission.ThresholdAdmission;

/** Contract of reservations, on either domain. */
abstract class ReservationContract extends QueueFixture {

  @Test
  void aReservationTakesItsRoomOnceFromItsBeginning() throws InterruptedException {
    Stage<String> stage = stage(config(4));
    stage.admission(new ThresholdAdmission(4, Duration.ZERO));
    holdThread(stage);

    Reservation reservation = stage.reserve(List.of("a", "b", "c"), HOUR);

    assertThat(reservation.result().accepted()).isTrue();
    assertThat(stage.snapshot().queue().credits()).isEqualTo(3);
    assertThat(stage.snapshot().accepted()).as("judged, but not queued").isEqualTo(1);
    assertThat(stage.enqueue("d").accepted()).isTrue();
    assertThat(stage.enqueue("e").accepted()).isFalse();
    assertThat(reservation.commit().accepted()).isTrue();
    assertThat(stage.snapshot().queue().credits()).isEqualTo(4);
    assertThat(stage.enqueue("f").accepted()).isFalse();
    assertThat(handledAfterRelease()).containsExactlyInAnyOrder("a", "b", "c", "d");
  }

  @Test
  void whatIsOnItsWayIsCountedOnce() throws InterruptedException {
    Stage<String> stage = graph.stage(config(100), oneThread(graph));
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    stage.handledBy(
        EventHandler.each(
            event -> {
              if (event.equals("held")) {
                busy.countDown();
                go.await();
                stage.enqueue("from within, while others are on their way");
              }
            }));
    graph.start();
    stage.enqueue("held");
    await(busy);
    Reservation reservation = stage.reserve(List.of("a", "b", "c"), HOUR);
    go.countDown();
    while (stage.snapshot().completed() < 2) {
      Thread.onSpinWait();
    }

    assertThat(stage.snapshot().queue().credits()).isEqualTo(3);
    reservation.abort();
    assertThat(stage.snapshot().queue().credits()).isZero();
  }

  @Test
  void anAbortedReservationGivesItsRoomBackOnce() throws InterruptedException {
    Stage<String> stage = stage(config(2));
    holdThread(stage);
    Reservation reservation = stage.reserve(List.of("a", "b"), HOUR);

    reservation.abort();
    reservation.abort();

    assertThat(stage.snapshot().queue().credits()).isZero();
    assertThat(reservation.commit()).isEqualTo(EnqueueResult.EXPIRED);
    assertThat(stage.enqueueAll(List.of("c", "d")).accepted()).isTrue();
    assertThat(handledAfterRelease()).containsExactly("c", "d");
  }

  @Test
  void aReservationIsCommittedOnce() throws InterruptedException {
    Stage<String> stage = stage(config(2));
    holdThread(stage);
    Reservation reservation = stage.reserve(List.of("a"), HOUR);

    assertThat(reservation.commit().accepted()).isTrue();
    assertThat(reservation.commit()).isEqualTo(EnqueueResult.EXPIRED);
    reservation.abort();

    assertThat(stage.snapshot().queue().credits()).isEqualTo(1);
    assertThat(handledAfterRelease()).containsExactly("a");
  }

  @Test
  void aReservationExpires() throws InterruptedException {
    Stage<String> stage = stage(config(2));
    holdThread(stage);
    Reservation reservation = stage.reserve(List.of("a", "b"), Duration.ofMillis(1));

    while (stage.snapshot().queue().credits() > 0) {
      Thread.onSpinWait();
    }

    assertThat(reservation.commit()).isEqualTo(EnqueueResult.EXPIRED);
    assertThat(stage.enqueueAll(List.of("c", "d")).accepted()).isTrue();
    assertThat(handledAfterRelease()).containsExactly("c", "d");
  }

  @Test
  void aReservationCanNotBeCommittedAfterTheStageWasClosed() {
    Stage<String> stage = stage(config(2));
    handler.release();
    graph.start();
    Reservation reservation = stage.reserve(List.of("a", "b"), HOUR);

    graph.stop(GRACE);

    assertThat(reservation.commit()).isEqualTo(EnqueueResult.CLOSED);
    assertThat(stage.snapshot().accepted()).isZero();
    assertThat(handler.handled).isEmpty();
  }

  @Test
  void aReservationThatDoesNotFitHasEnded() throws InterruptedException {
    Stage<String> stage = stage(config(2));
    holdThread(stage);

    Reservation reservation = stage.reserve(List.of("a", "b", "c"), HOUR);

    assertThat(reservation.result().outcome()).isEqualTo(Outcome.FULL);
    assertThat(reservation.commit().outcome()).isEqualTo(Outcome.FULL);
    reservation.abort();
    assertThat(stage.snapshot().queue().credits()).isZero();
    assertThatThrownBy(() -> stage.reserve(List.of(), HOUR))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(handledAfterRelease()).isEmpty();
  }
}
