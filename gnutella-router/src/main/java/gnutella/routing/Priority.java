package gnutella.routing;

import gnutella.protocol.PacketType;

/** Priorities of packets to a slow neighbour: highest for those that cost the network most. */
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
