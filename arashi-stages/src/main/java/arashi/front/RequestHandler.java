package arashi.front;

import arashi.store.NoSuchFolderException;
import arashi.web.ErrorPage.Problem;
import java.util.function.DoubleSupplier;
import seda.kernel.Batch;
import seda.kernel.EventHandler;
import seda.kernel.Stage;

/**
 * A handler that answers each request with one page. Runs on the mail-store pool and may block.
 *
 * @param <E> the requests of its stage
 */
public abstract class RequestHandler<E extends MailRequest> implements EventHandler<E> {
  /** Renders and sends. */
  protected final Pages pages;

  private DoubleSupplier quality = () -> 1;

  /** A handler that answers through {@code pages}. */
  protected RequestHandler(Pages pages) {
    this.pages = pages;
  }

  @Override
  public final void init(Stage<E> stage) {
    quality = stage.quality()::value;
  }

  /** How much the answer to a request shows, by the quality of the stage now. */
  protected final Detail detail(E request) {
    return Detail.of(request.exchange().request(), quality.getAsDouble());
  }

  @Override
  public final void handle(Batch<E> batch) throws Exception {
    while (batch.hasNext()) {
      E request = batch.next();
      try {
        answer(request);
      } catch (RequestProblem problem) {
        pages.problem(request, problem.problem());
      } catch (NoSuchFolderException e) { // not the user's, or gone since the page was shown
        pages.problem(request, Problem.NOT_FOUND);
      }
    }
  }

  /**
   * Answers one request.
   *
   * @throws RequestProblem to have the user told what is wrong with it
   */
  protected abstract void answer(E request) throws Exception;
}
