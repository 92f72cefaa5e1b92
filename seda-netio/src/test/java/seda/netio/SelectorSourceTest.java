package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which channels are served, and in what order. */
class SelectorSourceTest {
  private static final int CHANNELS = 8;

  private final List<Pipe> pipes = new ArrayList<>();
  private final List<Integer> served = new ArrayList<>();
  private SelectorSource source;

  @BeforeEach
  void open() throws IOException {
    source = (SelectorSource) SelectorSource.open(null);
    for (int i = 0; i < CHANNELS; i++) {
      int number = i;
      Pipe pipe = Pipe.open();
      pipe.source().configureBlocking(false);
      pipes.add(pipe);
      source.register(
          pipe.source(),
          SelectionKey.OP_READ,
          new SelectorSource.Registered() {
            @Override
            public void ready(int operations) {
              served.add(number);
            }

            @Override
            public void processorEnds() {
              served.add(-1);
            }
          });
    }
  }

  @AfterEach
  void close() throws IOException {
    source.close();
    for (Pipe pipe : pipes) {
      pipe.source().close();
      pipe.sink().close();
    }
  }

  private void makeReady(int channel) throws IOException {
    pipes.get(channel).sink().write(ByteBuffer.allocate(1));
  }

  @Test
  void servesWhatIsReadyOnceAndNothingElse() throws IOException {
    makeReady(3);
    makeReady(5);

    source.poll(0);

    assertThat(served).containsExactlyInAnyOrder(3, 5);
  }

  @Test
  void servesAllReadyChannelsFairly() throws IOException {
    int[] first = new int[CHANNELS];
    int[] last = new int[CHANNELS];
    for (int i = 0; i < CHANNELS; i++) {
      makeReady(i);
    }
    for (int round = 0; round < 1000; round++) {
      served.clear();
      source.poll(0);
      assertThat(served).hasSize(CHANNELS).doesNotHaveDuplicates();
      first[served.get(0)]++;
      last[served.get(CHANNELS - 1)]++;
    }
    // 125 on average; a deviation this large occurs once in 10^10 runs
    for (int i = 0; i < CHANNELS; i++) {
      assertThat(first[i]).isBetween(50, 220);
      assertThat(last[i]).isBetween(50, 220);
    }
  }

  @Test
  void notifiesEachChannelOfTheEnd() throws IOException {
    source.close();

    assertThat(served).hasSize(CHANNELS).containsOnly(-1);
    source = (SelectorSource) SelectorSource.open(null);
  }
}
