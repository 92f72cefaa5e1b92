package gnutella.protocol;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The payload of a packet, read field by field. What is behind the fields, as extensions (GGEP,
 * HUGE), stays as the bytes that it is, so that a message is written as it was read.
 *
 * <p>Texts are bytes in Latin-1, a character each, for what they mean is not known: a servent may
 * write names in UTF-8, and extensions are no text at all.
 */
public sealed interface Message
    permits Message.Ping,
        Message.Pong,
        Message.Bye,
        Message.Push,
        Message.Query,
        QueryHits,
        Message.Opaque {

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
