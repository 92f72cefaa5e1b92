package arashi.request.showmessage;

import arashi.front.page.Pages;
import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.ReadingLimits;
import arashi.mime.parse.MailParser;
import arashi.remote.ImageLinks;
import arashi.remote.RemoteContent;
import arashi.target.RequestType;
import java.time.Duration;

/**
 * Shows a message, or a mail attached to one, and serves its HTML text to the frame on its page.
 */
public final class ShowMessage extends UserRequest<ShowMessageRequest> {
  /** The request type. */
  public static final RequestType TYPE =
      RequestType.of("show message", Duration.ofSeconds(1)).withDegradation();

  /**
   * Reads the store.
   *
   * @param images limits of images in mails
   * @param reading limits of the work per mail
   * @param remote access to remote content
   * @param links addresses of remote images
   */
  public ShowMessage(
      Front front,
      ImageLimits images,
      ReadingLimits reading,
      RemoteContent remote,
      ImageLinks links) {
    super(
        TYPE,
        new ShowMessageHandler(
            front,
            new MessageViews(
                front.shown(),
                new MailParser(MimeLimits.DEFAULT),
                reading,
                images,
                () -> front.store().outgoing().holds().latest().isHeld()),
            new RemoteImages(front.store().people().imageSenders(), front.guard(), remote, links)),
        Way.get("/mail/{folder}/{uid}", ShowMessageRequest::page),
        Way.get(Pages.MAIL_BODY, ShowMessageRequest::body),
        Way.get("/mail/{folder}/{uid}/mail/{n}", ShowMessageRequest::attachedPage),
        Way.get(Pages.ATTACHED_BODY, ShowMessageRequest::attachedBody));
  }
}
