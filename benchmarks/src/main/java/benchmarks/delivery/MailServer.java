package benchmarks.delivery;

import java.util.List;

/** A server that takes mail by LMTP on a port of loopback, for one recipient. */
interface MailServer extends AutoCloseable {
  /** What the tables call it. */
  String title();

  int port();

  /** To whom all mail goes. */
  String recipient();

  /** Processes whose trees are all of it. */
  List<ProcessHandle> processes();

  /** Program and version, and what it uses. */
  String version();

  /** True if it is slow at first, as Java is. */
  boolean warmsUp();

  @Override
  void close();
}
