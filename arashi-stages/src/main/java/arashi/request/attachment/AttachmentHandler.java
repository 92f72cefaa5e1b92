package arashi.request.attachment;

import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.front.RequestProblem;
import arashi.front.RetryAfter;
import arashi.mime.MailParser;
import arashi.mime.MailView;
import arashi.mime.PartInfo;
import arashi.request.attachment.FileAnswer.Disposition;
import arashi.store.Message;
import arashi.store.Store;
import arashi.web.BusyPage.Action;
import arashi.web.ErrorPage.Problem;
import java.io.IOException;
import java.time.Duration;

/** Sends parts of a mail, and the mail as it came, byte for byte. */
public final class AttachmentHandler extends RequestHandler<AttachmentRequest> {
  /** When others may have fetched what fills the spool. */
  private static final Duration UNTIL_FETCHED = Duration.ofSeconds(10);

  private final Store store;
  private final MailParser parser;
  private final Spool spool;
  private final long maxMailBytes;
  private final RetryAfter retryAfter;

  /**
   * A handler that reads {@code store}.
   *
   * @param spool holds what is too large for memory until it is sent
   * @param maxMailBytes larger mails are not read
   * @param retryAfter when those come back for whom the spool has no room
   */
  public AttachmentHandler(
      Pages pages,
      Store store,
      MailParser parser,
      Spool spool,
      long maxMailBytes,
      RetryAfter retryAfter) {
    super(pages);
    this.maxMailBytes = maxMailBytes;
    this.retryAfter = retryAfter;
    this.store = store;
    this.parser = parser;
    this.spool = spool;
  }

  @Override
  protected void answer(AttachmentRequest request) throws RequestProblem, IOException {
    Message message =
        store
            .messages()
            .get(request.user().account(), request.folder(), request.uid())
            .orElseThrow(() -> notFound("message " + request.uid()));
    byte[] raw =
        store.blobs().read(message.sha256(), maxMailBytes).orElseThrow(() -> notFound("raw mail"));
    if (request.part() == AttachmentRequest.RAW) {
      send(request, FileAnswer.raw(request.uid()), raw);
      return;
    }
    PartInfo info = part(MailView.decode(message.display()), request.part());
    byte[] content =
        parser.part(raw, request.part()).orElseThrow(() -> notFound("part " + request.part()));
    Disposition disposition = request.inline() ? Disposition.INLINE_IF_SAFE : Disposition.DOWNLOAD;
    send(request, FileAnswer.part(info, disposition), content);
  }

  private static PartInfo part(MailView view, int n) throws RequestProblem {
    return view.parts().stream()
        .filter(part -> part.n() == n)
        .findFirst()
        .orElseThrow(() -> notFound("part " + n));
  }

  private void send(AttachmentRequest request, FileAnswer answer, byte[] content)
      throws IOException {
    spool
        .body(answer.response(), answer.contentType(), content)
        .ifPresentOrElse(
            request.exchange()::respond,
            () ->
                pages.busy(
                    request.exchange(),
                    request.user(),
                    Action.ATTACHMENT,
                    retryAfter.spread(UNTIL_FETCHED)));
  }

  private static RequestProblem notFound(String what) {
    return new RequestProblem(Problem.NOT_FOUND, what);
  }
}
