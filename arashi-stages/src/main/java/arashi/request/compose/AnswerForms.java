package arashi.request.compose;

import arashi.compose.Answer;
import arashi.compose.AnswerKind;
import arashi.compose.AnswerStyle;
import arashi.compose.AnswerWords;
import arashi.compose.Attached;
import arashi.compose.Draft;
import arashi.compose.Identity;
import arashi.compose.Original;
import arashi.front.RequestProblem;
import arashi.front.compose.ComposePages;
import arashi.front.compose.MailForm;
import arashi.front.compose.Marks;
import arashi.front.page.DisplayFormats;
import arashi.front.page.RawMails;
import arashi.front.route.Front;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import arashi.request.compose.ComposeRequest.Answering;
import arashi.store.identity.Identities;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Folders;
import arashi.store.mail.Message;
import arashi.store.mail.Messages;
import arashi.store.outbox.DeliveryReport;
import arashi.store.outbox.Outbox;
import arashi.store.outbox.OutgoingRow;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import arashi.store.outbox.SendState;
import arashi.web.ErrorPage.Problem;
import arashi.web.Translations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Starts answers to mails. The form refers to the files of a forwarded mail by their parts; the
 * first save takes them into the draft. So the request only reads, however many files a mail has.
 */
final class AnswerForms {
  /** Kinds of answers that include the text of the mail. */
  private static final Set<AnswerKind> COPIES =
      Set.of(
          AnswerKind.REPLY,
          AnswerKind.REPLY_ALL,
          AnswerKind.REPLY_LIST,
          AnswerKind.FORWARD,
          AnswerKind.EDIT_AS_NEW);

  private static final Set<FolderRole> WRITTEN =
      Set.of(FolderRole.SENT, FolderRole.DRAFTS, FolderRole.OUTBOX);

  /**
   * Maximum addresses looked up per mail; even a mail with many recipients names few of the
   * account's own.
   */
  private static final int MOST_LOOKUPS = 50;

  private final Messages mails;
  private final Folders folders;
  private final Outbox outbox;
  private final Identities identities;
  private final RawMails rawMails;
  private final Translations messages;
  private final DisplayFormats shown;
  private final ComposePages compose;

  AnswerForms(Front front, ComposePages compose) {
    this.mails = front.store().mail().messages();
    this.folders = front.store().mail().folders();
    this.outbox = front.store().outgoing().outbox();
    this.identities = front.store().people().identities();
    this.rawMails = front.rawMails();
    this.messages = front.pages().messages();
    this.shown = front.shown();
    this.compose = compose;
  }

