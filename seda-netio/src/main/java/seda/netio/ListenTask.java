package seda.netio;

import java.io.IOException;

/** What the listen stage does on a processor: accept connections, or make room for them. */
interface ListenTask {
  void run() throws IOException;
}
