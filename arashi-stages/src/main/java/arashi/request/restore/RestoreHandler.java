package arashi.request.restore;

import arashi.front.DetailLevel;
import arashi.front.RequestProblem;
import arashi.front.page.DisplayFormats;
import arashi.front.page.Flash;
import arashi.front.page.FolderPane;
import arashi.front.route.Front;
import arashi.front.route.RequestHandler;
import arashi.front.route.RetryAfter;
import arashi.mime.view.Shown;
import arashi.store.Store;
import arashi.store.database.Commits;
import arashi.store.mail.ExpungedMail;
import arashi.store.mail.FolderRole;
import arashi.web.DeletedPage;
import arashi.web.ErrorPage.Problem;
import arashi.web.MessageKey;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lists permanently deleted mails and restores them into Trash in batches. Only one request
 * restores at a time, because each mail is held whole in memory.
 */
final class RestoreHandler extends RequestHandler<RestoreRequest> {
  static final int MOST = 100;
  private static final int PAGE = 50;
  private static final Duration UNTIL_DONE = Duration.ofSeconds(3);

  private final Store.Mailboxes mail;
  private final Restore.MailRestorer restorer;
  private final DisplayFormats shown;
  private final RetryAfter retryAfter;
  private final ReentrantLock restoring = new ReentrantLock();
  private final MessageKey restored;
  private final MessageKey restoredSome;
  private final MessageKey restoredNone;

  RestoreHandler(Front front, Restore.MailRestorer restorer) {
    super(front.pages(), front.pages().busyWords(Restore.TYPE.words()));
    this.mail = front.store().mail();
    this.restorer = restorer;
    this.shown = front.shown();
    this.retryAfter = front.retryAfter();
    this.restored = pages.done("restored");
    this.restoredSome = pages.done("restored_some");
    this.restoredNone = pages.done("restored_none");
  }

  @Override
  protected void answer(RestoreRequest request) throws RequestProblem {
    if (request.wanted() instanceof RestoreRequest.Show show) {
      show(request, show);
    } else if (!restoring.tryLock()) {
      busy(request, retryAfter.spread(UNTIL_DONE));
    } else {
      try {
        restore(request);
      } finally {
        restoring.unlock();
      }
    }
  }

  private void restore(RestoreRequest request) {
    long account = request.user().account();
    if (request.wanted() instanceof RestoreRequest.Some some) {
      pages.redirect(request.exchange(), some.back(), restore(account, some.messages()));
    } else if (request.wanted() instanceof RestoreRequest.All all) {
      pages.redirect(request.exchange(), all.back(), restore(account));
    }
  }

  private Flash restore(long account, List<Long> messages) {
    int mails = restorer.restore(account, messages);
    return mails == 0 && !messages.isEmpty()
        ? Flash.of(restoredNone, 1)
        : Flash.of(mails < messages.size() ? restoredSome : restored, mails);
  }

  private void show(RestoreRequest request, RestoreRequest.Show show) throws RequestProblem {
    long account = request.user().account();
    long trash =
        mail.folders()
            .byRole(account, FolderRole.TRASH)
            .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "no Trash"))
            .id();
    FolderPane pane = FolderPane.of(pages, request, trash, DetailLevel.FULL);
    List<ExpungedMail> found = mail.expunged().newest(account, show.before(), PAGE + 1);
    List<ExpungedMail> mails = found.subList(0, Math.min(PAGE, found.size()));
    String older =
        found.size() > PAGE ? "/deleted?before=" + mails.get(mails.size() - 1).message() : null;
    Locale locale = pages.locale(request);
    DisplayFormats formats = shown.of(request.user());
    pages.show(
        request,
        new DeletedPage(
            pane.page(request, ""),
            FolderPane.url(trash),
            mails.stream().map(one -> row(one, formats, locale)).toList(),
            older));
  }

  private static DeletedPage.Mail row(ExpungedMail mail, DisplayFormats formats, Locale locale) {
    return new DeletedPage.Mail(
        Long.toString(mail.message()),
        Shown.text(mail.from()),
        mail.subject(),
        formats.full(mail.expungedAt(), locale),
        DisplayFormats.size(mail.size()));
  }

  private Flash restore(long account) {
    int mails = restorer.restore(account, MOST);
    if (mails == 0) {
      return Flash.of(restoredNone, 1); // a count of zero would read as an empty selection
    }
    boolean more =
        mails == MOST && Commits.afterwards(() -> mail.expunged().count(account) > 0, true);
    return Flash.of(more ? restoredSome : restored, mails);
  }
}
