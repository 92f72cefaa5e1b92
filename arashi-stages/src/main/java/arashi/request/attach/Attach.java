package arashi.request.attach;

import arashi.front.Front;
import arashi.front.UserRequest;
import arashi.front.compose.ComposePages;
import arashi.front.compose.DraftSaves;
import arashi.target.RequestType;
import java.time.Duration;

/** Attaches files to a draft. */
public final class Attach extends UserRequest<AttachRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("attach", Duration.ofSeconds(3));

  /** Changes the store. */
  public Attach(Front front, ComposePages pages, DraftSaves saves) {
    super(
        TYPE,
        new AttachHandler(front.pages(), front.store(), pages, saves),
        Way.files(
            "/drafts/attach",
            AttachRequest::new,
            pages.limits().formBytes(),
            pages.limits().readBytes()));
  }
}
