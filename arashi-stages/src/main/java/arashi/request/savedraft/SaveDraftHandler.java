package arashi.request.savedraft;

import arashi.front.BusyException;
import arashi.front.RequestProblem;
import arashi.front.compose.ComposePages;
import arashi.front.compose.DraftSaves;
import arashi.front.compose.MailForm;
import arashi.front.page.Flash;
import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.store.Store;
import arashi.store.draft.SaveResult;
import arashi.web.ErrorPage.Problem;
import arashi.web.MessageKey;
import java.util.Optional;

/**
 * Saves drafts. A form redirects to itself; a script receives the new version. A discarded draft is
 * saved first, so that undo restores all of it.
 */
final class SaveDraftHandler extends RequestHandler<SaveDraftRequest> {
  private final Store store;
  private final ComposePages compose;
  private final DraftSaves saves;
  private final MessageKey done;
  private final MessageKey discarded;
  private final MessageKey restored;

  SaveDraftHandler(Pages pages, Store store, ComposePages compose, DraftSaves saves) {
    super(pages, pages.busyWords(SaveDraft.TYPE.words()));
    this.store = store;
    this.compose = compose;
    this.saves = saves;
    this.done = pages.done("saved");
    this.discarded = pages.done("discarded");
    this.restored = pages.done("draft_restored");
  }

  @Override
  protected void answer(SaveDraftRequest request) throws RequestProblem, BusyException {
    switch (request.action()) {
      case SAVE -> save(request);
      case DISCARD -> discard(request);
      case RESTORE -> restore(request);
    }
  }

  private void save(SaveDraftRequest request) throws RequestProblem, BusyException {
    MailForm form = compose.signed(request, request.form());
    Optional<MailForm> saved = saves.saved(request, saves.save(request, form));
    if (saved.isEmpty()) {
      return;
    }
    if (DraftSaves.isForScript(request)) {
      DraftSaves.tell(request, 200, saved.get().id(), saved.get().version());
    } else if (form.chosen().isEmpty()) {
      String page = ComposePages.draftUrl(saved.get().id());
      pages.redirect(request.exchange(), page, Flash.of(done, 1));
    } else {
      compose.giveBackUnattached(request, saved.get());
    }
  }

  private void discard(SaveDraftRequest request) throws RequestProblem, BusyException {
    MailForm form = compose.signed(request, request.form());
    long account = request.user().account();
    String after = compose.afterwards(account, form.draft()); // all look-ups before the changes
    DraftSaves.Attempt attempt = saves.save(request, form);
    if (attempt.result() instanceof SaveResult.Discarded gone) { // the same form was sent twice
      pages.redirect(request.exchange(), after, Flash.discarded(discarded, gone.id()));
      return;
    }
    Optional<MailForm> saved = saves.saved(request, attempt);
    if (saved.isPresent()) {
      store.outgoing().drafts().discard(account, saved.get().id());
      Flash flash = Flash.discarded(discarded, saved.get().id());
      pages.redirect(request.exchange(), after, flash);
    }
  }

  private void restore(SaveDraftRequest request) throws RequestProblem {
    if (!store.outgoing().drafts().restore(request.user().account(), request.id())) {
      throw new RequestProblem(Problem.NOT_FOUND, "draft " + request.id());
    }
    String page = ComposePages.draftUrl(request.id());
    pages.redirect(request.exchange(), page, Flash.of(restored, 1));
  }
}
