package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ElfProgramTest {
  private static final int SEGMENTS = 200_000;
  private static final int ALL = 1_000_000;

  /** A header, two program headers, and random bytes; the first of them belong to segments. */
  private static byte[] program() {
    byte[] bytes = new byte[ALL];
    new Random(1).nextBytes(bytes);
    ByteBuffer elf = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    elf.put(0, new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1});
    elf.putLong(32, 64).putLong(40, ALL - 640);
    elf.putShort(54, (short) 56).putShort(56, (short) 2);
    elf.putShort(60, (short) 10).putShort(62, (short) 9);
    elf.putLong(64 + 8, 0).putLong(64 + 32, 50_000);
    elf.putLong(120 + 8, 60_000).putLong(120 + 32, SEGMENTS - 60_000);
    return bytes;
  }

  private static byte[] copy(byte[] program) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ElfProgram.copy(new ByteArrayInputStream(program), out);
    return out.toByteArray();
  }

  @Test
  void copiesTheSegmentsAlone() throws IOException {
    byte[] program = program();
    byte[] copy = copy(program);
    assertThat(copy).hasSize(SEGMENTS);
    assertThat(Arrays.copyOfRange(copy, 64, SEGMENTS))
        .isEqualTo(Arrays.copyOfRange(program, 64, SEGMENTS));
    ByteBuffer head = ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(head.getLong(40)).as("where its sections are").isZero();
    assertThat(head.getShort(60)).as("how many").isZero();
  }

  @Test
  void copiesAnythingElseAsItIs() throws IOException {
    byte[] program = program();
    byte[] script = "#!/bin/sh\nexit 0\n".getBytes(StandardCharsets.US_ASCII);
    assertThat(copy(script)).isEqualTo(script);
    program[4] = 1; // 32 bits
    assertThat(copy(program)).isEqualTo(program);
    assertThat(copy(new byte[0])).isEmpty();
  }

  @Test
  void noticesAProgramThatWasCutOff() {
    byte[] half = Arrays.copyOf(program(), SEGMENTS / 2);
    assertThatThrownBy(() -> copy(half)).isInstanceOf(IOException.class);
  }
}
