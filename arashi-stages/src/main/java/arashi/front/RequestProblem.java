package arashi.front;

import arashi.web.ErrorPage;

/** A faulty request; the user sees an error page. The service is not at fault. */
public final class RequestProblem extends Exception {
  private static final long serialVersionUID = 1;

  private final ErrorPage.Problem problem;

  /** Shows the page of {@code problem}; {@code detail} is for the log. */
  public RequestProblem(ErrorPage.Problem problem, String detail) {
    super(detail, null, false, false); // an answer, not a failure: no stack trace
    this.problem = problem;
  }

  /** The problem that the page shows. */
  public ErrorPage.Problem problem() {
    return problem;
  }
}
