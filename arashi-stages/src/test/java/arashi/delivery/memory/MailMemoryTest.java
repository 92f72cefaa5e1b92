package arashi.delivery.memory;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.memory.Claim.Growth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripted scenarios; {@link MailMemoryProgressTest} has random ones. */
class MailMemoryTest {
  private static final long MIB = 1 << 20;
  private static final long LARGEST = 8 * MIB;
  private static final Duration TIME = Duration.ofMinutes(5);

  private final AtomicLong now = new AtomicLong();
  private final MailMemory memory = new MailMemory(16 * MIB, LARGEST, TIME, now::get);
  private final List<String> called = new ArrayList<>();

  private Claim claim(String name) {
    return memory.claim(null, () -> called.add(name));
  }

  private Claim stranger(String address, String name) {
    return memory.claim(address, () -> called.add(name));
  }

  private static Claim reserved(Claim claim, long size) {
    assertThat(claim.tryReserve(size)).isTrue();
    return claim;
  }

  private static Claim grown(Claim claim, long bytes) {
    assertThat(claim.tryGrow(bytes)).isEqualTo(Growth.ROOM);
    return claim;
  }

  private void seconds(long seconds) {
    now.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  // ---- sizes

  @ParameterizedTest
  @ValueSource(longs = {64 << 20, 128 << 20, (20 << 20) + 1, 3 << 20})
  void theLargestMailOfAMemoryFitsIt(long bytes) {
    long largest = MailMemory.largestMail(bytes);
    MailMemory all = new MailMemory(bytes, largest, TIME, () -> 0);

    assertThat(all.claim(null, () -> {}).tryReserve(largest)).isTrue();
    assertThat(MailMemory.leastFor(largest)).isBetween(bytes - 1024, bytes + 1024);
    assertThat(MailMemory.largestMail(MailMemory.leastFor(largest)))
        .isGreaterThanOrEqualTo(largest);
  }

  @Test
  void twentyThreeMailsOf5MbFitTheDefault() {
    MailMemory all = new MailMemory(128 * MIB, 64 * MIB, TIME, () -> 0);
    int mails = 0;
    while (all.claim(null, () -> {}).tryReserve(5_000_000)) {
      mails++;
    }
    assertThat(mails).isEqualTo(23);
    assertThat(all.taken()).isLessThanOrEqualTo(112 * MIB);
  }

  // ---- reservations

  @Test
  void reservationsAreServedInTheirOrder() {
    Claim first = reserved(claim("first"), 8 * MIB);
    Claim second = claim("second");
    Claim third = claim("third");
    assertThat(second.tryReserve(7 * MIB)).isFalse();
    assertThat(third.tryReserve(MIB)).as("would fit, but came later").isFalse();
    assertThat(second.tryReserve(7 * MIB)).as("asks again").isFalse();
    assertThat(memory.waiting()).isEqualTo(2);

    first.release();

    assertThat(called).containsExactly("second", "third");
    assertThat(second.tryReserve(7 * MIB)).isTrue();
    assertThat(third.tryReserve(MIB)).isTrue();
    assertThat(memory.waiting()).isZero();
  }

  @Test
  void oneThatLeavesMakesPlaceForTheNext() {
    reserved(claim("first"), 8 * MIB);
    Claim second = claim("second");
    Claim third = claim("third");
    assertThat(second.tryReserve(8 * MIB)).isFalse();
    assertThat(third.tryReserve(MIB)).isFalse();

    second.release();

    assertThat(called).containsExactly("third");
    second.release(); // idempotent
    assertThat(memory.waiting()).isZero();
  }

  @Test
  void smallMailsHaveMemoryBesideLargeOnesThatWait() {
    reserved(claim("large"), 8 * MIB);
    assertThat(claim("waits").tryReserve(8 * MIB)).isFalse();
    assertThat(claim("waits").tryReserve(8 * MIB)).isFalse();
    for (int i = 0; i < 20; i++) {
      reserved(claim("small"), 60_000);
      grown(claim("small without a size"), 8_000);
    }
  }

  @Test
  void smallMailsUseAllMemoryIfNoOtherMailWaits() {
    for (int i = 0; i < 200; i++) {
      reserved(claim("small"), 60_000);
    }
    assertThat(memory.taken()).isGreaterThan(12 * MIB);
  }

  @Test
  void aMailThatHasArrivedGivesBackTheRestOfItsReservation() {
    Claim first = reserved(claim("first"), 8 * MIB);
    Claim second = claim("second");
    assertThat(second.tryReserve(8 * MIB)).isFalse();
    grown(first, MIB);

    first.settle(MIB);

    assertThat(second.tryReserve(8 * MIB)).isTrue();
    first.release();
    second.release();
    assertThat(memory.taken()).isZero();
  }

  // ---- mails without a size

  @Test
  void theLargestCanAlwaysGrowToTheLargestSize() {
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Claim claim = claim("claim " + i);
      claims.add(claim);
      for (long total = MIB / 4; claim.tryGrow(total) == Growth.ROOM; ) {
        total += MIB / 4;
      }
    }
    Claim largest = claims.get(0);
    assertThat(largest.tryGrow(LARGEST + MailMemory.OVERHEAD_BYTES)).isEqualTo(Growth.ROOM);
    largest.settle(LARGEST);
    largest.release();
    assertThat(called).as("the next one grows").contains("claim 1");
  }

