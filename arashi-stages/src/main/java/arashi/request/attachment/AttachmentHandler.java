package arashi.request.attachment;

import arashi.front.Pages;
import arashi.front.RawMails;
import arashi.front.RequestHandler;
import arashi.front.RequestProblem;
import arashi.front.RetryAfter;
import arashi.mime.parse.MailParser;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import arashi.request.attachment.FileAnswer.Disposition;
import arashi.store.Store;
import arashi.store.mail.Message;
import arashi.web.ErrorPage.Problem;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/**
 * Sends parts of a mail, and the mail as it came, byte for byte, below the fields of its delivery.
 */
final class AttachmentHandler extends RequestHandler<AttachmentRequest> {
  /** When others may have fetched what fills the spool. */
  private static final Duration UNTIL_FETCHED = Duration.ofSeconds(10);

  private final Store store;
  private final RawMails rawMails;
  private final MailParser parser;
  private final Spool spool;
  private final RetryAfter retryAfter;

  /**
   * A handler that reads {@code store}.
   *
   * @param rawMails those of the store
   * @param spool holds what is too large for memory until it is sent
   * @param retryAfter of requests without room, in memory or in the spool
   */
  AttachmentHandler(
      Pages pages,
      Store store,
      RawMails rawMails,
      MailParser parser,
      Spool spool,
      RetryAfter retryAfter) {
    super(pages, pages.busyWords(Attachment.TYPE.words()));
    this.store = store;
    this.rawMails = rawMails;
    this.parser = parser;
    this.spool = spool;
    this.retryAfter = retryAfter;
  }

  @Override
  protected void answer(AttachmentRequest request) throws RequestProblem, IOException {
    Message message =
        store
            .messages()
            .get(request.user().account(), request.folder(), request.uid())
            .orElseThrow(() -> notFound("message " + request.uid()));
    if (!rawMails.use(message, raw -> answer(request, message, raw))) {
      noRoom(request, RawMails.UNTIL_USED);
    }
  }

  private void answer(AttachmentRequest request, Message message, byte[] raw)
      throws RequestProblem, IOException {
    if (request.part() == AttachmentRequest.RAW) {
      send(request, FileAnswer.raw(request.uid()), original(message, raw));
      return;
    }
    PartInfo info = part(MailView.decode(message.display()), request.part());
    byte[] content =
        parser.part(raw, request.part()).orElseThrow(() -> notFound("part " + request.part()));
    Disposition disposition = request.inline() ? Disposition.INLINE_IF_SAFE : Disposition.DOWNLOAD;
    send(request, FileAnswer.part(info, disposition), content);
  }

  /** Below what delivery noted of the mail for its recipient, if it came by delivery. */
  private static byte[] original(Message message, byte[] raw) {
    byte[] trace = message.trace().orElse(new byte[0]);
    byte[] original = Arrays.copyOf(trace, trace.length + raw.length);
    System.arraycopy(raw, 0, original, trace.length, raw.length);
    return original;
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
        .ifPresentOrElse(request.exchange()::respond, () -> noRoom(request, UNTIL_FETCHED));
  }

  private void noRoom(AttachmentRequest request, Duration wait) {
    busy(request, retryAfter.spread(wait));
  }

  private static RequestProblem notFound(String what) {
    return new RequestProblem(Problem.NOT_FOUND, what);
  }
}
