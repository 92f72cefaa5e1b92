package arashi.request.send;

import arashi.compose.Attached;
import arashi.compose.BadDraft;
import arashi.compose.Draft;
import arashi.compose.Identity;
import arashi.compose.MailtoLink;
import arashi.compose.Origin;
import arashi.compose.OutgoingMail;
import arashi.front.BusyException;
import arashi.front.RequestProblem;
import arashi.front.compose.ComposePages;
import arashi.front.compose.DraftSaves;
import arashi.front.compose.MailForm;
import arashi.front.compose.Marks;
import arashi.front.page.DisplayFormats;
import arashi.front.page.Flash;
import arashi.front.page.FolderPane;
import arashi.front.page.MessageRows;
import arashi.front.page.Pages;
import arashi.front.page.RawMails;
import arashi.front.route.Front;
import arashi.front.route.RequestHandler;
import arashi.front.session.Tokens;
import arashi.outbox.Submission;
import arashi.outbox.Submission.Outgoing;
import arashi.store.Store;
import arashi.store.blob.Sha256;
import arashi.store.database.Commits;
import arashi.store.draft.SaveResult;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import arashi.store.outbox.OutgoingRow;
import arashi.store.outbox.SendState;
import arashi.store.outbox.SubmitResult;
import arashi.store.outbox.Submittal.Answers;
import arashi.web.ComposePage.Wrong;
import arashi.web.ErrorPage.Problem;
import arashi.web.MessageKey;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import seda.kernel.Clock;

/**
 * Sends a mail: validates it, saves it as a draft, builds it, and hands it to the outbox, which
 * holds it for a moment. An invalid form is returned whole, with marks. Sending is idempotent: the
 * same form sent twice is one mail.
 */
final class SendHandler extends RequestHandler<SendRequest> {
  private final Store store;
  private final ComposePages compose;
  private final DraftSaves saves;
  private final Submission submission;
  private final RawMails memory;
  private final Clock clock;
  private final DisplayFormats shown;
  private final MessageKey sent;
  private final MessageKey sentAlready;
  private final MessageKey undone;
  private final MessageKey tooLate;
  private final MessageKey sentLater;
  private final MessageKey timeChanged;
  private final MessageKey wrongTime;

  SendHandler(Front front, ComposePages compose, DraftSaves saves, Submission submission) {
    super(front.pages(), front.pages().busyWords(Send.TYPE.words()));
    this.store = front.store();
    this.compose = compose;
    this.saves = saves;
    this.submission = submission;
    this.memory = front.rawMails();
    this.clock = front.clock();
    this.shown = front.shown();
    this.sent = pages.done("sent");
    this.sentAlready = pages.done("sent_already");
    this.undone = pages.done("sending_undone");
    this.tooLate = pages.done("too_late");
    this.sentLater = pages.done("sent_later");
    this.timeChanged = pages.done("time_changed");
    this.wrongTime = pages.done("wrong_time");
  }

  @Override
  protected void answer(SendRequest request) throws RequestProblem, BusyException, IOException {
    switch (request.what()) {
      case SEND, SEND_LATER -> {
        MailForm form = compose.signed(request, request.form());
        Draft spread = MailtoLink.spread(form.draft());
        if (MailtoLink.fillsIn(spread, form.draft())) {
          refuse(request, form.with(spread), 422, compose.wrong(request, "link"));
        } else {
          send(request, form.with(spread));
        }
      }
      case TAKE_BACK -> takeBack(request);
      case RESCHEDULE -> reschedule(request);
      case SHOW -> show(request);
    }
  }

