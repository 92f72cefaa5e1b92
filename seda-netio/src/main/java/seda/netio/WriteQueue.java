package seda.netio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * The unwritten bytes and file regions of a connection, in order. Adjacent buffers go out in one
 * gathering write. Not thread-safe.
 */
final class WriteQueue {
  /**
   * The JDK copies heap buffers into direct ones of their size, so large ones are written in
   * slices.
   */
  private static final int HEAP_SLICE_BYTES = 128 << 10;

  /** Bytes per write turn, so that a large response cannot delay others. */
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
  private ArrayDeque<Mark> marks; // null until the first mark
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

  /** Sets a mark after the bytes added so far. */
  void mark(FlushListener listener) {
    if (marks == null) {
      marks = new ArrayDeque<>(1);
    }
    marks.add(new Mark(added, listener));
  }

  /** True if it has neither bytes nor marks; it is then reusable. */
  boolean isDone() {
    return items.isEmpty() && (marks == null || marks.isEmpty());
  }

  /** Calls the listeners of passed marks. */
  void complete() {
    while (marks != null && !marks.isEmpty() && marks.peek().end() <= gone) {
      marks.remove().listener().flushed(true);
    }
  }

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
   * Writes until the queue is empty, the outlet takes no more, or the turn is over.
   *
   * @param gather scratch space; its length bounds the buffers of one write
   * @return bytes written
   * @throws IOException if the outlet fails, or a file is shorter than announced
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
      throw new IOException("the file became shorter while it was being sent");
    }
    file.sent += n;
    if (file.left() == 0) {
      items.remove().release();
    } else {
      blocked = n == 0;
    }
    return n;
  }

  void release() {
    items.forEach(Item::release);
    items.clear();
    added = gone;
    while (marks != null && !marks.isEmpty()) {
      marks.remove().listener().flushed(false);
    }
  }
}
