package arashi.request.showmessage;

import arashi.front.RequestProblem;
import arashi.front.page.Pages;
import arashi.front.page.RawMails;
import arashi.front.route.Front;
import arashi.mime.html.SanitizedHtml;
import arashi.mime.view.MailView;
import arashi.store.mail.Message;
import arashi.web.BodyPage;
import arashi.web.ErrorPage.Problem;
import arashi.web.PageFrame;
import arashi.web.SafeHtml;
import java.util.Optional;
import java.util.function.Function;

/** Serves the HTML text of a mail to the frame on its page. */
final class HtmlBodies {
  private static final byte[] UNREAD = {};

  private final Pages pages;
  private final RawMails rawMails;
  private final MessageViews views;
  private final RemoteImages remoteImages;

  HtmlBodies(Front front, MessageViews views, RemoteImages remoteImages) {
    this.pages = front.pages();
    this.rawMails = front.rawMails();
    this.views = views;
    this.remoteImages = remoteImages;
  }

  /** Sends the text of a message; reads the raw mail only for images within it. */
  void show(ShowMessageRequest request, Message message, MailView view) throws RequestProblem {
    OwnImages images = views.images(message, view);
    show(request, message, view, images, images.areNone() ? UNREAD : rawMails.read(message));
  }

  /**
   * Sends the text of a mail attached to a message.
   *
   * @param raw the whole message
   */
  void showAttached(ShowMessageRequest request, Message message, MailView attached, byte[] raw)
      throws RequestProblem {
    show(request, message, attached, views.images(message, attached), raw);
  }

  private void show(
      ShowMessageRequest request, Message message, MailView view, OwnImages images, byte[] raw)
      throws RequestProblem {
    String html =
        view.html()
            .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "the message has no HTML"));
    boolean remote = remoteImages.areAskedFor(request);
    Function<String, Optional<String>> addresses =
        remote
            ? remoteImages.of(request.user().account(), message.item().message())
            : url -> Optional.empty();
    BodyPage page = page(request, view, views.sanitized(html, images, addresses, raw));
    if (remote) {
      pages.showMailBody(request, page, RemoteImages.path());
    } else {
      pages.showMailBody(request, page);
    }
  }

  private static BodyPage page(ShowMessageRequest request, MailView view, SanitizedHtml safe) {
    SanitizedHtml.Frame frame = safe.frame();
    BodyPage.Frame around =
        new BodyPage.Frame(
            new SafeHtml(frame.doctype()),
            new SafeHtml(frame.root()),
            new SafeHtml(frame.body()),
            new SafeHtml(frame.style()),
            frame.coloured());
    PageFrame.Theme theme = Pages.look(request.user().preferences()).theme();
    return new BodyPage(view.envelope().subject(), around, new SafeHtml(safe.html()), theme);
  }
}
