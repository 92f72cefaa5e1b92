package seda.netio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * What a connection has yet to write: bytes and parts of files, in order. Bytes that follow each
 * other go out in one gathering write. Not thread-safe.
 */
final class WriteQueue {
  /** The JDK copies heap buffers into direct ones of their size, so big ones go in slices. */
  private static final int HEAP_SLICE_BYTES = 128 << 10;

  /** What one write turn may send, so that a big response can't hold up the others. */
  private static final int TURN_BYTES = 512 << 10;

  private sealed interface Item {
    void release();
  }

  private record Bytes(ByteBuffer buffer, BufferPool pool) implements Item {
    @Override
    public void release() {
      if (pool != null) {
        pool.give(buffer);
      }
    }
  }

  private static final class File implements Item {
    private final FileRegion region;
    private long sent;

    File(FileRegion region) {
      this.region = region;
    }

    long left() {
      return region.length() - sent;
    }

    @Override
    public void release() {
      region.release();
    }
  }

  private record Mark(long end, FlushListener listener) {}

  private final ArrayDeque<Item> items = new ArrayDeque<>(4);
  private ArrayDeque<Mark> marks; // null as long as nobody asked
  private long added;
  private long gone;
  private boolean blocked;

  /** Adds bytes; {@code pool}, if not null, gets the buffer back when they are written. */
  void add(ByteBuffer buffer, BufferPool pool) {
    added += buffer.remaining();
    items.add(new Bytes(buffer, pool));
  }

  void add(FileRegion region) {
    added += region.length();
    items.add(new File(region));
  }

  /** Sets a mark behind what was added. */
  void mark(FlushListener listener) {
    if (marks == null) {
      marks = new ArrayDeque<>(1);
    }
    marks.add(new Mark(added, listener));
  }

  /** True if it has nothing to write and nobody to tell; then it is as good as a new one. */
  boolean isDone() {
    return items.isEmpty() && (marks == null || marks.isEmpty());
  }

  /** Tells the listeners whose marks have been passed. */
  void complete() {
    while (marks != null && !marks.isEmpty() && marks.peek().end() <= gone) {
      marks.remove().listener().flushed(true);
    }
  }

  /** Bytes not yet written. */
  long pending() {
    return added - gone;
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  /** True if the last {@link #writeTo} stopped because the outlet took no more. */
  boolean isBlocked() {
    return blocked;
  }

  /**
   * Writes until nothing is left, the outlet takes no more, or it was this connection's turn for
   * long enough.
   *
   * @param gather scratch space; its length bounds the buffers of one write
   * @return bytes written
   * @throws IOException if the outlet fails, or a file has become shorter than was promised
   */
  long writeTo(Outlet outlet, ByteBuffer[] gather) throws IOException {
    long written = 0;
    blocked = false;
    while (!items.isEmpty() && !blocked && written < TURN_BYTES) {
      long n =
          items.peek() instanceof File file ? transfer(file, outlet) : writeBytes(outlet, gather);
      written += n;
      gone += n;
    }
    return written;
  }

  private long writeBytes(Outlet outlet, ByteBuffer[] gather) throws IOException {
    int count = 0;
    long wanted = 0;
    ByteBuffer sliced = null;
    int limit = 0;
    for (Item item : items) {
      if (count == gather.length || wanted >= TURN_BYTES || !(item instanceof Bytes bytes)) {
        break;
      }
      ByteBuffer buffer = bytes.buffer();
      gather[count++] = buffer;
      if (!buffer.isDirect() && buffer.remaining() > HEAP_SLICE_BYTES) {
        sliced = buffer;
        limit = buffer.limit();
        buffer.limit(buffer.position() + HEAP_SLICE_BYTES);
        wanted += HEAP_SLICE_BYTES;
        break;
      }
      wanted += buffer.remaining();
    }
    long n = outlet.write(gather, 0, count);
    if (sliced != null) {
      sliced.limit(limit);
    }
    Arrays.fill(gather, 0, count, null);
    blocked = n < wanted;
    while (items.peek() instanceof Bytes head && !head.buffer().hasRemaining()) {
      items.remove().release();
    }
    return n;
  }

  private long transfer(File file, Outlet outlet) throws IOException {
    long wanted = Math.min(file.left(), TURN_BYTES);
    long position = file.region.offset() + file.sent;
    long n = wanted == 0 ? 0 : outlet.transferFrom(file.region.channel(), position, wanted);
    if (n == 0 && wanted > 0 && file.region.channel().size() <= position) {
      throw new IOException("a file became shorter while it was sent");
    }
    file.sent += n;
    if (file.left() == 0) {
      items.remove().release();
    } else {
      blocked = n == 0;
    }
    return n;
  }

  /** Gives up what is left. */
  void release() {
    items.forEach(Item::release);
    items.clear();
    added = gone;
    while (marks != null && !marks.isEmpty()) {
      marks.remove().listener().flushed(false);
    }
  }
}
