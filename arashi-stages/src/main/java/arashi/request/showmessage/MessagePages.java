package arashi.request.showmessage;

import arashi.front.DetailLevel;
import arashi.front.RequestProblem;
import arashi.front.page.FolderPane;
import arashi.front.page.MessageRows;
import arashi.front.page.Pages;
import arashi.front.page.SortLinks;
import arashi.front.route.Front;
import arashi.mime.parse.ParsedMail;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import arashi.store.Store;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.Message;
import arashi.store.outbox.OutgoingRow;
import arashi.web.AttachedMailPage;
import arashi.web.Degradation;
import arashi.web.Field;
import arashi.web.FolderLink;
import arashi.web.MessageList;
import arashi.web.MessagePage;
import arashi.web.MessageRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Builds the page of a message, and of a mail attached to one. Blocks on the store. */
final class MessagePages {
  /** Maximum newer, and maximum older, messages of the conversation. */
  private static final int CONVERSATION = 25;

  private final Pages pages;
  private final Store store;
  private final MessageRows rows;
  private final MessageViews views;
  private final RemoteImages remoteImages;
  private final SortLinks sorts;

  MessagePages(Front front, MessageViews views, RemoteImages remoteImages) {
    this.pages = front.pages();
    this.store = front.store();
    this.rows = front.rows();
    this.views = views;
    this.remoteImages = remoteImages;
    this.sorts = new SortLinks(pages.messages());
  }

  /**
   * Builds the page of a message.
   *
   * @param item its listing row, as it is now
   * @param headers all header fields if requested, otherwise none
   */
  MessagePage page(
      ShowMessageRequest request,
      Message message,
      Item item,
      MailView view,
      List<Field> headers,
      DetailLevel detail)
      throws RequestProblem {
    Locale locale = pages.locale(request);
    MessageRows own = rows.of(request.user());
    FolderPane pane = FolderPane.of(pages, request, request.folder(), detail);
    FolderLink folder = pane.link(request.folder());
    boolean hasList = detail.hasList() && request.foundUrl() == null;
    Surrounding surrounding =
        hasList
            ? Surrounding.read(
                store.mail().items(), request.user().account(), item, request.position())
            : Surrounding.none(item, request.position());
    MessageList list =
        hasList
            ? surrounding.list(folder, own, sorts, locale)
            : new MessageList(
                folder,
                folder.url() + request.position().orderQuery(),
                List.of(),
                List.of(),
                null,
                null);
    MessageViews.ShownMessage content =
        new MessageViews.ShownMessage(
            item,
            reading(request, message, view, pane, detail),
            remoteImages.areOn() ? message.trace() : Optional.empty(),
            views.bcc(view, message.trace()),
            headers,
            detail.hasList() ? conversation(request, message, pane, own, locale) : List.of(),
            surrounding.newer(),
            surrounding.older(),
            surrounding.onward(request.user()),
            outgoing(request, item, pane),
            detail.hasList() && message.labelled()
                ? store.mail().messages().keywords(request.user().account(), item.message())
                : List.of());
    return new MessagePage(
        pane.page(request, ""),
        list,
        views.of(request.user()).view(content, locale),
        found(request),
        reduced(request, detail));
  }

  private MessageViews.ShownMail reading(
      ShowMessageRequest request,
      Message message,
      MailView view,
      FolderPane pane,
      DetailLevel detail) {
    boolean isJunk = pane.has(message.item().folder(), FolderRole.JUNK);
    String url = url(message);
    return new MessageViews.ShownMail(
        url,
        request.query(),
        url,
        view,
        views.images(message, view),
        () -> remoteImages.state(request, view, isJunk),
        RemoteImages.sender(view),
        form(request, detail));
  }

  /**
   * Builds the page of a mail attached to a message.
   *
   * @param part the attached mail
   */
  AttachedMailPage attached(
      ShowMessageRequest request,
      Message message,
      PartInfo part,
      ParsedMail mail,
      DetailLevel detail)
      throws RequestProblem {
    MailView view = mail.view();
    String url = url(message);
    MessageViews.ShownMail reading =
        new MessageViews.ShownMail(
            url + "/mail/" + part.n(),
            "",
            url,
            view,
            views.images(message, view),
            () -> remoteImages.state(request),
            Optional.empty(), // the sender is not authenticated
            form(request, detail));
    Instant arrived =
        mail.received()
            .or(() -> view.envelope().date())
            .orElseGet(() -> message.item().receivedAt());
    return views
        .of(request.user())
        .attached(
            FolderPane.of(pages, request, request.folder(), detail).page(request, ""),
            message.item(),
            part,
            arrived,
            reading,
            detail.hasHtml() ? null : reduced(request, detail),
            pages.locale(request));
  }

  private static String url(Message message) {
    return MessageRows.messageUrl(message.item().folder(), message.item().uid());
  }

  private static MessagePage.Found found(ShowMessageRequest request) {
    if (request.foundUrl() == null) {
      return null;
    }
    String onward =
        switch (request.user().preferences().afterDelete()) {
          case LIST -> null;
          case OLDER -> "older";
          case NEWER -> "newer";
        };
    return new MessagePage.Found(request.foundUrl(), onward);
  }

  private Optional<OutgoingRow> outgoing(ShowMessageRequest request, Item item, FolderPane pane) {
    return pane.has(item.folder(), FolderRole.OUTBOX) || pane.has(item.folder(), FolderRole.SENT)
        ? store.outgoing().outbox().ofMessage(request.user().account(), item.message())
        : Optional.empty();
  }

  /**
   * Prefers plain text under load, because HTML costs sanitizing and a second request; the reader
   * can still ask for it.
   */
  private static ShowMessageRequest.Form form(ShowMessageRequest request, DetailLevel detail) {
    boolean plainFirst = !detail.hasHtml() && request.form() == ShowMessageRequest.Form.PAGE;
    return plainFirst ? ShowMessageRequest.Form.PAGE_PLAIN : request.form();
  }

  private static Degradation reduced(ShowMessageRequest request, DetailLevel detail) {
    if (detail.hasList()) {
      return null;
    }
    Degradation.Step step = detail.hasHtml() ? Degradation.Step.BESIDE : Degradation.Step.PLAIN;
    return DetailLevel.reduced(step, request.exchange().request());
  }

  private List<MessageRow> conversation(
      ShowMessageRequest request, Message message, FolderPane pane, MessageRows own, Locale locale)
      throws RequestProblem {
    List<MessageRow> others = new ArrayList<>();
    long account = request.user().account();
    long open = message.item().message();
    for (Item other :
        store.mail().messages().around(account, message.thread(), open, CONVERSATION)) {
      others.add(own.row(other, "", false, pane.link(other.folder()).name(), locale));
    }
    return others;
  }
}
