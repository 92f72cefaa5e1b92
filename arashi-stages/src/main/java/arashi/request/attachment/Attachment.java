package arashi.request.attachment;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.mime.limit.MimeLimits;
import arashi.mime.parse.MailParser;
import arashi.target.RequestType;
import java.io.IOException;
import java.time.Duration;

/** Serves an attachment, all attachments as an archive, or the original mail. */
public final class Attachment extends UserRequest<AttachmentRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("attachment", Duration.ofSeconds(3));

  /**
   * Reads the store.
   *
   * @param downloads continues downloads that are longer than a slice
   * @param spool limits for responses of mails that cannot be streamed
   * @throws IOException if the spool directory cannot be created
   */
  public Attachment(Front front, Downloads downloads, SpoolLimits spool) throws IOException {
    super(
        TYPE,
        new AttachmentHandler(
            front.pages(),
            front.store(),
            downloads,
            new WholeMails(
                front.rawMails(),
                new MailParser(MimeLimits.DEFAULT),
                new Spool(spool.directory(), spool.threshold(), spool.bytes())),
            front.retryAfter()),
        Way.get("/mail/{folder}/{uid}/raw", front.ownPagesOnly(AttachmentRequest::raw)),
        Way.get("/mail/{folder}/{uid}/part/{n}", front.ownPagesOnly(AttachmentRequest::part)),
        Way.get(
            "/mail/{folder}/{uid}/attachments.zip", front.ownPagesOnly(AttachmentRequest::all)));
  }
}
