package arashi.front.compose;

import arashi.compose.Attached;
import arashi.compose.Draft;
import arashi.compose.Identity;
import arashi.front.DetailLevel;
import arashi.front.MailRequest;
import arashi.front.page.DisplayFormats;
import arashi.front.page.FolderPane;
import arashi.front.page.MessageRows;
import arashi.front.page.Pages;
import arashi.front.route.Front;
import arashi.store.Store;
import arashi.store.identity.IdentityRow;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.web.ComposePage;
import arashi.web.ComposePage.File;
import arashi.web.ComposePage.Sender;
import arashi.web.ComposePage.Typed;
import arashi.web.Notice;
import arashi.web.PageFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Shows the compose form, and finds the page to show after it. Blocks on the database. */
public final class ComposePages {
  /** Key prefix of all compose errors. */
  private static final String WRONG = "compose.wrong.";

  private final Pages pages;
  private final Store store;
  private final DisplayFormats shown;
  private final ComposeLimits limits;

  /** Pages for the accounts of the store. */
  public ComposePages(Front front, ComposeLimits limits) {
    this.pages = front.pages();
    this.store = front.store();
    this.shown = front.shown();
    this.limits = limits;
  }

  /** The limits of a mail. */
  public ComposeLimits limits() {
    return limits;
  }

  /** Returns the translated error message. */
  public String wrong(MailRequest request, String word, Object... arguments) {
    return pages.messages().text(pages.locale(request), WRONG + word, arguments);
  }

  /** Answers with the form and the outcome of the last POST. */
  public void show(MailRequest request, MailForm form) {
    PageFrame frame = frame(request);
    pages.showWithFlash(request, page(request, frame, form, new Marks(200)));
  }

  /** Returns a form to the user unchanged, with the reason. */
  public void giveBack(MailRequest request, MailForm form, Marks marks) {
    String said = marks.sentence();
    if (said.isEmpty() && marks.fields() > 0) {
      said = wrong(request, "fields", marks.fields());
    }
    Notice notice = said.isEmpty() ? null : new Notice(Notice.Kind.ERROR, said, null);
    PageFrame frame = frame(request).withNotice(notice);
    request
        .exchange()
        .respond(pages.page(request, marks.status(), page(request, frame, form, marks)));
  }

  /** Returns a form whose draft another window has saved; its text starts a new draft. */
  public void giveBackChanged(MailRequest request, MailForm form, long draft) {
    giveBack(
        request,
        form.apart(),
        new Marks(409).leadTo(new ComposePage.Other(draftUrl(draft), false)));
  }

  /**
   * Returns a form whose mail has left with other content; its text goes on as a draft of its own.
   *
   * @param sent path of the mail that was sent
   */
  public void giveBackAfterSending(MailRequest request, MailForm form, String sent) {
    giveBack(request, form, new Marks(409).leadTo(new ComposePage.Other(sent, true)));
  }

  /** Returns a form whose files were chosen but not attached. */
  public void giveBackUnattached(MailRequest request, MailForm form) {
    String names = String.join(", ", form.chosen());
    giveBack(request, form, new Marks(422).say(wrong(request, "not_attached", names)));
  }

  private PageFrame frame(MailRequest request) {
    return FolderPane.of(pages, request, 0, DetailLevel.FULL).page(request, "");
  }

  private ComposePage page(MailRequest request, PageFrame frame, MailForm form, Marks marks) {
    Draft draft = form.draft();
    return new ComposePage(
        frame,
        new ComposePage.Draft(
            form.key(),
            form.id() == 0 ? "" : Long.toString(form.id()),
            Integer.toString(form.version()),
            form.carried(),
            draft.redirects()),
        senders(request.user().account(), draft.from()),
        new ComposePage.Fields(
            new Typed(draft.to(), marks.of(Marks.Field.TO)),
            new Typed(draft.cc(), marks.of(Marks.Field.CC)),
            new Typed(draft.bcc(), marks.of(Marks.Field.BCC)),
            new Typed(draft.subject(), marks.of(Marks.Field.SUBJECT)),
            new Typed(form.sendAt(), marks.of(Marks.Field.SEND_AT)),
            shown.of(request.user()).zone().getId(),
            draft.text()),
        draft.attachments().stream().map(ComposePages::file).toList(),
        new ComposePage.Limits(limits.fileBytes(), DisplayFormats.size(limits.fileBytes())),
        marks.other());
  }

  /**
   * Updates the signature of a posted form: without scripts, the text still has the signature of
   * the previous sender. An edited signature stays.
   */
  public MailForm signed(MailRequest request, MailForm form) {
    String from = form.draft().from();
    if (form.draft().redirects() || from.isEmpty() || from.equalsIgnoreCase(form.signedAs())) {
      return form;
    }
    List<Identity> own = identities(request.user().account());
    Optional<Identity> before = find(own, form.signedAs());
    Optional<Identity> now = find(own, from);
    return before.isPresent() && now.isPresent()
        ? form.signed(form.draft().withIdentity(before.get(), now.get()))
        : form;
  }

  private static Optional<Identity> find(List<Identity> identities, String address) {
    return identities.stream()
        .filter(identity -> identity.address().equalsIgnoreCase(address))
        .findFirst();
  }

  private static File file(Attached file) {
    return new File(MailForm.value(file), file.name(), DisplayFormats.size(file.size()));
  }

  private List<Sender> senders(long account, String from) {
    List<Sender> senders = new ArrayList<>();
    boolean chosen = false;
    for (Identity identity : identities(account)) {
      boolean itself = !chosen && identity.address().equalsIgnoreCase(from);
      chosen |= itself;
      senders.add(new Sender(identity.address(), label(identity), identity.signature(), itself));
    }
    if (!chosen && !from.isEmpty()) { // a sub-address, or an address that sending will refuse
      senders.add(new Sender(from, from, null, true));
    }
    return senders;
  }

  private static String label(Identity identity) {
    return identity.name().isEmpty()
        ? identity.address()
        : identity.name() + " <" + identity.address() + ">";
  }

  /** The sender identities of an account, the default first. */
  public List<Identity> identities(long account) {
    return store.people().identities().of(account).stream().map(ComposePages::identity).toList();
  }

  private static Identity identity(IdentityRow row) {
    return new Identity(row.address(), row.name(), row.signature(), row.replyTo());
  }

  /** The address of a draft's page. */
  public static String draftUrl(long draft) {
    return "/compose?draft=" + draft;
  }

  /** Returns the page to show after a mail: the mail that it answers, else the inbox. */
  public String afterwards(long account, Draft draft) {
    return draft
        .origin()
        .filter(origin -> origin.uid() != 0)
        .filter(
            origin ->
                store.mail().messages().get(account, origin.folder(), origin.uid()).isPresent())
        .map(origin -> MessageRows.messageUrl(origin.folder(), origin.uid()))
        .orElseGet(() -> inbox(account));
  }

  private String inbox(long account) {
    return store
        .mail()
        .folders()
        .byRole(account, FolderRole.INBOX)
        .map(Folder::id)
        .map(FolderPane::url)
        .orElse("/mail");
  }

  /** The reader's language. */
  public Locale locale(MailRequest request) {
    return pages.locale(request);
  }
}
