package arashi.request.restore;

import arashi.front.Front;
import arashi.front.UserRequest;
import arashi.target.RequestType;
import java.time.Duration;
import java.util.List;

/** Restores mail that was deleted for good, and shows what there is. */
public final class Restore extends UserRequest<RestoreRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("restore", Duration.ofSeconds(5));

  /** Restores mails. */
  public interface Restorer {
    /**
     * Restores at most {@code limit} mails of an account into Trash. Blocks on the database.
     *
     * @return how many
     */
    int restore(long account, int limit);

    /**
     * The same for some mails, by the ids that they had. Blocks on the database.
     *
     * @return how many
     */
    int restore(long account, List<Long> messages);
  }

  /** Has {@code restorer} change the store. */
  public Restore(Front front, Restorer restorer) {
    super(
        TYPE,
        new RestoreHandler(front, restorer),
        Way.get("/deleted", RestoreRequest::show),
        Way.post("/mail/{folder}/restore", RestoreRequest::read));
  }
}
