package gnutella.routing;

import gnutella.protocol.PacketType;

/**
 * The order of packets to a slow neighbour. The more a packet has cost the network, the higher its
 * priority.
 */
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
