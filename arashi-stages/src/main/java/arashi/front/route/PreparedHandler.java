package arashi.front.route;

import java.util.Comparator;
import java.util.function.BiConsumer;
import seda.kernel.Batch;
import seda.kernel.EventHandler;
import seda.kernel.Stage;

/**
 * A handler whose events are prepared one by one, just before it takes them.
 *
 * @param <E> type of the events
 */
final class PreparedHandler<E> implements EventHandler<E> {
  private final EventHandler<E> handler;
  private final BiConsumer<Stage<E>, E> preparation;
  private Stage<E> stage;

  PreparedHandler(EventHandler<E> handler, BiConsumer<Stage<E>, E> preparation) {
    this.handler = handler;
    this.preparation = preparation;
  }

  @Override
  public void init(Stage<E> opened) throws Exception {
    stage = opened;
    handler.init(opened);
  }

  @Override
  public void handle(Batch<E> batch) throws Exception {
    handler.handle(new PreparedBatch(batch));
  }

  @Override
  public void destroy() throws Exception {
    handler.destroy();
  }

  private final class PreparedBatch implements Batch<E> {
    private final Batch<E> batch;

    PreparedBatch(Batch<E> batch) {
      this.batch = batch;
    }

    @Override
    public boolean hasNext() {
      return batch.hasNext();
    }

    @Override
    public int remaining() {
      return batch.remaining();
    }

    @Override
    public E next() {
      E event = batch.next();
      preparation.accept(stage, event);
      return event;
    }

    @Override
    public void sort(Comparator<? super E> order) {
      batch.sort(order);
    }

    @Override
    public void shed() {
      batch.shed();
    }
  }
}
