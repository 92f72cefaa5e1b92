package arashi.request.restore;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.target.RequestType;
import java.time.Duration;
import java.util.List;

/** Lists and restores permanently deleted mail. */
public final class Restore extends UserRequest<RestoreRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("restore", Duration.ofSeconds(5));

  /** Restores mails. */
  public interface MailRestorer {
    /**
     * Restores at most {@code limit} mails of an account into Trash. Blocks on the database.
     *
     * @return number of restored mails
     */
    int restore(long account, int limit);

    /**
     * Restores mails by their former ids. Blocks on the database.
     *
     * @return number of restored mails
     */
    int restore(long account, List<Long> messages);
  }

  /** Restores mails with {@code restorer}. */
  public Restore(Front front, MailRestorer restorer) {
    super(
        TYPE,
        new RestoreHandler(front, restorer),
        Way.get("/deleted", RestoreRequest::show),
        Way.post("/mail/{folder}/restore", RestoreRequest::read));
  }
}
