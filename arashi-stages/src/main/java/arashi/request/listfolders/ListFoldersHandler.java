package arashi.request.listfolders;

import arashi.front.FolderPane;
import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.store.Store;
import arashi.web.FoldersPage;

/** Shows all folders with their counters. */
public final class ListFoldersHandler extends RequestHandler<ListFoldersRequest> {
  private final Store store;

  /** A handler that reads {@code store}. */
  public ListFoldersHandler(Pages pages, Store store) {
    super(pages);
    this.store = store;
  }

  @Override
  protected void answer(ListFoldersRequest request) {
    FolderPane pane =
        FolderPane.of(store.folders().list(request.user().account()), 0, pages, request.exchange());
    pages.showWithFlash(request.exchange(), new FoldersPage(pane.page(request, "")));
  }
}
