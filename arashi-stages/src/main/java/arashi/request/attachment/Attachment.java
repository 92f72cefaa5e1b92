package arashi.request.attachment;

import arashi.front.Front;
import arashi.front.UserRequest;
import arashi.mime.limit.MimeLimits;
import arashi.mime.parse.MailParser;
import arashi.target.RequestType;
import java.io.IOException;
import java.time.Duration;

/** An attachment, all of them as an archive, or the mail as it came. */
public final class Attachment extends UserRequest<AttachmentRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("attachment", Duration.ofSeconds(3));

  /**
   * Reads the store.
   *
   * @param downloads reads on what is longer than a slice
   * @param spool answers of mails that can't be read as a stream
   * @throws IOException if the spool can't be made
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
        Way.get("/mail/{folder}/{uid}/raw", AttachmentRequest::raw),
        Way.get("/mail/{folder}/{uid}/part/{n}", AttachmentRequest::part),
        Way.get("/mail/{folder}/{uid}/attachments.zip", AttachmentRequest::all));
  }
}
