package arashi.request.savedraft;

import arashi.front.compose.ComposePages;
import arashi.front.compose.DraftSaves;
import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.target.RequestType;
import java.time.Duration;

/** Saves, discards and restores drafts. */
public final class SaveDraft extends UserRequest<SaveDraftRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("save draft", Duration.ofSeconds(1));

  /** Changes the store. */
  public SaveDraft(Front front, ComposePages pages, DraftSaves saves) {
    super(
        TYPE,
        new SaveDraftHandler(front.pages(), front.store(), pages, saves),
        Way.post("/drafts", SaveDraftRequest::save),
        Way.post("/drafts/discard", SaveDraftRequest::discard),
        Way.post("/drafts/{id}/restore", SaveDraftRequest::restore));
  }
}
