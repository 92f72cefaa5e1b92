package arashi.request.attachment;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.session.User;
import seda.netio.http.HttpExchange;

/**
 * {@code GET /mail/{folder}/{uid}/raw}, {@code …/part/{n}} or {@code …/attachments.zip}.
 *
 * @param part number of the part, or {@link #RAW}, or {@link #ALL}
 * @param inline whether the browser may show it, if it is text or an image of a safe type
 */
public record AttachmentRequest(
    HttpExchange exchange, User user, long folder, long uid, int part, boolean inline)
    implements MailRequest {
  /** Requests the original mail instead of a part. */
  public static final int RAW = -1;

  /** Requests all attachments instead of a part. */
  public static final int ALL = -2;

  /** Reads the request for a part. */
  public static AttachmentRequest part(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new AttachmentRequest(
        exchange,
        user,
        arguments.number(0),
        arguments.number(1),
        (int) Math.min(arguments.number(2), Integer.MAX_VALUE),
        !arguments.query("inline").isEmpty());
  }

  /** Reads the request for the original mail. */
  public static AttachmentRequest raw(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new AttachmentRequest(
        exchange, user, arguments.number(0), arguments.number(1), RAW, false);
  }

  /** Reads the request for all attachments as one archive. */
  public static AttachmentRequest all(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new AttachmentRequest(
        exchange, user, arguments.number(0), arguments.number(1), ALL, false);
  }
}
