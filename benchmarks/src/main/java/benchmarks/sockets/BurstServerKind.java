package benchmarks.sockets;

/** What the servers that are compared are made of. */
enum BurstServerKind {
  /** The socket stages on processors. */
  STAGES("stages"),
  /** A thread of the system for each connection. */
  THREADS("a thread each"),
  /** A virtual thread for each connection. */
  VIRTUAL_THREADS("a virtual thread each"),
  /** Event loops of Netty. */
  NETTY("Netty");

  private final String title;

  BurstServerKind(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
