package gnutella.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PacketDecoderTest {
  private static final Guid GUID = new Guid(1, 2);

  private final PacketDecoder decoder = new PacketDecoder(PayloadLimits.defaults());
  private final Packet packet = new Packet();

  private static ByteBuffer header(int code, int length) {
    ByteBuffer header = ByteBuffer.allocate(Packet.HEADER_BYTES);
    header.putLong(1).putLong(2).put((byte) code).put((byte) 3).put((byte) 4);
    return header.putInt(Integer.reverseBytes(length)).flip();
  }

  private static Message opaque(byte[] payload) {
    return new Message.Opaque(0x77, new String(payload, StandardCharsets.ISO_8859_1));
  }

  @Test
  void showsAPacketWhereItLies() {
    ByteBuffer input = ByteBuffer.wrap(new Message.Query(0, "storm").packet(GUID, 7, 1).toBytes());

    assertThat(decoder.next(input, packet)).isTrue();

    assertThat(packet.type()).isEqualTo(PacketType.QUERY);
    assertThat(packet.guid()).isEqualTo(GUID);
    assertThat(packet.ttl()).isEqualTo(7);
    assertThat(packet.hops()).isEqualTo(1);
    input.put(Packet.HEADER_BYTES + 2, (byte) 'S');
    assertThat(packet.payload().get(2)).as("not a copy").isEqualTo((byte) 'S');
    assertThat(decoder.next(input, packet)).isFalse();
    assertThat(decoder.end()).isNull();
  }

  @Test
  void severalAtATimeAreTheSameAsOneByOneHoweverTheInputIsCut() {
    Random random = new Random(7);
    ByteBuffer all = ByteBuffer.allocate(100_000);
    List<byte[]> sent = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String text = "y".repeat(random.nextInt(60));
      sent.add(new Message.Query(i, text).packet(GUID, 7, 1).toBytes());
      all.put(sent.get(i));
    }
    all.flip();
    Packet[] packets = {new Packet(), new Packet(), new Packet(), new Packet()};
    List<byte[]> got = new ArrayList<>();
    while (all.hasRemaining()) {
      ByteBuffer input = all.slice(all.position(), Math.min(all.remaining(), random.nextInt(500)));
      all.position(all.position() + input.remaining());
      for (int n = decoder.next(input, packets); n > 0; n = decoder.next(input, packets)) {
        for (int i = 0; i < n; i++) {
          got.add(packets[i].toBytes());
        }
      }
    }

    assertThat(got).containsExactlyElementsOf(sent);
    assertThat(decoder.end()).isNull();
  }

  @Test
  void refusesAPayloadThatIsLongerThanItsTypeMayBe() {
    assertThat(decoder.next(header(0x80, 4097), packet)).isFalse();
    assertThat(decoder.fault()).isEqualTo(PacketFault.TOO_LONG);
    assertThat(decoder.heldBytes()).isZero();
  }

  @Test
  void refusesALengthThatIsNegative() {
    assertThat(decoder.next(header(0x00, -1), packet)).isFalse();
    assertThat(decoder.fault()).isEqualTo(PacketFault.TOO_LONG);
  }

  @ParameterizedTest
  @EnumSource(names = {"PONG", "BYE", "PUSH", "QUERY", "QUERY_HITS", "VENDOR", "QUERY_ROUTES"})
  void refusesAPayloadThatIsShorterThanItsTypeCanBe(PacketType type) {
    assertThat(decoder.next(header(type.code(), type.minPayload() - 1), packet)).isFalse();
    assertThat(decoder.fault()).isEqualTo(PacketFault.TOO_SHORT);
  }

  @Test
  void findsNothingAfterAFault() {
    decoder.next(header(0x01, 1), packet);

    ByteBuffer good = ByteBuffer.wrap(new Message.Ping().packet(GUID, 1, 0).toBytes());
    assertThat(decoder.next(good, packet)).isFalse();
    assertThat(decoder.fault()).isEqualTo(PacketFault.TOO_SHORT);
  }

  @Test
  void anEndInsideAPacketIsAFault() {
    ByteBuffer input = ByteBuffer.wrap(new Message.Query(0, "storm").packet(GUID, 7, 1).toBytes());

    assertThat(decoder.next(input.limit(25), packet)).isFalse();
    assertThat(decoder.end()).isEqualTo(PacketFault.TRUNCATED);
  }

  @Test
  void holdsNoMoreThanTheLongestPacket() {
    PayloadLimits limits = new PayloadLimits(100, 1000, 100);
    PacketDecoder small = new PacketDecoder(limits);
    small.next(header(0x81, 1000), packet);
    for (int i = 0; i < 999; i++) {
      assertThat(small.next(ByteBuffer.allocate(1), packet)).isFalse();
    }

    assertThat(small.next(ByteBuffer.allocate(1), packet)).isTrue();
    assertThat(packet.payloadLength()).isEqualTo(1000);
    assertThat(small.heldBytes()).isLessThanOrEqualTo(1023);
  }

  @Test
  void readsTheSamePacketsHoweverTheyAreCut() {
    Random random = new Random(1);
    List<byte[]> sent = new ArrayList<>();
    ByteBuffer stream = ByteBuffer.allocate(1 << 20);
    for (int i = 0; i < 500; i++) {
      byte[] payload = new byte[1 + random.nextInt(random.nextInt(20) == 0 ? 5000 : 60)];
      random.nextBytes(payload);
      sent.add(opaque(payload).packet(new Guid(i, i), i % 8, 1).toBytes());
      stream.put(sent.get(i));
    }
    stream.flip();

    List<byte[]> read = new ArrayList<>();
    while (stream.hasRemaining()) {
      int length = Math.min(1 + random.nextInt(3000), stream.remaining());
      ByteBuffer piece = stream.slice(stream.position(), length);
      stream.position(stream.position() + length);
      while (decoder.next(piece, packet)) {
        read.add(packet.toBytes());
      }
    }

    assertThat(decoder.end()).isNull();
    assertThat(read).usingElementComparator(java.util.Arrays::compare).isEqualTo(sent);
  }

  @Test
  void limitsThatNoPacketFitsAreRefused() {
    assertThatThrownBy(() -> new PayloadLimits(1, 27, 26))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("query = 1");
  }
}
