package arashi.request.markallread;

import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.front.turn.BulkWork;
import arashi.store.job.Work;
import arashi.store.mail.Flag;
import arashi.web.MessageKey;

/** Marks the current mails of a folder as read; mail that arrives meanwhile stays unread. */
final class MarkAllReadHandler extends RequestHandler<MarkAllReadRequest> {
  private final BulkWork bulk;
  private final MessageKey marked;

  MarkAllReadHandler(Pages pages, BulkWork bulk) {
    super(pages, pages.busyWords(MarkAllRead.TYPE.words()));
    this.bulk = bulk;
    this.marked = pages.done("marked_read");
  }

  @Override
  protected void answer(MarkAllReadRequest request) {
    Work work = new Work.Mark(request.folder(), Flag.SEEN, true);
    pages.redirect(
        request.exchange(), request.back(), bulk.start(request.user().account(), work, marked));
  }
}
