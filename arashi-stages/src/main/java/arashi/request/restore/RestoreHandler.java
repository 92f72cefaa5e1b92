package arashi.request.restore;

import arashi.front.Flash;
import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.front.RetryAfter;
import arashi.store.Store;
import arashi.web.MessageKey;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Puts mails that were deleted for good back into Trash, some at a time. One request at a time does
 * so, because each mail is held whole in memory.
 */
final class RestoreHandler extends RequestHandler<RestoreRequest> {
  private static final int MOST = 100;
  private static final Duration UNTIL_DONE = Duration.ofSeconds(3);

  private final Store store;
  private final Restore.Restorer restorer;
  private final RetryAfter retryAfter;
  private final ReentrantLock restoring = new ReentrantLock();
  private final MessageKey restored;
  private final MessageKey restoredSome;
  private final MessageKey restoredNone;

  RestoreHandler(Pages pages, Store store, Restore.Restorer restorer, RetryAfter retryAfter) {
    super(pages, pages.busyWords(Restore.TYPE.words()));
    this.store = store;
    this.restorer = restorer;
    this.retryAfter = retryAfter;
    this.restored = pages.done("restored");
    this.restoredSome = pages.done("restored_some");
    this.restoredNone = pages.done("restored_none");
  }

  @Override
  protected void answer(RestoreRequest request) {
    if (!restoring.tryLock()) {
      busy(request, retryAfter.spread(UNTIL_DONE));
      return;
    }
    try {
      pages.redirect(request.exchange(), request.back(), restore(request.user().account()));
    } finally {
      restoring.unlock();
    }
  }

  private Flash restore(long account) {
    int mails = restorer.restore(account, MOST);
    if (mails == 0) {
      return Flash.of(restoredNone, 1); // of no mails it would say that nothing was selected
    }
    boolean more = mails == MOST && store.expunged().count(account) > 0;
    return Flash.of(more ? restoredSome : restored, mails);
  }
}
