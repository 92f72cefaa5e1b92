package arashi.front.route;

import arashi.front.BusyException;
import arashi.front.DetailLevel;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.page.BusyWords;
import arashi.front.page.Pages;
import arashi.store.database.Commits;
import arashi.store.mail.NoSuchFolderException;
import arashi.web.ErrorPage.Problem;
import java.time.Duration;
import seda.kernel.Batch;
import seda.kernel.EventHandler;
import seda.kernel.Stage;

/**
 * A handler that answers each request with one page. Runs on the mail-store pool and may block.
 *
 * @param <E> the requests of its stage
 */
public abstract class RequestHandler<E extends MailRequest> implements EventHandler<E> {
  /** Renders and sends pages. */
  protected final Pages pages;

  private final BusyWords busyWords;
  private ReadDeadlines deadlines; // null for a stage without targets, such as the console's
  private Stage<E> stage; // null in tests without a graph

  /**
   * Creates a handler that answers through {@code pages}.
   *
   * @param busyWords words of the busy page
   */
  protected RequestHandler(Pages pages, BusyWords busyWords) {
    this.pages = pages;
    this.busyWords = busyWords;
  }

  /** The words of the busy page. */
  public final BusyWords busyWords() {
    return busyWords;
  }

  /** Answers with the busy page, which says that nothing is done; not after a commit. */
  protected final void busy(E request, Duration retryAfter) {
    if (Commits.anyNow()) {
      pages.problem(request, Problem.MAY_BE_DONE);
      return;
    }
    pages.busy().answer(request.exchange(), request.user(), busyWords, retryAfter, null);
  }

  @Override
  public final void init(Stage<E> opened) {
    stage = opened;
  }

  /** Sets what limits the reads of each request; before the stage opens. */
  final void endsBy(ReadDeadlines limits) {
    deadlines = limits;
  }

  /** Returns the level of detail at the stage's current quality for the request's class. */
  protected final DetailLevel detail(E request) {
    double quality = stage == null ? 1 : QualityHeader.quality(stage, request);
    return DetailLevel.of(request.exchange().request(), quality);
  }

  @Override
  public final void handle(Batch<E> batch) throws Exception {
    while (batch.hasNext()) {
      E request = batch.next();
      try {
        run(request);
      } catch (RequestProblem problem) {
        pages.problem(request, problem.problem());
      } catch (BusyException e) {
        busy(request, e.retryAfter());
      } catch (NoSuchFolderException e) { // another user's, or deleted since the page was shown
        pages.problem(request, Problem.NOT_FOUND);
      }
    }
  }

  private void run(E request) throws Exception {
    if (deadlines == null) {
      RequestWork.run(request.exchange(), () -> answer(request));
    } else {
      deadlines.run(request, stage.targets(), () -> answer(request));
    }
  }

  /**
   * Answers one request.
   *
   * @throws RequestProblem if the user is to see an error page
   */
  protected abstract void answer(E request) throws Exception;
}
