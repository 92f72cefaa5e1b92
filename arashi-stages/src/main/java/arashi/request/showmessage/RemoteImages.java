package arashi.request.showmessage;

import arashi.front.CrossSiteGuard;
import arashi.mime.address.Mailbox;
import arashi.mime.view.MailView;
import arashi.remote.ImageLinks;
import arashi.remote.RemoteContent;
import arashi.store.account.ImageSenders;
import arashi.web.MessageView.RemoteState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides whether a mail's remote images are shown, and makes their addresses. The reader must ask
 * for them, on this page or for all mail of the sender; nothing is fetched before. Thread-safe;
 * {@link #state} blocks on the store.
 */
final class RemoteImages {
  private final ImageSenders senders;
  private final CrossSiteGuard guard;
  private final RemoteContent content;
  private final ImageLinks links;

  RemoteImages(
      ImageSenders senders, CrossSiteGuard guard, RemoteContent content, ImageLinks links) {
    this.senders = senders;
    this.guard = guard;
    this.content = content;
    this.links = links;
  }

  /**
   * Returns the sender whose images can always be shown, if the mail has exactly one, with an
   * address.
   */
  static Optional<String> sender(MailView view) {
    List<Mailbox> from = view.envelope().from();
    return from.size() == 1
        ? Optional.of(from.get(0).address()).filter(ImageSenders::isAddress)
        : Optional.empty();
  }

  /** Whether remote content is enabled. */
  boolean areOn() {
    return content.isOn();
  }

  /** Whether the request itself asks for them; cross-site requests do not count. */
  boolean areAskedFor(ShowMessageRequest request) {
    return request.images() && areOn() && !guard.isCrossSite(request.exchange().request());
  }

  /**
   * Returns whether a page shows them, and why.
   *
   * @param junk whether the mail is in a folder whose senders are not trusted
   */
  RemoteState state(ShowMessageRequest request, MailView view, boolean junk) {
    if (!areOn()) {
      return RemoteState.OFF;
    }
    boolean always =
        !junk && sender(view).filter(one -> senders.has(request.user().account(), one)).isPresent();
    return always ? RemoteState.OF_SENDER : state(request);
  }

  /** Returns the same for a mail whose sender is not authenticated. */
  RemoteState state(ShowMessageRequest request) {
    if (!areOn()) {
      return RemoteState.OFF;
    }
    return areAskedFor(request) ? RemoteState.SHOWN : RemoteState.HIDDEN;
  }

  static String path() {
    return ImageLinks.PATH;
  }

  /** Creates addresses for the images of one mail, for one pass over its text. */
  Function<String, Optional<String>> of(long account, long message) {
    Map<String, Optional<String>> known = new HashMap<>();
    return url -> {
      if (!known.containsKey(url) && known.size() >= content.imagesOfMail()) {
        return Optional.empty();
      }
      return known.computeIfAbsent(url, one -> links.link(account, message, one));
    };
  }
}