  private void show(SendRequest request) throws RequestProblem {
    String page =
        store
            .outgoing()
            .outbox()
            .place(request.user().account(), request.id())
            .map(place -> MessageRows.messageUrl(place.folder(), place.uid()))
            .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "mail " + request.id()));
    request.exchange().respond(Pages.redirect(page));
  }

  private void reschedule(SendRequest request) throws RequestProblem {
    long account = request.user().account();
    Optional<Instant> at = sendAt(request);
    String outbox = outbox(account);
    if (at.isEmpty()) {
      pages.redirect(request.exchange(), outbox, Flash.of(wrongTime, 1));
    } else if (submission.reschedule(account, request.id(), at.get())) {
      pages.redirect(request.exchange(), outbox, Flash.of(timeChanged, 1));
    } else {
      refuseAsTooLate(request);
    }
  }

  /** Says that the mail has left, or that it is a draft again, unless there is no such mail. */
  private void refuseAsTooLate(SendRequest request) throws RequestProblem {
    long account = request.user().account();
    if (store.outgoing().outbox().find(account, request.id()).isEmpty()
        && store.outgoing().drafts().find(account, request.id()).isEmpty()) {
      throw new RequestProblem(Problem.NOT_FOUND, "mail " + request.id());
    }
    pages.redirect(request.exchange(), "/mail", Flash.of(tooLate, 1));
  }

  private Optional<Instant> sendAt(SendRequest request) {
    return request.sendAt().read(shown.of(request.user()).zone(), clock.instant());
  }

  private String outbox(long account) {
    return store
        .mail()
        .folders()
        .byRole(account, FolderRole.OUTBOX)
        .map(folder -> FolderPane.url(folder.id()))
        .orElse("/mail");
  }

  private void takeBack(SendRequest request) throws RequestProblem {
    if (submission.recall(request.user().account(), request.id())) {
      String page = ComposePages.draftUrl(request.id());
      pages.redirect(request.exchange(), page, Flash.of(undone, 1));
    } else {
      refuseAsTooLate(request);
    }
  }

  private void send(SendRequest request, MailForm form)
      throws RequestProblem, BusyException, IOException {
    if (!form.chosen().isEmpty()) {
      compose.giveBackUnattached(request, form);
      return;
    }
    RecipientFields recipients = new RecipientFields(form.draft());
    Optional<Identity> identity = identity(request, form.draft());
    Marks marks = marks(request, form, recipients, identity);
    if (!marks.areNone()) {
      compose.giveBack(request, form, marks);
      return;
    }
    if (saves.refusedAsTooLarge(request, form)) {
      return;
    }
    String after = compose.afterwards(request.user().account(), form.draft());
    DraftSaves.Attempt attempt = saves.save(request, form);
    if (attempt.result() instanceof SaveResult.Sent already) {
      meet(request, attempt.form(), already, after);
      return;
    }
    Optional<MailForm> saved = saves.saved(request, attempt);
    if (saved.isPresent()) {
      submit(request, saved.get(), new Outcome(identity.orElseThrow(), recipients, after));
    }
  }

  /**
   * What is known of a mail before the first change, so that no look-up comes between the last
   * change and its answer.
   *
   * @param after page to show once the mail has left
   */
  private record Outcome(Identity identity, RecipientFields recipients, String after) {}

  /**
   * Meets a mail of the same form that has left. The same mail is not sent again; another content
   * is kept as a draft, and its writer is told.
   */
  private void meet(SendRequest request, MailForm form, SaveResult.Sent sent, String after)
      throws RequestProblem, BusyException {
    if (sent.isSame()) {
      leaveAgain(request, sent.id(), after);
      return;
    }
    String page = SendRequest.url(sent.id());
    MailForm rest = form.afterwards();
    DraftSaves.Attempt kept = saves.save(request, rest);
    if (kept.result() instanceof SaveResult.Sent again && again.isSame()) {
      leaveAgain(request, again.id(), after);
    } else if (kept.result() instanceof SaveResult.Saved saved) {
      MailForm draft = kept.form().saved(saved.id(), saved.version());
      compose.giveBackAfterSending(request, draft, page);
    } else {
      compose.giveBackAfterSending(request, form.apart(), page);
    }
  }

  /** Returns the sender's identity; empty if the address is missing or belongs to someone else. */
  private Optional<Identity> identity(SendRequest request, Draft draft) {
    long account = request.user().account();
    List<Identity> own = compose.identities(account);
    String from = draft.from();
    if (from.isEmpty()) {
      return own.stream().findFirst();
    }
    return own.stream()
        .filter(identity -> identity.address().equalsIgnoreCase(from))
        .findFirst()
        .or(
            () ->
                store.people().identities().mayUse(account, from)
                    ? Optional.of(new Identity(from, "", "", ""))
                    : Optional.empty());
  }

  private Marks marks(
      SendRequest request, MailForm form, RecipientFields recipients, Optional<Identity> identity) {
    Marks marks = new Marks(422);
    recipients.markWrong(request, compose, marks);
    if (identity.isEmpty()) {
      String from = form.draft().from();
      marks.say(
          from.isEmpty()
              ? compose.wrong(request, "no_sender")
              : compose.wrong(request, "from", from));
    } else if (marks.areNone() && recipients.areNone()) {
      marks.say(compose.wrong(request, "nobody"));
    }
    if (request.what() == SendRequest.What.SEND_LATER && sendAt(request).isEmpty()) {
      String why = compose.wrong(request, "send_at");
      marks.mark(Marks.Field.SEND_AT, new Wrong(why, 0, request.sendAt().typed().length()));
    }
    return marks;
  }

  private void submit(SendRequest request, MailForm form, Outcome outcome)
      throws RequestProblem, IOException {
    Identity identity = outcome.identity();
    long account = request.user().account();
    if (!isOfTheirMail(account, form.draft())) {
      refuse(request, form, 422, compose.wrong(request, "gone", form.draft().subject()));
      return;
    }
    OutgoingMail mail;
    try {
      mail =
          OutgoingMail.build(
              form.draft(),
              identity,
              messageId(identity.address()),
              ZonedDateTime.ofInstant(clock.instant(), shown.of(request.user()).zone()),
              file -> open(account, file));
    } catch (FileGoneException gone) {
      refuse(request, form, 422, compose.wrong(request, "gone", gone.getMessage()));
      return;
    } catch (BadDraft bad) {
      refuse(request, form, 422, reason(request, form, bad));
      return;
    }
    if (!memory.hold(mail.size(), () -> submit(request, form, outcome, mail))) {
      refuse(request, form, 429, compose.wrong(request, "memory")); // the draft is saved already
    }
  }

  private void submit(SendRequest request, MailForm form, Outcome outcome, OutgoingMail mail)
      throws IOException {
    long account = request.user().account();
    ByteArrayOutputStream raw = new ByteArrayOutputStream((int) mail.size());
    try {
      mail.writeTo(raw);
    } catch (FileGoneException gone) {
      refuse(request, form, 422, compose.wrong(request, "gone", gone.getMessage()));
      return;
    }
    SubmitResult result =
        submission.submit(
            new Outgoing(
                account,
                form.id(),
                OptionalInt.of(form.version()),
                raw.toByteArray(),
                outcome.identity().address(),
                mail.envelopeFrom(),
                mail.recipients(),
                outcome.recipients().bcc(),
                request.what() == SendRequest.What.SEND_LATER ? sendAt(request) : Optional.empty(),
                form.draft().origin().flatMap(SendHandler::answers)));
    settle(request, form, outcome, result);
  }

  private void settle(SendRequest request, MailForm form, Outcome outcome, SubmitResult result) {
    if (result instanceof SubmitResult.Accepted accepted && accepted.again()) {
      leaveAgain(request, accepted.id(), outcome.after());
    } else if (result instanceof SubmitResult.Accepted accepted) {
      MessageKey how = accepted.isScheduled() ? sentLater : sent;
      pages.redirect(request.exchange(), outcome.after(), Flash.leaving(how, accepted.id()));
    } else if (result instanceof SubmitResult.Refused refused) {
      Marks marks = new Marks(422);
      outcome.recipients().markUnreachable(request, compose, refused.recipients(), marks);
      compose.giveBack(request, form, marks);
    } else if (result instanceof SubmitResult.ForeignSender foreign) {
      refuse(request, form, 422, compose.wrong(request, "from", foreign.address()));
    } else if (result instanceof SubmitResult.NoRecipient) {
      refuse(request, form, 422, compose.wrong(request, "nobody"));
    } else if (result instanceof SubmitResult.TooMuchBcc) {
      refuse(request, form, 422, compose.wrong(request, "bcc"));
    } else if (result instanceof SubmitResult.TooLarge large) {
      String most = DisplayFormats.size(large.most());
      refuse(request, form, 413, compose.wrong(request, "large", most));
    } else if (result instanceof SubmitResult.TooMany) {
      refuse(request, form, 429, compose.wrong(request, "rate"));
    } else if (result instanceof SubmitResult.Changed) {
      compose.giveBackChanged(request, form, form.id());
    } else {
      refuse(request, form.apart(), 409, compose.wrong(request, "discarded"));
    }
  }

  private void refuse(SendRequest request, MailForm form, int status, String why) {
    compose.giveBack(request, form, new Marks(status).say(why));
  }

  /**
   * Responds to a mail that an earlier request of the same form has put into the outbox. If it
   * still waits for its time, this request's time counts.
   */
  private void leaveAgain(SendRequest request, long id, String after) {
    long account = request.user().account();
    Optional<OutgoingRow> row =
        Commits.afterwards(() -> store.outgoing().outbox().find(account, id), Optional.empty());
    Flash flash = Flash.of(sentAlready, 1);
    if (row.filter(one -> one.state() == SendState.HELD).isPresent()) {
      flash = Flash.leaving(sent, id);
    } else if (row.filter(OutgoingRow::isForLater).isPresent()) {
      Optional<Instant> later =
          request.what() == SendRequest.What.SEND_LATER ? sendAt(request) : Optional.empty();
      if (submission.reschedule(account, id, later.orElseGet(clock::instant))) {
        flash = Flash.leaving(later.isPresent() ? sentLater : sent, id);
      }
    }
    pages.redirect(request.exchange(), after, flash);
  }

  private String reason(SendRequest request, MailForm form, BadDraft bad) {
    return switch (bad.problem()) {
      case NO_RECIPIENT -> compose.wrong(request, "nobody");
      case UNFIT -> compose.wrong(request, "unfit");
      case TOO_MANY_RECIPIENTS -> compose.wrong(request, "many");
      case WRONG_SENDER -> compose.wrong(request, "from", form.draft().from());
      case WRONG_RECIPIENT -> {
        List<String> pieces = new ArrayList<>();
        bad.wrong().forEach(wrong -> pieces.add(wrong.text()));
        yield compose.wrong(request, "no_address", String.join(", ", pieces));
      }
    };
  }

  /**
   * True unless a mail to redirect was never received by the account. This stops uploads with a
   * forged sender.
   */
  private boolean isOfTheirMail(long account, Draft draft) {
    return !draft.redirects()
        || draft.attachments().stream()
            .allMatch(file -> store.mail().links().isMessage(account, new Sha256(file.sha256())));
  }

  private static Optional<Answers> answers(Origin origin) {
    if (origin.uid() == 0) {
      return Optional.empty();
    }
    return switch (origin.kind()) {
      case REPLY -> Optional.of(new Answers(origin.folder(), origin.uid(), Flag.ANSWERED));
      case FORWARD, REDIRECT ->
          Optional.of(new Answers(origin.folder(), origin.uid(), Flag.FORWARDED));
      case EDIT -> Optional.empty();
    };
  }

  private static String messageId(String from) {
    String domain = from.substring(from.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
    return Tokens.random() + "@" + domain;
  }

  private InputStream open(long account, Attached file) throws FileGoneException {
    return store
        .outgoing()
        .uploads()
        .open(account, new Sha256(file.sha256()))
        .orElseThrow(() -> new FileGoneException(file.name()));
  }

  /** A file of the draft no longer exists, or belongs to another account. */
  private static final class FileGoneException extends FileNotFoundException {
    private static final long serialVersionUID = 1;

    FileGoneException(String name) {
      super(name);
    }
  }
}
