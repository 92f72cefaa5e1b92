package seda.netio;

/** An event of the write stage: a side of a connection that has something for it to do. */
interface WriteTurn {

  /** The connection that fails if the turn does. */
  Connection connection();

  /** Does it. In the write stage, on the connection's processor. */
  void take();
}
