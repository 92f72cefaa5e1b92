package gnutella.routing;

import gnutella.protocol.PacketType;

/** What goes first when a neighbour is slow: the more it has cost others to get there. */
enum Priority {
  BYE,
  PUSH,
  HITS,
  PONG,
  QUERY,
  PING;

  static Priority of(PacketType type) {
    return switch (type) {
      case BYE -> BYE;
      case PUSH -> PUSH;
      case QUERY_HITS -> HITS;
      case PONG -> PONG;
      case QUERY -> QUERY;
      default -> PING;
    };
  }
}
