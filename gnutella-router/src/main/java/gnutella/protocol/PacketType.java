package gnutella.protocol;

import java.util.Arrays;

/** The type of a packet, from the byte at offset 16 of its header. */
public enum PacketType {
  /** Discovers hosts. Broadcast, or answered from the pong cache. */
  PING(0x00, 0),
  /** A host and what it shares; follows its ping's path back. */
  PONG(0x01, 14),
  /** The last packet of a connection, with the reason for its end. */
  BYE(0x02, 2),
  /** A leaf's query routing table; between neighbours only. */
  QUERY_ROUTES(0x30, 1),
  /** A vendor's own message; between neighbours only. */
  VENDOR(0x31, 8),
  /** A vendor's published message; between neighbours only. */
  STANDARD_VENDOR(0x32, 8),
  /** Asks a servent behind a firewall to connect; follows its query hits' path back. */
  PUSH(0x40, 26),
  /** A search; broadcast. */
  QUERY(0x80, 2),
  /** Search results; follow their query's path back. */
  QUERY_HITS(0x81, 27),
  /** Any other type. */
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

  /** Returns the type for the lowest byte of a code. */
  public static PacketType of(int code) {
    return BY_CODE[code & 0xff];
  }

  /** The code; -1 for {@link #UNKNOWN}. */
  public int code() {
    return code;
  }

  /** Minimum payload length in bytes. */
  int minPayload() {
    return minPayload;
  }
}
