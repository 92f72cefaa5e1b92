package gnutella.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/**
 * Feeds arbitrary bytes in arbitrary fragments. A build runs only the stored inputs. To search for
 * more: {@code JAZZER_FUZZ=1 mvn test -Dtest=PacketFuzzTest -Djazzer.hooks=true}.
 */
class PacketFuzzTest {
  private static final PayloadLimits LIMITS = new PayloadLimits(300, 1000, 200);
  private static final int LONGEST = Packet.HEADER_BYTES + 1000;
  private static final Handshake.Offer OFFER =
      new Handshake.Offer(
          "test", new Guid(1, 2), "", true, 7, 500, guid -> false, () -> false, List::of);

  /** All decoded values, and the fault at the end. */
  private record Reading(String handshake, List<String> packets, PacketFault end) {}

  @FuzzTest(maxDuration = "2m")
  void readsAnythingTheSameHoweverItIsCut(FuzzedDataProvider data) {
    Random random = new Random(data.consumeInt());
    boolean shaken = data.consumeBoolean();
    byte[] bytes = data.consumeRemainingAsBytes();

    Reading whole = read(bytes, shaken, IntUnaryOperator.identity());
    Reading cut = read(bytes, shaken, left -> 1 + random.nextInt(left));

    assertThat(cut).isEqualTo(whole);
  }

  private static Reading read(byte[] bytes, boolean shaken, IntUnaryOperator cut) {
    Handshake handshake = Handshake.accepting(OFFER);
    Inflation inflation = new Inflation(64);
    PacketDecoder decoder = new PacketDecoder(LIMITS);
    List<String> packets = new ArrayList<>();
    int at = 0;
    while (at < bytes.length) {
      int length = cut.applyAsInt(bytes.length - at);
      ByteBuffer piece = ByteBuffer.wrap(bytes, at, length).slice();
      at += length;
      if (!shaken && handshake.read(piece) != Handshake.State.OPEN) {
        continue;
      }
      if (handshake.isInflating()) {
        for (ByteBuffer out = inflation.next(piece);
            out.hasRemaining();
            out = inflation.next(piece)) {
          decode(decoder, out, packets);
        }
      } else {
        decode(decoder, piece, packets);
      }
      assertThat(decoder.heldBytes()).isLessThanOrEqualTo(LONGEST);
    }
    inflation.close();
    return new Reading(handshake.state() + handshake.takeOutput(), packets, decoder.end());
  }

  private static void decode(PacketDecoder decoder, ByteBuffer bytes, List<String> packets) {
    Packet packet = new Packet();
    while (decoder.next(bytes, packet)) {
      packets.add(Arrays.toString(packet.toBytes()));
      Message.of(packet)
          .ifPresent(
              message ->
                  assertThat(message.packet(packet.guid(), packet.ttl(), packet.hops()).toBytes())
                      .isEqualTo(packet.toBytes()));
    }
  }
}
