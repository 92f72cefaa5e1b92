package arashi.request.jobs;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.front.turn.BulkWork;
import arashi.target.RequestType;
import java.time.Duration;

/** Shows, cancels and undoes long-running work on many mails. */
public final class ShowJobs extends UserRequest<JobsRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("show jobs", Duration.ofSeconds(1));

  /** Shows the jobs of {@code bulk}. */
  public ShowJobs(Front front, BulkWork bulk) {
    super(
        TYPE,
        new JobsHandler(front.pages(), front.shown(), bulk),
        Way.get("/jobs", JobsRequest::list),
        Way.get("/jobs/{id}", JobsRequest::show),
        Way.post("/jobs/{id}/cancel", JobsRequest::cancel),
        Way.post("/jobs/{id}/undo", JobsRequest::undo));
  }
}
