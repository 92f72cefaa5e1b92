package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlowThreadsTest {
  private final FlowThreads flows = new FlowThreads();

  private void begin(long... events) {
    flows.begins();
    for (long flow : events) {
      flows.began(flow);
    }
  }

  @Test
  void aFlowWithHalfOfTheThreadsIsFullUntilItGivesOneBack() {
    flows.resized(7);
    begin(1);
    begin(1);
    assertThat(flows.isFull(1)).isFalse();
    begin(1);
    assertThat(flows.isFull(1)).isTrue();
    flows.added(1);
    flows.added(2);
    assertThat(flows.blocked()).isEqualTo(1);
    assertThat(flows.heldByOthers(2)).isEqualTo(3);
    assertThat(flows.heldByOthers(1)).isZero();

    flows.ended(1);
    assertThat(flows.isFull(1)).isFalse();
    assertThat(flows.blocked()).isZero();
  }

  @Test
  void aBatchHoldsOneThreadForAFlowHoweverManyEventsItHas() {
    flows.resized(4);
    begin(1, 1, 2, 1);
    assertThat(flows.held(1)).isEqualTo(1);
    assertThat(flows.held(2)).isEqualTo(1);
    assertThat(flows.full()).isZero();
  }

  @Test
  void theBoundFollowsTheThreads() {
    flows.resized(8);
    for (int i = 0; i < 3; i++) {
      begin(1);
      flows.added(1);
    }
    assertThat(flows.full()).isZero();
    flows.resized(2);
    assertThat(flows.bound()).isEqualTo(1);
    assertThat(flows.blocked()).isEqualTo(3);
    flows.ended(1);
    assertThat(flows.isFull(1)).as("two threads are left of a bound of one").isTrue();
    flows.ended(1);
    assertThat(flows.isFull(1)).isTrue();
    flows.ended(1);
    assertThat(flows.isFull(1)).isFalse();
    flows.resized(1);
    assertThat(flows.bound()).as("never none").isEqualTo(1);
  }

  @Test
  void forgetsFlowsThatNeitherWaitNorHoldThreads() {
    flows.resized(4);
    for (long flow = 0; flow < 10_000; flow++) {
      flows.added(flow);
      flows.removed(flow);
      begin(flow);
      flows.ended(flow);
    }
    assertThat(flows.size()).isZero();
  }
}
