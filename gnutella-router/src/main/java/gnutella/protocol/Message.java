package gnutella.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The payload of a packet, read field by field. What is behind the fields, as extensions (GGEP,
 * HUGE), stays as the bytes that it is, so that a message is written as it was read.
 *
 * <p>Texts are bytes in Latin-1, a character each, for what they mean is not known: a servent may
 * write names in UTF-8, and extensions are no text at all.
 */
public sealed interface Message {

  /** Its packet's type. */
  PacketType type();

  /** Bytes of the payload. */
  int length();

  /** Writes the payload. */
  void writeTo(ByteBuffer to);

  /**
   * The payload of a packet; empty if it is not what its type says. Its bytes are copied. A type
   * without fields that a router needs is read as {@link Opaque}.
   */
  static Optional<Message> of(Packet packet) {
    ByteBuffer payload = packet.payload();
    if (payload.remaining() < packet.type().minPayload()) {
      return Optional.empty();
    }
    return switch (packet.type()) {
      case PING -> Optional.of(new Ping(Fields.rest(payload)));
      case PONG -> Optional.of(Pong.read(payload));
      case BYE -> Optional.of(Bye.read(payload));
      case PUSH -> Optional.of(Push.read(payload));
      case QUERY -> Optional.of(Query.read(payload));
      case QUERY_HITS -> QueryHits.read(payload).map(hits -> hits);
      default -> Optional.of(new Opaque(packet.code(), Fields.rest(payload)));
    };
  }

  /** A packet of this message, in a buffer of its own. */
  default Packet packet(Guid guid, int ttl, int hops) {
    int code = this instanceof Opaque opaque ? opaque.code() : type().code();
    ByteBuffer buffer = ByteBuffer.allocate(Packet.HEADER_BYTES + length());
    buffer.putLong(guid.high()).putLong(guid.low());
    buffer.put((byte) code).put((byte) ttl).put((byte) hops);
    buffer.putInt(Integer.reverseBytes(length()));
    writeTo(buffer);
    return new Packet().wrap(buffer, 0);
  }

  /**
   * Who is there?
   *
   * @param extensions GGEP, mostly none
   */
  record Ping(String extensions) implements Message {
    /** Without extensions. */
    public Ping() {
      this("");
    }

    @Override
    public PacketType type() {
      return PacketType.PING;
    }

    @Override
    public int length() {
      return extensions.length();
    }

    @Override
    public void writeTo(ByteBuffer to) {
      Fields.text(to, extensions);
    }
  }

  /**
   * A host.
   *
   * @param port where it takes connections
   * @param address IPv4, big-endian
   * @param files that it shares
   * @param kilobytes that those are
   * @param extensions GGEP
   */
  record Pong(int port, int address, int files, int kilobytes, String extensions)
      implements Message {
    static Pong read(ByteBuffer from) {
      return new Pong(
          Fields.port(from),
          from.getInt(),
          Fields.integer(from),
          Fields.integer(from),
          Fields.rest(from));
    }

    @Override
    public PacketType type() {
      return PacketType.PONG;
    }

    @Override
    public int length() {
      return 14 + extensions.length();
    }

    @Override
    public void writeTo(ByteBuffer to) {
      Fields.port(to, port);
      to.putInt(address);
      Fields.integer(to, files);
      Fields.integer(to, kilobytes);
      Fields.text(to, extensions);
    }
  }

  /**
   * The end of a connection.
   *
   * @param code 200 … 599, by the ranges of SMTP
   * @param text for people, and what may be behind it
   */
  record Bye(int code, String text) implements Message {
    static Bye read(ByteBuffer from) {
      return new Bye(Fields.port(from), Fields.rest(from));
    }

    @Override
    public PacketType type() {
      return PacketType.BYE;
    }

    @Override
    public int length() {
      return 2 + text.length();
    }

    @Override
    public void writeTo(ByteBuffer to) {
      Fields.port(to, code);
      Fields.text(to, text);
    }
  }

  /**
   * Asks a servent to connect.
   *
   * @param servent whom
   * @param index which file is wanted
   * @param address where to connect, IPv4, big-endian
   * @param port where to connect
   * @param extensions GGEP
   */
  record Push(Guid servent, int index, int address, int port, String extensions)
      implements Message {
    static Push read(ByteBuffer from) {
      return new Push(
          Fields.guid(from),
          Fields.integer(from),
          from.getInt(),
          Fields.port(from),
          Fields.rest(from));
    }

    @Override
    public PacketType type() {
      return PacketType.PUSH;
    }

    @Override
    public int length() {
      return 26 + extensions.length();
    }

    @Override
    public void writeTo(ByteBuffer to) {
      to.putLong(servent.high()).putLong(servent.low());
      Fields.integer(to, index);
      to.putInt(address);
      Fields.port(to, port);
      Fields.text(to, extensions);
    }
  }

  /**
   * A question.
   *
   * @param flags the field that was a least speed once
   * @param criteria what is looked for, without the NUL that ends it
   * @param extensions behind the NUL; empty also where there is no NUL
   * @param ended whether there is a NUL
   */
  record Query(int flags, String criteria, String extensions, boolean ended) implements Message {
    /** A plain one. */
    public Query(int flags, String criteria) {
      this(flags, criteria, "", true);
    }

    static Query read(ByteBuffer from) {
      int flags = from.getShort() & 0xffff;
      String criteria = Fields.text(from);
      boolean ended = from.hasRemaining();
      if (ended) {
        from.get();
      }
      return new Query(flags, criteria, Fields.rest(from), ended);
    }

    @Override
    public PacketType type() {
      return PacketType.QUERY;
    }

    @Override
    public int length() {
      return 2 + criteria.length() + (ended ? 1 : 0) + extensions.length();
    }

    @Override
    public void writeTo(ByteBuffer to) {
      to.putShort((short) flags);
      Fields.text(to, criteria);
      if (ended) {
        to.put((byte) 0);
        Fields.text(to, extensions);
      }
    }
  }

  /**
   * An answer.
   *
   * @param port where the files can be had
   * @param address IPv4, big-endian
   * @param speed of its line, in kbit/s
   * @param results the files
   * @param extensions between the results and the servent: the vendor's block, GGEP, XML
   * @param servent who answers; pushes go there
   */
  record QueryHits(
      int port, int address, int speed, List<Result> results, String extensions, Guid servent)
      implements Message {
    /** A file that was found, under its index; both texts without their NUL. */
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
      return FIXED
          + results.stream().mapToInt(Result::length).sum()
          + extensions.length()
          + SERVENT;
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

  /** Any other type. */
  record Opaque(int code, String payload) implements Message {
    @Override
    public PacketType type() {
      return PacketType.of(code);
    }

    @Override
    public int length() {
      return payload.length();
    }

    @Override
    public void writeTo(ByteBuffer to) {
      Fields.text(to, payload);
    }
  }
}
