package db.migrations;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Copies a Linux program without the data after its last segment: symbols and debug information,
 * nine tenths of a MariaDB server. The kernel and the dynamic linker read only the segments that
 * the program headers name. So the copied header declares no sections (System V Application Binary
 * Interface, chapters 4 and 5, "ELF Header" and "Program Header").
 *
 * <p>Any other file, and an ELF file of unexpected layout, is copied unchanged.
 */
final class ElfProgram {
  private static final int HEADER = 64;
  private static final int PROGRAM_HEADER = 56;

  /** {@code \177ELF}, 64 bits, least significant byte first. */
  private static final int MAGIC = 0x464c457f;

  private static final int CLASS_AND_DATA = 4;
  private static final short CLASS_64_DATA_LSB = 0x0102;

  private static final int PROGRAM_HEADERS_OFFSET = 32;
  private static final int SECTIONS_OFFSET = 40;
  private static final int PROGRAM_HEADER_SIZE = 54;
  private static final int PROGRAM_HEADER_COUNT = 56;
  private static final int SECTION_COUNT = 60;
  private static final int SECTION_OF_NAMES = 62;

  /** Offsets of a segment's fields in its program header. */
  private static final int SEGMENT_OFFSET = 8;

  private static final int SEGMENT_SIZE = 32;
  private static final int MOST_SEGMENTS = 32;

  private ElfProgram() {}

  /** Copies the segments; may leave the rest of the input unread. */
  static void copy(InputStream in, OutputStream out) throws IOException {
    byte[] head = in.readNBytes(HEADER + MOST_SEGMENTS * PROGRAM_HEADER);
    ByteBuffer bytes = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
    long end = endOfSegments(bytes);
    if (end <= head.length) {
      out.write(head);
      in.transferTo(out);
      return;
    }
    bytes.putLong(SECTIONS_OFFSET, 0);
    bytes.putShort(SECTION_COUNT, (short) 0);
    bytes.putShort(SECTION_OF_NAMES, (short) 0);
    out.write(head);
    copy(in, out, end - head.length);
  }

  /** Returns the end of the last segment; 0 if the layout is unexpected. */
  private static long endOfSegments(ByteBuffer head) {
    if (head.limit() < HEADER
        || head.getInt(0) != MAGIC
        || head.getShort(CLASS_AND_DATA) != CLASS_64_DATA_LSB
        || head.getLong(PROGRAM_HEADERS_OFFSET) != HEADER
        || head.getShort(PROGRAM_HEADER_SIZE) != PROGRAM_HEADER) {
      return 0;
    }
    int count = head.getShort(PROGRAM_HEADER_COUNT);
    if (count < 1 || HEADER + count * PROGRAM_HEADER > head.limit()) {
      return 0;
    }
    long end = 0;
    for (int at = HEADER; at < HEADER + count * PROGRAM_HEADER; at += PROGRAM_HEADER) {
      end = Math.max(end, head.getLong(at + SEGMENT_OFFSET) + head.getLong(at + SEGMENT_SIZE));
    }
    return end;
  }

  private static void copy(InputStream in, OutputStream out, long most) throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (long left = most; left > 0; ) {
      int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (read < 0) {
        throw new IOException("a program ends before its last segment");
      }
      out.write(buffer, 0, read);
      left -= read;
    }
  }
}
