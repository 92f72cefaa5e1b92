package arashi.request.listfolders;

import arashi.front.Detail;
import arashi.front.FolderPane;
import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.web.FoldersPage;

/** Shows all folders with their counters. */
public final class ListFoldersHandler extends RequestHandler<ListFoldersRequest> {
  /** A handler that shows what {@code pages} know of folders. */
  public ListFoldersHandler(Pages pages) {
    super(pages);
  }

  @Override
  protected void answer(ListFoldersRequest request) {
    FolderPane pane = FolderPane.of(pages, request, 0, Detail.FULL);
    pages.showWithFlash(request.exchange(), new FoldersPage(pane.page(request, "")));
  }
}
