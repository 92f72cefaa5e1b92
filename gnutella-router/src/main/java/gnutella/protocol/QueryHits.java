package gnutella.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Search results.
 *
 * @param port port that serves the files
 * @param address IPv4, big-endian
 * @param speed of its line, in kbit/s
 * @param results the files
 * @param extensions bytes between the results and the servent: vendor block, GGEP, XML
 * @param servent the responding servent, the target of pushes
 */
public record QueryHits(
    int port, int address, int speed, List<Result> results, String extensions, Guid servent)
    implements Message {
  /** One matching file and its index. Both texts exclude their NUL. */
  public record Result(int index, int size, String name, String extensions) {
    int length() {
      return 8 + name.length() + 1 + extensions.length() + 1;
    }
  }

  private static final int FIXED = 11;
  private static final int SERVENT = 16;

  static Optional<QueryHits> read(ByteBuffer from) {
    int count = from.get() & 0xff;
    int port = Fields.port(from);
    int address = from.getInt();
    int speed = Fields.integer(from);
    from.limit(from.limit() - SERVENT);
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (from.remaining() < 10) {
        return Optional.empty();
      }
      int index = Fields.integer(from);
      int size = Fields.integer(from);
      String name = Fields.text(from);
      if (!Fields.skipNul(from)) {
        return Optional.empty();
      }
      String extensions = Fields.text(from);
      if (!Fields.skipNul(from)) {
        return Optional.empty();
      }
      results.add(new Result(index, size, name, extensions));
    }
    String extensions = Fields.rest(from);
    from.limit(from.limit() + SERVENT);
    Guid servent = Fields.guid(from);
    return Optional.of(
        new QueryHits(port, address, speed, List.copyOf(results), extensions, servent));
  }

  @Override
  public PacketType type() {
    return PacketType.QUERY_HITS;
  }

  @Override
  public int length() {
    return FIXED + results.stream().mapToInt(Result::length).sum() + extensions.length() + SERVENT;
  }

  @Override
  public void writeTo(ByteBuffer to) {
    to.put((byte) results.size());
    Fields.port(to, port);
    to.putInt(address);
    Fields.integer(to, speed);
    for (Result result : results) {
      Fields.integer(to, result.index());
      Fields.integer(to, result.size());
      Fields.text(to, result.name());
      to.put((byte) 0);
      Fields.text(to, result.extensions());
      to.put((byte) 0);
    }
    Fields.text(to, extensions);
    to.putLong(servent.high()).putLong(servent.low());
  }
}
