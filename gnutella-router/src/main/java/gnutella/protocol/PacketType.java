package gnutella.protocol;

import java.util.Arrays;

/** What a packet is, by the byte at offset 16 of its header. */
public enum PacketType {
  /** Who is there? Broadcast, or answered from the pong cache. */
  PING(0x00, 0),
  /** A host and what it shares; goes back the way its ping came. */
  PONG(0x01, 14),
  /** The last packet of a connection, with the reason of its end. */
  BYE(0x02, 2),
  /** A leaf's query routing table; between neighbours. */
  QUERY_ROUTES(0x30, 1),
  /** A vendor's own message; between neighbours. */
  VENDOR(0x31, 8),
  /** A vendor's message whose definition was published; between neighbours. */
  STANDARD_VENDOR(0x32, 8),
  /** Asks a servent behind a firewall to connect; goes the way its query-hits came. */
  PUSH(0x40, 26),
  /** Who has this? Broadcast. */
  QUERY(0x80, 2),
  /** Has it; goes back the way its query came. */
  QUERY_HITS(0x81, 27),
  /** Any other. */
  UNKNOWN(-1, 0);

  private static final PacketType[] BY_CODE = new PacketType[256];

  static {
    Arrays.fill(BY_CODE, UNKNOWN);
    for (PacketType type : values()) {
      if (type != UNKNOWN) {
        BY_CODE[type.code] = type;
      }
    }
  }

  private final int code;
  private final int minPayload;

  PacketType(int code, int minPayload) {
    this.code = code;
    this.minPayload = minPayload;
  }

  /** The type of a code, of which the lowest byte counts. */
  public static PacketType of(int code) {
    return BY_CODE[code & 0xff];
  }

  /** Its code; that of {@link #UNKNOWN} is -1. */
  public int code() {
    return code;
  }

  /** Bytes that a payload of this type has at least. */
  int minPayload() {
    return minPayload;
  }
}
