package seda.netio;

import java.io.IOException;
import seda.kernel.IoSource;
import seda.kernel.Processor;

/** A processor's source of socket events: an NIO selector. */
public final class SelectorSource implements IoSource {
  private SelectorSource() {}

  /** The factory to make processors with. */
  public static IoSource open(Processor processor) throws IOException {
    return new SelectorSource();
  }

  @Override
  public void poll(long timeoutNanos) throws IOException {}

  @Override
  public void wakeup() {}

  @Override
  public void close() throws IOException {}
}
