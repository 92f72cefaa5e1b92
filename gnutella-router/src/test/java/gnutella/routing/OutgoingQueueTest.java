package gnutella.routing;

import static org.assertj.core.api.Assertions.assertThat;

import gnutella.protocol.Guid;
import gnutella.protocol.Message;
import gnutella.protocol.Packet;
import gnutella.protocol.PacketType;
import gnutella.protocol.QueryHits;
import gnutella.routing.OutgoingQueue.Offer;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OutgoingQueueTest {
  private static final Message HITS =
      new QueryHits(1, 2, 3, List.of(), "", new Guid(5, 6)); // 27 + 23 bytes
  private static final Message PONG = new Message.Pong(1, 2, 3, 4, ""); // 14 + 23
  private static final Message QUERY = new Message.Query(0, "a"); // 4 + 23
  private static final Message PUSH = new Message.Push(new Guid(5, 6), 1, 2, 3, "");

  private static Packet packet(Message message) {
    return message.packet(new Guid(1, 2), 7, 0);
  }

  private static Offer offer(OutgoingQueue queue, Message message) {
    return queue.offer(packet(message), 6, 1);
  }

  private static List<PacketType> drained(OutgoingQueue queue) {
    List<PacketType> types = new ArrayList<>();
    for (int length = queue.nextLength(); length > 0; length = queue.nextLength()) {
      ByteBuffer bytes = ByteBuffer.allocate(length);
      queue.drainTo(bytes);
      types.add(new Packet().wrap(bytes, 0).type());
    }
    return types;
  }

  @Test
  void callsForSomebodyOnceUntilItIsFoundEmpty() {
    OutgoingQueue queue = new OutgoingQueue(QueueLimits.defaults());

    assertThat(offer(queue, QUERY)).isEqualTo(Offer.CALL);
    assertThat(offer(queue, QUERY)).isEqualTo(Offer.QUEUED);
    queue.answered();
    assertThat(drained(queue)).hasSize(2);
    assertThat(offer(queue, QUERY)).isEqualTo(Offer.CALL);
  }

  @Test
  void hurriesOnceWhenMuchWaitsThoughSomebodyWasCalled() {
    OutgoingQueue queue = new OutgoingQueue(QueueLimits.defaults());
    int many = OutgoingQueue.HURRY_BYTES / packet(PONG).length();
    assertThat(offer(queue, PONG)).isEqualTo(Offer.CALL);
    for (int i = 1; i < many; i++) {
      assertThat(offer(queue, PONG)).isEqualTo(Offer.QUEUED);
    }

    assertThat(offer(queue, PONG)).isEqualTo(Offer.HURRY);
    assertThat(offer(queue, PONG)).isEqualTo(Offer.QUEUED);

    assertThat(drained(queue)).hasSize(many + 2);
    for (int i = 0; i < many; i++) {
      assertThat(offer(queue, PONG)).as("the call was not answered").isEqualTo(Offer.QUEUED);
    }
    assertThat(offer(queue, PONG)).isEqualTo(Offer.HURRY);
  }

  @Test
  void packetsGoAsTheyCameWhenNoneHasToWait() {
    OutgoingQueue queue = new OutgoingQueue(QueueLimits.defaults());
    List.of(QUERY, PONG, HITS, QUERY).forEach(message -> offer(queue, message));

    assertThat(drained(queue))
        .containsExactly(
            PacketType.QUERY, PacketType.PONG, PacketType.QUERY_HITS, PacketType.QUERY);
  }

  @Test
  void ofWhatHasToWaitTheMostImportantGoesFirst() {
    OutgoingQueue queue = new OutgoingQueue(QueueLimits.defaults());
    List.of(new Message.Ping(), QUERY, PONG, HITS, PUSH, QUERY, HITS)
        .forEach(message -> offer(queue, message));
    queue.sort();
    offer(queue, PUSH);

    assertThat(drained(queue))
        .containsExactly(
            PacketType.PUSH,
            PacketType.QUERY_HITS,
            PacketType.QUERY_HITS,
            PacketType.PONG,
            PacketType.QUERY,
            PacketType.QUERY,
            PacketType.PING,
            PacketType.PUSH);
  }

  @Test
  void queriesAreDroppedBeforePongsAndPongsBeforeHits() {
    OutgoingQueue queue = new OutgoingQueue(new QueueLimits(200, 400));
    for (int i = 0; i < 20; i++) {
      offer(queue, QUERY);
    }
    assertThat(queue.bytes()).isLessThanOrEqualTo(200);
    assertThat(queue.dropped(PacketType.QUERY)).isEqualTo(13);

    for (int i = 0; i < 20; i++) {
      offer(queue, PONG);
    }
    assertThat(queue.bytes()).isLessThanOrEqualTo(300);
    assertThat(queue.dropped(PacketType.PONG)).isEqualTo(17);

    assertThat(offer(queue, HITS)).isEqualTo(Offer.QUEUED);
    assertThat(offer(queue, HITS)).isEqualTo(Offer.QUEUED);
    assertThat(queue.dropped(PacketType.QUERY_HITS)).isZero();
  }

  @Test
  void whoIsSentMoreThanTheThresholdIsGivenUpOnce() {
    OutgoingQueue queue = new OutgoingQueue(new QueueLimits(200, 400));
    for (int i = 0; i < 8; i++) {
      assertThat(offer(queue, HITS)).isNotEqualTo(Offer.OVERFLOW);
    }

    assertThat(offer(queue, HITS)).isEqualTo(Offer.OVERFLOW);
    assertThat(offer(queue, HITS)).isEqualTo(Offer.DROPPED);
    assertThat(queue.bytes()).isZero();
    assertThat(queue.heldBytes()).isZero();
    assertThat(queue.nextLength()).isZero();
  }

  @Test
  void withoutFlowControlAnyPacketMayBeOneTooMany() {
    OutgoingQueue queue = new OutgoingQueue(new QueueLimits(100, 100));
    offer(queue, QUERY);
    offer(queue, QUERY);
    offer(queue, QUERY);

    assertThat(offer(queue, QUERY)).isEqualTo(Offer.OVERFLOW);
  }

  @Test
  void anEmptyQueueLetsGoOfItsMemoryWhenItIsTrimmed() {
    OutgoingQueue queue = new OutgoingQueue(new QueueLimits(1 << 20, 1 << 20));
    for (int i = 0; i < 20_000; i++) {
      offer(queue, QUERY);
    }
    assertThat(queue.heldBytes()).isGreaterThan(500_000);

    queue.trim();
    assertThat(queue.heldBytes()).isGreaterThan(500_000);

    drained(queue);
    queue.trim();

    assertThat(queue.heldBytes()).isZero();
  }

  @Test
  void packetsComeOutAsTheyWentInHoweverTheRingTurns() {
    Random random = new Random(5);
    OutgoingQueue queue = new OutgoingQueue(new QueueLimits(1 << 20, 1 << 20));
    Deque<byte[]> expected = new ArrayDeque<>();
    for (int i = 0; i < 5_000; i++) {
      String text = "x".repeat(random.nextInt(300));
      Packet query = new Message.Query(i, text).packet(new Guid(i, ~i), 5, 2);
      queue.offer(query, 4, 3);
      expected.add(new Message.Query(i, text).packet(new Guid(i, ~i), 4, 3).toBytes());
      if (random.nextInt(5) == 0) {
        queue.sort();
      }
      if (random.nextInt(3) > 0) {
        ByteBuffer to = ByteBuffer.allocate(random.nextInt(700));
        queue.drainTo(to);
        to.flip();
        while (to.hasRemaining()) {
          byte[] next = expected.remove();
          byte[] got = new byte[next.length];
          to.get(got);
          assertThat(got).isEqualTo(next);
        }
      }
    }
    ByteBuffer rest = ByteBuffer.allocate(1 << 20);
    queue.drainTo(rest);
    assertThat(rest.position()).isEqualTo(expected.stream().mapToInt(b -> b.length).sum());
  }
}
