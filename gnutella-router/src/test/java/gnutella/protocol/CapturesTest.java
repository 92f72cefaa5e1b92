package gnutella.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Real streams are decoded to their last byte and written back unchanged. */
class CapturesTest {
  private static final Handshake.Offer OFFER =
      new Handshake.Offer(
          "test", new Guid(1, 2), "", true, 7, 8192, guid -> false, () -> false, List::of);

  @Test
  void everyCaptureIsReadToItsLastByteAndWrittenAsItWas() throws IOException {
    Set<PacketType> seen = new HashSet<>();
    for (Captures.Capture capture : Captures.all()) {
      ByteBuffer input = ByteBuffer.wrap(capture.bytes());
      assertThat(handshake(capture).read(input)).as(capture.name()).isEqualTo(Handshake.State.OPEN);

      byte[] rest = new byte[input.remaining()];
      input.duplicate().get(rest);
      PacketDecoder decoder = new PacketDecoder(PayloadLimits.defaults());
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      Packet packet = new Packet();
      while (decoder.next(input, packet)) {
        seen.add(packet.type());
        Message message = Message.of(packet).orElseThrow();
        written.writeBytes(message.packet(packet.guid(), packet.ttl(), packet.hops()).toBytes());
      }

      assertThat(decoder.end()).as(capture.name()).isNull();
      assertThat(written.toByteArray()).as(capture.name()).isEqualTo(rest);
    }
    assertThat(seen)
        .contains(
            PacketType.PING,
            PacketType.PONG,
            PacketType.BYE,
            PacketType.QUERY,
            PacketType.QUERY_HITS,
            PacketType.QUERY_ROUTES,
            PacketType.VENDOR,
            PacketType.UNKNOWN);
  }

  @Test
  void capturesReadTheSameHoweverTheyAreCut() throws IOException {
    Random random = new Random(6);
    for (Captures.Capture capture : Captures.all()) {
      Handshake handshake = handshake(capture);
      PacketDecoder decoder = new PacketDecoder(PayloadLimits.defaults());
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      Packet packet = new Packet();
      int at = 0;
      while (at < capture.bytes().length) {
        int length = Math.min(1 + random.nextInt(40), capture.bytes().length - at);
        ByteBuffer piece = ByteBuffer.wrap(capture.bytes(), at, length).slice();
        at += length;
        if (handshake.read(piece) == Handshake.State.OPEN) {
          while (decoder.next(piece, packet)) {
            written.writeBytes(packet.toBytes());
          }
        }
        assertThat(piece.hasRemaining()).isFalse();
      }

      assertThat(decoder.end()).isNull();
      byte[] all = capture.bytes();
      byte[] end = java.util.Arrays.copyOfRange(all, all.length - written.size(), all.length);
      assertThat(written.size()).isPositive();
      assertThat(written.toByteArray()).as(capture.name()).isEqualTo(end);
    }
  }

  /** Returns the handshake of the side that reads the capture. */
  private static Handshake handshake(Captures.Capture capture) {
    return capture.isOfInitiator()
        ? Handshake.accepting(OFFER)
        : Handshake.connecting(OFFER, Handshake.Version.V06);
  }
}
