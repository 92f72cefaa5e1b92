package arashi.front.account;

import arashi.front.DetailLevel;
import arashi.front.MailRequest;
import arashi.front.page.DisplayFormats;
import arashi.front.page.FolderPane;
import arashi.front.page.Pages;
import arashi.front.route.Front;
import arashi.store.Store;
import arashi.store.account.Session;
import arashi.web.Notice;
import arashi.web.PageFrame;
import arashi.web.SecurityPage;
import arashi.web.SecurityPage.PasswordForm;
import java.util.List;
import java.util.Locale;
import seda.netio.http.HttpResponse;

/** Shows the password form and the sessions of an account. Blocks on the database. */
public final class SecurityPages {
  /** Path of the page. */
  public static final String PATH = "/account/security";

  private static final int MOST_SESSIONS = 50;

  private final Pages pages;
  private final Store store;
  private final DisplayFormats shown;

  /** Pages for the accounts of the store. */
  public SecurityPages(Front front) {
    this.pages = front.pages();
    this.store = front.store();
    this.shown = front.shown();
  }

  /** Errors of the form by field; null for a valid field. */
  public record Wrong(String old, String fresh, String again) {
    /** No errors. */
    public static final Wrong NOTHING = new Wrong(null, null, null);

    /** True if no field is wrong. */
    public boolean isNothing() {
      return equals(NOTHING);
    }

    private int fields() {
      return (old == null ? 0 : 1) + (fresh == null ? 0 : 1) + (again == null ? 0 : 1);
    }
  }

  /** Returns the translated error message. */
  public String wrong(MailRequest request, String word, Object... arguments) {
    return pages.messages().text(pages.locale(request), "account.wrong." + word, arguments);
  }

  /** Answers with the page and the outcome of the last POST. */
  public void show(MailRequest request) {
    pages.showWithFlash(request, page(request, frame(request), Wrong.NOTHING));
  }

  /** Returns the page with the errors of the password form. */
  public HttpResponse giveBack(MailRequest request, int status, Wrong wrong) {
    String text = pages.messages().text(pages.locale(request), "wrong.fields", wrong.fields());
    Notice notice = new Notice(Notice.Kind.ERROR, text, null);
    return pages.page(request, status, page(request, frame(request).withNotice(notice), wrong));
  }

  private PageFrame frame(MailRequest request) {
    return FolderPane.of(pages, request, 0, DetailLevel.FULL).page(request, "");
  }

  private SecurityPage page(MailRequest request, PageFrame frame, Wrong wrong) {
    List<Session> sessions = store.people().sessions().list(request.user().account());
    return new SecurityPage(
        frame,
        new PasswordForm(wrong.old(), wrong.fresh(), wrong.again(), PasswordRules.LEAST),
        sessions.stream().limit(MOST_SESSIONS).map(one -> session(request, one)).toList(),
        sessions.size() > MOST_SESSIONS);
  }

  private SecurityPage.Session session(MailRequest request, Session session) {
    DisplayFormats formats = shown.of(request.user());
    Locale locale = pages.locale(request);
    return new SecurityPage.Session(
        session.tokenHash().hex(),
        BrowserName.of(session.userAgent()),
        session.remoteAddress(),
        formats.full(session.created(), locale),
        formats.full(session.lastUsed(), locale),
        session.tokenHash().equals(request.user().session()));
  }
}
