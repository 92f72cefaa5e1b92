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
 * A processor's source of socket events: an NIO selector. The work per poll grows with the ready
 * channels, not with the open ones. Channels are dispatched in random order, so that no client is
 * always served first.
 *
 * <p>Create processors with it: {@code graph.processors(config, SelectorSource::open)}.
 */
public final class SelectorSource implements IoSource {
  private static final long MAX_WAIT_MILLIS = TimeUnit.HOURS.toMillis(1);

  /** An object with a channel at this selector. Called on the processor's thread. */
  interface Registered {
    /** The channel is ready for some of these {@link SelectionKey} operations. */
    void ready(int operations);

    /** The processor ends; release the channel. */
    void processorEnds();
  }

  private final Selector selector;
  private final List<SelectionKey> ready = new ArrayList<>();
  private final Consumer<SelectionKey> collect = ready::add;
  private final SplittableRandom random = new SplittableRandom();

  private SelectorSource(Selector selector) {
    this.selector = selector;
  }

  /** Opens the source of a processor; pass it as the factory of processors. */
  public static IoSource open(Processor processor) throws IOException {
    return new SelectorSource(Selector.open());
  }

  /** Returns the source of the calling processor. */
  static SelectorSource of(Processor processor) {
    if (processor.io() instanceof SelectorSource source) {
      return source;
    }
    throw new IllegalStateException(
        "the processors have no selector; declare them with SelectorSource::open");
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
      // rounded up: 0 ms would wait forever, and a shorter wait would be a busy loop
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
