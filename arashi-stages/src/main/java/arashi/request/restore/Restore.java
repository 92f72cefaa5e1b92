package arashi.request.restore;

import arashi.front.Front;
import arashi.front.UserRequest;
import arashi.target.RequestType;
import java.time.Duration;

/** Restores mail that was deleted for good. */
public final class Restore extends UserRequest<RestoreRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("restore", Duration.ofSeconds(5));

  /** Restores mails. */
  @FunctionalInterface
  public interface Restorer {
    /**
     * Restores at most {@code limit} mails of an account into Trash. Blocks on the database.
     *
     * @return how many
     */
    int restore(long account, int limit);
  }

  /** Has {@code restorer} change the store. */
  public Restore(Front front, Restorer restorer) {
    super(
        TYPE,
        new RestoreHandler(front.pages(), front.store(), restorer, front.retryAfter()),
        Way.post("/mail/{folder}/restore", RestoreRequest::read));
  }
}