  @Test
  void theLargestGrowsBeforeReservations() {
    Claim reserved = reserved(claim("reserved"), 7 * MIB);
    Claim open = grown(claim("open"), 6 * MIB);
    assertThat(claim("next").tryReserve(3 * MIB)).isFalse();
    assertThat(open.tryGrow(8 * MIB)).isEqualTo(Growth.WAIT);

    reserved.release();

    assertThat(called).containsExactly("open", "next");
  }

  @Test
  void whileAReservationWaitsOnlyTheLargestGrows() {
    reserved(claim("reserved"), 5 * MIB);
    Claim small = grown(claim("small"), MIB);
    Claim large = grown(claim("large"), 2 * MIB);
    Claim next = claim("next");
    assertThat(next.tryReserve(8 * MIB)).isFalse();

    assertThat(small.tryGrow(MIB + 1)).isEqualTo(Growth.WAIT);
    assertThat(large.tryGrow(3 * MIB)).isEqualTo(Growth.ROOM);
    next.release();
    assertThat(called).containsExactly("small");
  }

  @Test
  void mailsThatWaitToLeaveThePartForSmallOnesDoNotFillIt() {
    reserved(claim("large"), 8 * MIB);
    reserved(claim("large"), 5 * MIB);
    assertThat(claim("next").tryReserve(8 * MIB)).isFalse();
    List<Growth> answers = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Claim open = grown(claim("open"), 60_000);
      answers.add(open.tryGrow(100_000));
      if (answers.get(i) == Growth.NONE) {
        open.release();
      }
    }
    assertThat(answers).contains(Growth.WAIT, Growth.NONE);
    assertThat(answers.lastIndexOf(Growth.WAIT)).isLessThan(20);
  }

  @Test
  void aMailBeyondItsAnnouncementGrowsOrFailsAtOnce() {
    Claim one = reserved(claim("one"), MIB);
    grown(one, 2 * MIB);
    Claim other = reserved(claim("other"), 5 * MIB);
    reserved(claim("third"), 5 * MIB);
    assertThat(other.tryGrow(8 * MIB)).isEqualTo(Growth.NONE);
  }

  // ---- addresses

  @Test
  void anAddressHasAQuarterOfTheMemoryOrOneMail() {
    Claim all = reserved(stranger("a", "a1"), 8 * MIB);
    assertThat(stranger("a", "a2").tryReserve(MIB)).isFalse();
    reserved(stranger("b", "b1"), MIB);
    reserved(stranger("b", "b2"), MIB);
    reserved(stranger("b", "b3"), MIB);
    assertThat(stranger("b", "b4").tryReserve(MIB)).isFalse();
    reserved(claim("trusted"), MIB);

    all.release();

    assertThat(called).containsExactly("a2");
  }

  @Test
  void anAddressHasOneLargeMailWithoutASize() {
    Claim first = grown(stranger("a", "a1"), MIB);
    assertThat(stranger("a", "a2").tryGrow(MIB)).isEqualTo(Growth.WAIT);
    grown(stranger("b", "b1"), MIB);
    grown(claim("trusted"), MIB);
    grown(claim("trusted"), MIB);

    first.release();

    assertThat(called).containsExactly("a2");
  }

  // ---- slow senders

  @ParameterizedTest
  @CsvSource({"0, 16, true", "0, 14, false", "4, 100, false", "4, 200, true", "8, 310, false"})
  void cutsAMailThatIsTooSlow(long mebibytesArrived, int seconds, boolean isCut) {
    Claim slow = reserved(claim("slow"), 8 * MIB);
    seconds(1000);
    slow.contentBegins();
    slow.received(mebibytesArrived * MIB);
    seconds(seconds);
    memory.cutSlowest();
    assertThat(slow.isCut()).as("nobody waits").isFalse();
    assertThat(claim("next").tryReserve(8 * MIB)).isFalse();

    memory.cutSlowest();

    assertThat(slow.isCut()).isEqualTo(isCut);
    assertThat(called).isEqualTo(isCut ? List.of("slow") : List.of());
  }

  @Test
  void cutsTheSlowestAlone() {
    Claim slow = reserved(claim("slow"), 4 * MIB);
    Claim slower = reserved(claim("slower"), 4 * MIB);
    slow.received(MIB / 2);
    assertThat(claim("next").tryReserve(8 * MIB)).isFalse();
    seconds(250);

    memory.cutSlowest();

    assertThat(List.of(slow.isCut(), slower.isCut())).containsExactly(false, true);
    memory.cutSlowest();
    assertThat(slow.isCut()).isTrue();
  }

  @Test
  void doesNotCutMailsThatWaitThemselvesOrHaveArrived() {
    Claim arrived = reserved(claim("arrived"), 6 * MIB);
    arrived.settle(6 * MIB);
    Claim open = grown(claim("open"), 7 * MIB);
    assertThat(open.tryGrow(8 * MIB + 1)).isEqualTo(Growth.WAIT);
    seconds(1000);
    assertThat(claim("next").tryReserve(8 * MIB)).isFalse();

    memory.cutSlowest();

    assertThat(arrived.isCut()).isFalse();
    assertThat(open.isCut()).isFalse();
  }
}
