package gnutella.protocol;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The payload of a packet, with its fields decoded. Extensions after the fields (GGEP, HUGE) stay
 * raw bytes, so a message is written exactly as it was read.
 *
 * <p>Texts are Latin-1, one character per byte, since their encoding is unknown: some servents
 * write names in UTF-8, and extensions are binary.
 */
public sealed interface Message
    permits Message.Ping,
        Message.Pong,
        Message.Bye,
        Message.Push,
        Message.Query,
        QueryHits,
        Message.Opaque {

  /** The packet type. */
  PacketType type();

  /** Payload length in bytes. */
  int length();

  /** Writes the payload. */
  void writeTo(ByteBuffer to);

  /**
   * Decodes a packet's payload; empty if it does not match its type. Copies the bytes. Types whose
   * fields the router does not need become {@link Opaque}.
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

  /** Builds a packet of this message in a new buffer. */
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
   * Discovers hosts.
   *
   * @param extensions GGEP, usually empty
   */
  record Ping(String extensions) implements Message {
    /** Creates a ping without extensions. */
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
   * Announces a host.
   *
   * @param port its listening port
   * @param address IPv4, big-endian
   * @param files number of shared files
   * @param kilobytes size of the shared files
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
   * Ends a connection.
   *
   * @param code 200 … 599, in the ranges of SMTP
   * @param text readable reason, with any extensions
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
   * @param servent the servent to connect
   * @param index index of the wanted file
   * @param address IPv4 address to connect to, big-endian
   * @param port port to connect to
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
   * A search.
   *
   * @param flags formerly the minimum speed
   * @param criteria the search terms, without the terminating NUL
   * @param extensions bytes after the NUL; empty if there is no NUL
   * @param ended whether a NUL is present
   */
  record Query(int flags, String criteria, String extensions, boolean ended) implements Message {
    /** Creates a query without extensions. */
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

  /** A message of any other type. */
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
