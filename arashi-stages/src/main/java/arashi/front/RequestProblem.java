package arashi.front;

import arashi.web.ErrorPage;

/** A request that can't be answered as asked; the user is shown why. Not a fault of ours. */
public final class RequestProblem extends Exception {
  private static final long serialVersionUID = 1;

  private final ErrorPage.Problem problem;

  /** The user will see the page for {@code problem}; {@code detail} is for the log. */
  public RequestProblem(ErrorPage.Problem problem, String detail) {
    super(detail, null, false, false); // an answer, not a failure: nobody reads its stack
    this.problem = problem;
  }

  /** What happened. */
  public ErrorPage.Problem problem() {
    return problem;
  }
}
