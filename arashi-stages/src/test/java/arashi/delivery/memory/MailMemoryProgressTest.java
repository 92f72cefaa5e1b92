package arashi.delivery.memory;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.memory.Claim.Growth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random mails, of which none ever gives up: some mail that holds memory can always go on, so all
 * complete. Many have no size, or a wrong one.
 */
class MailMemoryProgressTest {
  private static final int LARGEST = 2 << 20;
  private static final int BYTES = 5 << 20;
  private static final int PIECE = 100_000;
  private static final int MAILS = 300;
  private static final int TOGETHER = 120;

  private final List<Mail> mails = new ArrayList<>();
  private Random random;
  private MailMemory memory;
  private int refused;

  private enum State {
    RESERVING,
    ARRIVING,
    WAITING,
    WHOLE,
    OVER
  }

  /** A mail that does one step at a time. */
  private final class Mail {
    private final Claim claim;
    private final long announced;
    private final long size;
    private State state = State.RESERVING;
    private long capacity;

    Mail() {
      boolean isSmall = random.nextInt(3) == 0;
      size = 1L + random.nextInt(isSmall ? 20_000 : LARGEST);
      announced =
          switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> 1L + random.nextInt(LARGEST); // a lie
            default -> size;
          };
      Object address = random.nextBoolean() ? null : random.nextInt(3);
      claim = memory.claim(address, this::wake);
      reserve();
    }

    private void reserve() {
      state = claim.tryReserve(announced) ? State.ARRIVING : State.RESERVING;
    }

    private void wake() {
      if (state == State.RESERVING) {
        reserve();
        assertThat(state).as("the call-back brings the reservation").isEqualTo(State.ARRIVING);
      } else {
        assertThat(state).isEqualTo(State.WAITING);
        state = State.ARRIVING;
      }
    }

    boolean canGoOn() {
      return state == State.ARRIVING || state == State.WHOLE;
    }

    boolean holds() {
      return claim.held > 0;
    }

    void step() {
      if (state == State.WHOLE) {
        end();
      } else if (capacity >= size) {
        claim.settle(capacity);
        state = State.WHOLE;
      } else {
        grow();
      }
    }

    private void grow() {
      long more = Math.min(Math.max(4096, capacity), PIECE);
      Growth growth = claim.tryGrow(capacity + more);
      if (growth == Growth.ROOM) {
        capacity += more;
      } else if (growth == Growth.WAIT) {
        state = State.WAITING;
      } else {
        refused++;
        end();
      }
    }

    void end() {
      state = State.OVER;
      claim.release();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void neverDoAllWait(long seed) {
    random = new Random(seed);
    memory = new MailMemory(BYTES, LARGEST, Duration.ofMinutes(5), () -> 0);
    int begun = 0;
    int most = 1 + random.nextInt(TOGETHER);
    while (begun < MAILS || !mails.isEmpty()) {
      if (begun < MAILS && mails.size() < most) {
        mails.add(new Mail());
        begun++;
      }
      List<Mail> able = mails.stream().filter(Mail::canGoOn).toList();
      assertThat(able).as("mails that can go on, of %d", mails.size()).isNotEmpty();
      assertThat(mails.stream().noneMatch(Mail::holds) || able.stream().anyMatch(Mail::holds))
          .as("one that holds memory can go on")
          .isTrue();
      Mail chosen = able.get(random.nextInt(able.size()));
      if (random.nextInt(200) == 0) {
        mails.get(random.nextInt(mails.size())).end(); // its client goes
      } else {
        chosen.step();
      }
      assertThat(memory.taken()).isBetween(0L, (long) BYTES);
      assertThat(memory.taken()).isEqualTo(mails.stream().mapToLong(mail -> mail.claim.held).sum());
      mails.removeIf(mail -> mail.state == State.OVER);
    }
    assertThat(memory.taken()).isZero();
    assertThat(memory.waiting()).isZero();
    assertThat(refused).as("only lies, and too many without a size").isLessThan(MAILS / 2);
  }
}
