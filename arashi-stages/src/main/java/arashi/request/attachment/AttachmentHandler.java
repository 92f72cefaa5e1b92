package arashi.request.attachment;

import arashi.front.RequestProblem;
import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.front.route.RetryAfter;
import arashi.mime.limit.MimeLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.parse.PartStream;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import arashi.request.attachment.FileAnswer.Disposition;
import arashi.store.Store;
import arashi.store.blob.Blobs;
import arashi.store.database.StoreException;
import arashi.store.mail.Message;
import arashi.store.mail.Messages;
import arashi.web.ErrorPage.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.netio.http.HttpResponse;

/**
 * Sends parts of a mail, all attachments as an archive, and the original mail byte for byte, below
 * its delivery fields. A file is read from the stored mail while it is sent, see {@link Download}.
 * A file that fits in the first slice is answered here.
 */
final class AttachmentHandler extends RequestHandler<AttachmentRequest> {
  private static final Logger log = LoggerFactory.getLogger(AttachmentHandler.class);

  /** {@code Retry-After} for requests that must wait for other downloads. */
  private static final Duration UNTIL_FETCHED = Duration.ofSeconds(10);

  private final Messages messages;
  private final Blobs blobs;
  private final Downloads downloads;
  private final WholeMails wholeMails;
  private final RetryAfter retryAfter;

  AttachmentHandler(
      Pages pages, Store store, Downloads downloads, WholeMails wholeMails, RetryAfter retryAfter) {
    super(pages, pages.busyWords(Attachment.TYPE.words()));
    this.messages = store.mail().messages();
    this.blobs = store.mail().blobs();
    this.downloads = downloads;
    this.wholeMails = wholeMails;
    this.retryAfter = retryAfter;
  }

  @Override
  protected void answer(AttachmentRequest request) throws RequestProblem, IOException {
    Message message =
        messages
            .get(request.user().account(), request.folder(), request.uid())
            .orElseThrow(() -> notFound("message " + request.uid()));
    File file = file(request, message);
    long account = request.user().account();
    Optional<Downloads.Permit> permit = downloads.tryBegin(account);
    if (permit.isEmpty()) {
      noRoom(request);
      return;
    }
    Optional<SlicedContent> content = Optional.empty();
    try {
      content = file.open();
    } finally {
      if (content.isEmpty()) {
        permit.get().end();
      }
    }
    if (content.isEmpty()) {
      answerWhole(request, file);
      return;
    }
    Answering reply = new Answering(request, file);
    try {
      new Download(downloads, permit.get(), account, content.get(), reply).begin();
    } catch (MissingPartException e) {
      answerWhole(request, file);
    }
  }

  private interface File {
    /** Opens the content; empty if the mail cannot be streamed. */
    Optional<SlicedContent> open() throws RequestProblem, IOException;

    /** Returns the headers of the response. */
    FileAnswer answer(ByteBuffer first);

    /** Builds the response from the whole mail; empty if that does not fit now. */
    Optional<HttpResponse> whole() throws RequestProblem, IOException;
  }

  private File file(AttachmentRequest request, Message message) throws RequestProblem {
    if (request.part() == AttachmentRequest.RAW) {
      return new Original(message, request.uid());
    }
    MailView view = MailView.decodeWithoutHtml(message.display());
    if (request.part() == AttachmentRequest.ALL) {
      if (view.attachments().isEmpty()) {
        throw notFound("attachments");
      }
      return new ZippedParts(message, view);
    }
    PartInfo info =
        view.parts().stream()
            .filter(part -> part.n() == request.part())
            .findFirst()
            .orElseThrow(() -> notFound("part " + request.part()));
    return new Part(message, info, request.inline(), !view.hasEncodedMail());
  }

  private final class Original implements File {
    private final Message message;
    private final long uid;

    Original(Message message, long uid) {
      this.message = message;
      this.uid = uid;
    }

    @Override
    public Optional<SlicedContent> open() throws RequestProblem {
      Blobs.Opened raw = raw(message);
      return Optional.of(
          new OriginalContent(message.trace().orElse(new byte[0]), raw.content(), raw.size()));
    }

    @Override
    public FileAnswer answer(ByteBuffer first) {
      return FileAnswer.raw(uid);
    }

    @Override
    public Optional<HttpResponse> whole() {
      throw new IllegalStateException("the original mail can always be streamed");
    }
  }

  private final class Part implements File {
    private final Message message;
    private final PartInfo info;
    private final boolean inline;
    private final boolean streams;

