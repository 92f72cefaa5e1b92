package seda.netio;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import seda.kernel.IoSource;
import seda.kernel.Processor;

/**
 * A processor's source of socket events: an NIO selector. Its work per poll grows with the channels
 * that are ready, not with those that are open; they are dispatched in random order, so that no
 * client is always served first.
 *
 * <p>Make processors with it: {@code graph.processors(config, SelectorSource::open)}.
 */
public final class SelectorSource implements IoSource {
  private static final long MAX_WAIT_MILLIS = TimeUnit.HOURS.toMillis(1);

  /** Something with a channel at this selector. Called on the processor's thread. */
  interface Registered {
    /** The channel can do some of these {@link SelectionKey} operations. */
    void ready(int operations);

    /** The processor ends: let go of the channel. */
    void processorEnds();
  }

  private final Selector selector;
  private final List<SelectionKey> ready = new ArrayList<>();
  private final Consumer<SelectionKey> collect = ready::add;
  private final SplittableRandom random = new SplittableRandom();

  private SelectorSource(Selector selector) {
    this.selector = selector;
  }

  /** The factory to make processors with. */
  public static IoSource open(Processor processor) throws IOException {
    return new SelectorSource(Selector.open());
  }

  /** The source of the processor whose thread is calling. */
  static SelectorSource of(Processor processor) {
    if (processor.io() instanceof SelectorSource source) {
      return source;
    }
    throw new IllegalStateException("make the processors with SelectorSource::open");
  }

  SelectionKey register(SelectableChannel channel, int operations, Registered registered)
      throws IOException {
    return channel.register(selector, operations, registered);
  }

  @Override
  public void poll(long timeoutNanos) throws IOException {
    if (timeoutNanos == 0) {
      selector.selectNow(collect);
    } else {
      // rounded up, for a wait of 0 ms would be one without end, and a shorter one a busy loop
      long millis = Math.min(MAX_WAIT_MILLIS, (timeoutNanos - 1) / 1_000_000 + 1);
      selector.select(collect, millis);
    }
    dispatch();
  }

  private void dispatch() {
    for (int left = ready.size(); left > 0; left--) {
      int chosen = left == 1 ? 0 : random.nextInt(left);
      SelectionKey key = ready.get(chosen);
      ready.set(chosen, ready.get(left - 1));
      if (key.isValid()) {
        ((Registered) key.attachment()).ready(key.readyOps());
      }
    }
    ready.clear();
  }

  @Override
  public void wakeup() {
    selector.wakeup();
  }

  @Override
  public void close() throws IOException {
    for (SelectionKey key : List.copyOf(selector.keys())) {
      ((Registered) key.attachment()).processorEnds();
    }
    selector.close();
  }
}
