package arashi.request.editfolder;

import arashi.front.DetailLevel;
import arashi.front.RequestProblem;
import arashi.front.page.Flash;
import arashi.front.page.FolderPane;
import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.store.mail.FolderEdit;
import arashi.store.mail.FolderRefusedException;
import arashi.store.mail.FolderRefusedException.Reason;
import arashi.store.mail.FolderRole;
import arashi.web.ErrorPage.Problem;
import arashi.web.FoldersPage;
import arashi.web.MessageKey;
import arashi.web.Notice;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Changes a folder. If the change is refused, shows the folders again with the input. */
final class EditFolderHandler extends RequestHandler<EditFolderRequest> {
  private static final String BACK = "/mail";

  private final FolderEdit folders;
  private final Map<EditFolderRequest.Edit, MessageKey> done =
      new EnumMap<>(EditFolderRequest.Edit.class);
  private final Map<Reason, MessageKey> wrong = new EnumMap<>(Reason.class);
  private final MessageKey removed;
  private final MessageKey undone;

  EditFolderHandler(Pages pages, FolderEdit folders) {
    super(pages, pages.busyWords(EditFolder.TYPE.words()));
    this.folders = folders;
    for (EditFolderRequest.Edit edit : EditFolderRequest.Edit.values()) {
      done.put(edit, pages.done("folder_" + edit.name().toLowerCase(Locale.ROOT)));
    }
    for (Reason reason : Reason.values()) {
      wrong.put(
          reason, pages.messages().key("folder.wrong." + reason.name().toLowerCase(Locale.ROOT)));
    }
    this.removed = pages.done("folder_gone");
    this.undone = pages.done("restored");
  }

  @Override
  protected void answer(EditFolderRequest request) throws RequestProblem {
    try {
      pages.redirect(request.exchange(), BACK, changed(request));
    } catch (FolderRefusedException refused) {
      show(request, refused.reason());
    }
  }

  private static FolderRole role(EditFolderRequest request) throws RequestProblem {
    return Stream.of(FolderRole.values())
        .filter(role -> role.isGiven() && role.column().equals(request.role()))
        .findFirst()
        .orElseThrow(() -> new RequestProblem(Problem.BAD_REQUEST, "role " + request.role()));
  }

  private Flash changed(EditFolderRequest request) throws FolderRefusedException, RequestProblem {
    long account = request.user().account();
    switch (request.edit()) {
      case CREATE -> folders.create(account, request.to(), request.name());
      case RENAME -> folders.rename(account, request.folder(), request.name());
      case MOVE -> folders.move(account, request.folder(), request.to());
      case HIDE -> folders.hide(account, request.folder(), true);
      case UNHIDE -> folders.hide(account, request.folder(), false);
      case USE -> folders.use(account, request.folder(), role(request));
      case REMOVE -> {
        return removed(account, request.folder());
      }
    }
    return Flash.of(request.undoes() ? undone : done.get(request.edit()), 1);
  }

  /** Removes a folder like mail: to Trash first, permanently from there. */
  private Flash removed(long account, long folder) throws FolderRefusedException {
    OptionalLong origin = folders.delete(account, folder);
    return origin.isEmpty()
        ? Flash.of(removed, 1)
        : Flash.movedFolder(done.get(EditFolderRequest.Edit.REMOVE), folder, origin.getAsLong());
  }

  private void show(EditFolderRequest request, Reason reason) {
    Locale locale = pages.locale(request);
    FolderPane pane = FolderPane.of(pages, request, 0, DetailLevel.FULL);
    Notice notice =
        new Notice(Notice.Kind.ERROR, pages.messages().text(locale, wrong.get(reason)), null);
    FoldersPage.Typed typed =
        new FoldersPage.Typed(
            Long.toString(request.folder()), request.name(), Long.toString(request.to()));
    FoldersPage page =
        new FoldersPage(pane.page(request, "").withNotice(notice), pane.rows(), typed);
    request.exchange().respond(pages.page(request, 422, page));
  }
}
