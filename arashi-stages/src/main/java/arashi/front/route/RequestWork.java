package arashi.front.route;

import arashi.front.MayBeDoneException;
import arashi.front.RequestProblem;
import arashi.store.database.Commits;
import arashi.store.mail.NoSuchFolderException;
import seda.netio.http.HttpExchange;

/**
 * Runs the work of one request, and tells a failure after a commit from a refusal. A refusal means
 * that nothing is done, so it may come before the first commit only.
 *
 * <pre>
 *   failure before any commit ──► as it is: 503 if it passes, 500 if not
 *   failure after a commit    ──► MayBeDoneException: 504
 * </pre>
 *
 * <p>A GET changes nothing that its repetition does not change as well, so it keeps its failure.
 */
public final class RequestWork {

  private RequestWork() {}

  /** The work. */
  @FunctionalInterface
  public interface Work {
    /** Answers the request. */
    void run() throws Exception;
  }

  /**
   * Runs the work on this thread. Blocks as the work does.
   *
   * @throws RequestProblem if the user is to see an error page
   * @throws NoSuchFolderException if a folder of the request does not exist
   * @throws Exception any other failure
   */
  public static void run(HttpExchange exchange, Work work) throws Exception {
    if (!exchange.request().method().equals("POST")) {
      work.run();
      return;
    }
    try (Commits commits = Commits.watch()) {
      try {
        work.run();
      } catch (RequestProblem | NoSuchFolderException answer) {
        throw answer;
      } catch (Exception failure) {
        throw commits.any() ? new MayBeDoneException(failure) : failure;
      }
    }
  }
}
