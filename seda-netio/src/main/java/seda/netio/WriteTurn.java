package seda.netio;

/** An event of the write stage: a side of a connection with work for it. */
interface WriteTurn {

  /** Returns the connection to close if the turn fails. */
  Connection connection();

  /** Runs the turn in the write stage, on the connection's processor. */
  void take();
}