  /**
   * Shows the form of an answer.
   *
   * @return false if the mail does not fit in memory now
   */
  boolean begin(ComposeRequest request, Answering answering) throws RequestProblem, IOException {
    Message message =
        mails
            .get(request.user().account(), answering.folder(), answering.uid())
            .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "message " + answering.uid()));
    return rawMails.use(message, raw -> begin(request, answering, message, raw));
  }

  private void begin(ComposeRequest request, Answering answering, Message message, byte[] raw)
      throws RequestProblem, IOException {
    MailView view = MailView.decode(message.display());
    Original original =
        Original.of(withTrace(message, raw), view, answering.folder(), answering.uid());
    if (isOfWrittenMail(request.user().account(), answering.folder())) {
      original = original.inOwnFolder();
    }
    Marks marks = new Marks(200);
    if (answering.kind() == AnswerKind.EDIT_AS_NEW) {
      List<String> refused = refused(request.user().account(), message);
      if (!refused.isEmpty()) {
        original = original.refusedFor(refused);
        marks.say(compose.wrong(request, "only_refused"));
      }
    }
    if (original.isCut() && COPIES.contains(answering.kind()) && answering.selection().isBlank()) {
      marks.say(compose.wrong(request, "cut"));
    }
    if (answering.kind() == AnswerKind.FORWARD_ATTACHED
        || answering.kind() == AnswerKind.REDIRECT) {
      original = original.withWhole(message.sha256().hex(), raw.length);
    } else {
      original = original.withAttachments(carried(request, answering.kind(), message, view, marks));
    }
    if (answering.kind() == AnswerKind.UNSUBSCRIBE && original.unsubscription().isEmpty()) {
      throw new RequestProblem(Problem.NOT_FOUND, "the mail has no address to unsubscribe by mail");
    }
    if (answering.kind() == AnswerKind.REPLY_LIST && original.list().isEmpty()) {
      marks.say(compose.wrong(request, "no_list"));
    }
    if (answering.kind() == AnswerKind.REPLY_ALL && original.hasTooManyRecipients()) {
      marks.say(compose.wrong(request, "left_out"));
    }
    Draft draft =
        Answer.of(
            answering.kind(),
            original,
            identities(request.user().account(), original),
            style(request, answering.selection()));
    MailForm form = MailForm.begin(draft);
    if (marks.areNone()) {
      compose.show(request, form);
    } else {
      compose.giveBack(request, form, marks);
    }
  }

  /**
   * Returns the account's identities and the other addresses that it received the mail at: an
   * alias, or one of a catch-all.
   */
  private List<Identity> identities(long account, Original original) {
    List<Identity> own = new ArrayList<>(compose.identities(account));
    original.addressesOfOthers(own).stream()
        .limit(MOST_LOOKUPS)
        .filter(address -> identities.mayUse(account, address))
        .map(address -> new Identity(address, "", "", ""))
        .forEach(own::add);
    return own;
  }

  private boolean isOfWrittenMail(long account, long folder) {
    return WRITTEN.stream()
        .flatMap(role -> folders.byRole(account, role).stream())
        .anyMatch(one -> one.id() == folder);
  }

  /** Returns the recipients that did not get an own mail which others got; empty if all or none. */
  private List<String> refused(long account, Message message) {
    List<RecipientRow> recipients =
        outbox
            .ofMessage(account, message.item().message())
            .map(OutgoingRow::recipients)
            .orElse(List.of());
    List<String> refused =
        recipients.stream().filter(AnswerForms::isRefused).map(RecipientRow::address).toList();
    return refused.size() == recipients.size() ? List.of() : refused;
  }

  private static boolean isRefused(RecipientRow one) {
    return one.state() == SendState.FAILED
        || one.report().filter(report -> report.kind() == DeliveryReport.Kind.FAILED).isPresent();
  }

  private static byte[] withTrace(Message message, byte[] raw) {
    byte[] trace = message.trace().orElse(new byte[0]);
    if (trace.length == 0) {
      return raw;
    }
    byte[] whole = Arrays.copyOf(trace, trace.length + raw.length);
    System.arraycopy(raw, 0, whole, trace.length, raw.length);
    return whole;
  }

  /** Returns references to the files to include, up to their total limit. */
  private List<Attached> carried(
      ComposeRequest request, AnswerKind kind, Message message, MailView view, Marks marks) {
    List<Attached> files = new ArrayList<>();
    long left = compose.limits().fileBytes();
    for (PartInfo part : Original.carried(kind, view)) {
      if (part.size() > left) {
        String most = DisplayFormats.size(compose.limits().fileBytes());
        marks.say(compose.wrong(request, "large", most));
        break;
      }
      left -= part.size();
      files.add(Attached.of(part, message.sha256().hex()));
    }
    return files;
  }

  private AnswerStyle style(ComposeRequest request, String selection) {
    Locale locale = compose.locale(request);
    AnswerWords words =
        new AnswerWords(
            locale,
            messages.text(locale, "quote.wrote"),
            messages.text(locale, "quote.wrote.undated"),
            messages.text(locale, "quote.forwarded"),
            messages.text(locale, "quote.from"),
            messages.text(locale, "quote.date"),
            messages.text(locale, "quote.subject"),
            messages.text(locale, "quote.to"),
            messages.text(locale, "quote.cc"));
    return new AnswerStyle(
        AnswerStyle.Placement.ABOVE,
        words,
        shown.of(request.user()).zone(),
        selection.isBlank() ? Optional.empty() : Optional.of(selection));
  }
}
