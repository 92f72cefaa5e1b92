package arashi.front;

import seda.kernel.Batch;
import seda.kernel.EventHandler;

/**
 * A handler that answers each request with one page. Runs on the mail-store pool and may block.
 *
 * @param <E> the requests of its stage
 */
public abstract class RequestHandler<E extends MailRequest> implements EventHandler<E> {
  /** Renders and sends. */
  protected final Pages pages;

  /** A handler that answers through {@code pages}. */
  protected RequestHandler(Pages pages) {
    this.pages = pages;
  }

  @Override
  public final void handle(Batch<E> batch) throws Exception {
    while (batch.hasNext()) {
      E request = batch.next();
      try {
        answer(request);
      } catch (RequestProblem problem) {
        pages.problem(request, problem.problem());
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
