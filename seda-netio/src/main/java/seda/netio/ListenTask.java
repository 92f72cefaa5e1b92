package seda.netio;

import java.io.IOException;

/** A task of the listen stage on a processor: accept connections, or make room for them. */
interface ListenTask {
  void run() throws IOException;
}
