package arashi.request.listfolders;

import arashi.front.DetailLevel;
import arashi.front.page.FolderPane;
import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.web.FoldersPage;

/** Shows all folders with their counters. */
final class ListFoldersHandler extends RequestHandler<ListFoldersRequest> {
  ListFoldersHandler(Pages pages) {
    super(pages, pages.busyWords(ListFolders.TYPE.words()).withoutFolders());
  }

  @Override
  protected void answer(ListFoldersRequest request) {
    FolderPane pane = FolderPane.of(pages, request, 0, DetailLevel.FULL);
    pages.showWithFlash(request, FoldersPage.of(pane.page(request, ""), pane.rows()));
  }
}
