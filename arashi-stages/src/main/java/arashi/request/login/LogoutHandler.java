package arashi.request.login;

import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.front.session.Cookies;
import arashi.front.session.SessionCache;
import arashi.store.Store;

/** Ends a session: deletes its row and the browser's cookie. */
final class LogoutHandler extends RequestHandler<LogoutRequest> {
  private final Store store;
  private final SessionCache sessions;
  private final Cookies cookies;

  LogoutHandler(Pages pages, Store store, SessionCache sessions, Cookies cookies) {
    super(pages, pages.busyWords("list_folders").withoutFolders());
    this.store = store;
    this.sessions = sessions;
    this.cookies = cookies;
  }

  @Override
  protected void answer(LogoutRequest request) {
    store.people().sessions().delete(request.user().session());
    sessions.forget(request.user().session());
    request
        .exchange()
        .respond(
            Pages.redirect("/login?signed-out")
                .header("Set-Cookie", cookies.clear(cookies.session())));
  }
}
