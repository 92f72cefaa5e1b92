package gnutella.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompressionTest {
  private final Deflation deflation = new Deflation();
  private final Inflation inflation = new Inflation(1000);

  private byte[] deflated(byte[] bytes) {
    ByteBuffer deflated = deflation.deflate(ByteBuffer.wrap(bytes));
    byte[] out = new byte[deflated.remaining()];
    deflated.get(out);
    return out;
  }

  private byte[] inflated(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteBuffer input = ByteBuffer.wrap(bytes);
    for (ByteBuffer piece = inflation.next(input);
        piece.hasRemaining();
        piece = inflation.next(input)) {
      assertThat(piece.remaining()).isLessThanOrEqualTo(1000);
      while (piece.hasRemaining()) {
        out.write(piece.get());
      }
    }
    return out.toByteArray();
  }

  @Test
  void whatIsFlushedCanBeReadAtOnce() {
    Random random = new Random(2);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[random.nextInt(5000)];
      random.nextBytes(bytes);
      assertThat(inflated(deflated(bytes))).isEqualTo(bytes);
    }
    assertThat(inflation.isDamaged()).isFalse();
  }

  @Test
  void aFewBytesThatInflateToManyAreReadInPiecesOfAFixedSize() {
    byte[] many = new byte[10 << 20];
    byte[] few = deflated(many);

    assertThat(few.length).isLessThan(many.length / 100);
    assertThat(inflated(few)).hasSize(many.length);
  }

  @Test
  void aDamagedStreamIsSeen() {
    inflated(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});

    assertThat(inflation.isDamaged()).isTrue();
    assertThat(inflated(new byte[] {0})).isEmpty();
  }

  @Test
  void whatComesBehindTheEndOfAStreamIsDamage() {
    java.util.zip.Deflater finished = new java.util.zip.Deflater();
    finished.setInput(new byte[] {1, 2, 3});
    finished.finish();
    byte[] bytes = new byte[50];
    finished.deflate(bytes);
    finished.end();

    inflated(bytes);

    assertThat(inflation.isDamaged()).isTrue();
  }
}