    Part(Message message, PartInfo info, boolean inline, boolean streams) {
      this.message = message;
      this.info = info;
      this.inline = inline;
      this.streams = streams;
    }

    @Override
    public Optional<SlicedContent> open() throws RequestProblem, IOException {
      if (!streams) {
        return Optional.empty();
      }
      return PartStream.of(raw(message).content(), MimeLimits.DEFAULT, n -> n == info.n(), Map.of())
          .map(mail -> new PartContent(mail, info));
    }

    @Override
    public FileAnswer answer(ByteBuffer first) {
      if (inline && info.isShownAsText()) {
        return FileAnswer.text(TextCharset.of(info.charset(), first));
      }
      return FileAnswer.part(info, inline ? Disposition.INLINE_IF_SAFE : Disposition.DOWNLOAD);
    }

    @Override
    public Optional<HttpResponse> whole() throws RequestProblem, IOException {
      return wholeMails.part(message, answer(ByteBuffer.allocate(0)), info.n());
    }
  }

  private final class ZippedParts implements File {
    private final Message message;
    private final MailView view;

    ZippedParts(Message message, MailView view) {
      this.message = message;
      this.view = view;
    }

    @Override
    public Optional<SlicedContent> open() throws RequestProblem, IOException {
      boolean unpacked = parts().stream().anyMatch(part -> MailParser.isUnpacked(part.n()));
      if (unpacked || view.hasEncodedMail()) {
        return Optional.empty();
      }
      try {
        return Optional.of(new ZipContent(this::open, parts(), time()));
      } catch (MissingPartException unreadable) {
        return Optional.empty();
      } catch (NoRawMailException gone) {
        throw notFound("raw mail");
      }
    }

    private PartStream open(ZipContent.Parts wanted, Map<Integer, Integer> inside)
        throws IOException {
      Blobs.Opened raw =
          blobs.open(message.sha256(), Download.FETCH_BYTES).orElseThrow(NoRawMailException::new);
      return PartStream.of(raw.content(), MimeLimits.DEFAULT, wanted.among(parts()), inside)
          .orElseThrow(() -> new MissingPartException(0));
    }

    private List<PartInfo> parts() {
      return view.attachments();
    }

    private LocalDateTime time() {
      return LocalDateTime.ofInstant(message.item().receivedAt(), ZoneOffset.UTC);
    }

    @Override
    public FileAnswer answer(ByteBuffer first) {
      return FileAnswer.zip(view.envelope().subject());
    }

    @Override
    public Optional<HttpResponse> whole() throws RequestProblem, IOException {
      return wholeMails.zip(message, answer(ByteBuffer.allocate(0)), parts(), time());
    }
  }

  private static final class NoRawMailException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private Blobs.Opened raw(Message message) throws RequestProblem {
    return blobs
        .open(message.sha256(), Download.FETCH_BYTES)
        .orElseThrow(() -> notFound("raw mail"));
  }

  private void answerWhole(AttachmentRequest request, File file)
      throws RequestProblem, IOException {
    file.whole().ifPresentOrElse(request.exchange()::respond, () -> noRoom(request));
  }

  private void noRoom(AttachmentRequest request) {
    busy(request, retryAfter.spread(UNTIL_FETCHED));
  }

  /** Sends the response once the first bytes are read. */
  private final class Answering implements Download.Reply {
    private final AttachmentRequest request;
    private final File file;

    Answering(AttachmentRequest request, File file) {
      this.request = request;
      this.file = file;
    }

    @Override
    public Download.Head head(ByteBuffer first) {
      FileAnswer answer = file.answer(first);
      return new Download.Head(answer.response(), answer.contentType());
    }

    @Override
    public void send(HttpResponse response) {
      request.exchange().respond(response);
    }

    @Override
    public void failed(Throwable cause) {
      try {
        if (!(cause instanceof MissingPartException)) {
          throw cause;
        }
        answerWhole(request, file);
      } catch (RequestProblem problem) {
        pages.problem(request, problem.problem());
      } catch (StoreException e) {
        log.debug("path={} refused: {}", request.exchange().request().path(), e.getMessage());
        noRoom(request);
      } catch (Throwable other) {
        log.error("path={} failed: {}", request.exchange().request().path(), other.toString());
        pages.problem(request, Problem.INTERNAL);
      }
    }

    @Override
    public void shed() {
      pages.problem(request, Problem.UNAVAILABLE);
    }
  }

  private static RequestProblem notFound(String what) {
    return new RequestProblem(Problem.NOT_FOUND, what);
  }
}
