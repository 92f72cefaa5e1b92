package arashi.request.attach;

import arashi.front.compose.ComposePages;
import arashi.front.compose.DraftSaves;
import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.store.delivery.Quotas;
import arashi.target.RequestType;
import java.nio.file.Path;
import java.time.Duration;

/** Attaches files to a draft. */
public final class Attach extends UserRequest<AttachRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("attach", Duration.ofSeconds(3));

  /**
   * Changes the store.
   *
   * @param quotas storage limits of accounts, which include draft files
   * @param spool directory for files that are not stored yet
   */
  public Attach(Front front, ComposePages pages, DraftSaves saves, Quotas quotas, Path spool) {
    super(
        TYPE,
        new AttachHandler(front.pages(), front.store(), pages, saves, quotas, spool),
        Way.files(
            "/drafts/attach",
            AttachRequest::new,
            pages.limits().formBytes(),
            pages.limits().readBytes()));
  }
}
