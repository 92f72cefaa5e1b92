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
import arashi.front.page.Pages;
import arashi.front.page.RawMails;
import arashi.front.route.Front;
import arashi.front.session.Tokens;
import arashi.mime.address.Wrong;
import arashi.outbox.Submission;
import arashi.outbox.Submission.Outgoing;
import arashi.store.Store;
import arashi.store.blob.Sha256;
import arashi.store.database.Commits;
import arashi.store.draft.SaveResult;
import arashi.store.mail.Flag;
import arashi.store.outbox.OutgoingRow;
import arashi.store.outbox.SendState;
import arashi.store.outbox.SubmitResult;
import arashi.store.outbox.Submittal.Answers;
import arashi.web.ComposePage;
import arashi.web.MessageKey;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import seda.kernel.Clock;

/**
 * Sends the mail of a form: checks it, saves it as a draft, builds it, and submits it to the
 * outbox, which holds it for a moment. A form that can't be sent returns whole, with marks. Sending
 * is idempotent: the same form sent twice is one mail.
 */
final class SendFlow {
  private final Store store;
  private final Pages pages;
  private final ComposePages compose;
  private final DraftSaves saves;
  private final Submission submission;
  private final RawMails memory;
  private final Clock clock;
  private final DisplayFormats shown;
  private final MessageKey sent;
  private final MessageKey sentAlready;
  private final MessageKey sentLater;

  SendFlow(Front front, ComposePages compose, DraftSaves saves, Submission submission) {
    this.store = front.store();
    this.pages = front.pages();
    this.compose = compose;
    this.saves = saves;
    this.submission = submission;
    this.memory = front.rawMails();
    this.clock = front.clock();
    this.shown = front.shown();
    this.sent = pages.done("sent");
    this.sentAlready = pages.done("sent_already");
    this.sentLater = pages.done("sent_later");
  }

  /** Sends the mail, or returns its form with the reason. */
  void send(SendRequest request) throws RequestProblem, BusyException, IOException {
    try {
      checkAndSave(request);
    } catch (NotSentException e) {
      compose.giveBack(request, e.form(), e.marks());
    }
  }

  private void checkAndSave(SendRequest request) throws RequestProblem, BusyException, IOException {
    MailForm form = spread(request, compose.signed(request, request.form()));
    if (!form.chosen().isEmpty()) {
      compose.giveBackUnattached(request, form);
      return;
    }
    RecipientFields recipients = new RecipientFields(form.draft());
    Identity sender = check(request, form, recipients);
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
      submit(request, new Letter(saved.get(), sender, recipients, after));
    }
  }

  /**
   * Spreads a mailto link in the To field over the form. A link that fills in more than recipients
   * returns, so that the writer sees what it says.
   */
  private MailForm spread(SendRequest request, MailForm form) {
    Draft spread = MailtoLink.spread(form.draft());
    if (MailtoLink.fillsIn(spread, form.draft())) {
      throw refusal(request, form.with(spread), 422, "link");
    }
    return form.with(spread);
  }

  /** Returns the sender of a form that can be sent. */
  private Identity check(SendRequest request, MailForm form, RecipientFields recipients) {
    Marks marks = new Marks(422);
    recipients.markWrong(request, compose, marks);
    Optional<Identity> sender = identity(request, form.draft());
    if (sender.isEmpty()) {
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
      int end = request.sendAt().typed().length();
      marks.mark(Marks.Field.SEND_AT, new ComposePage.Wrong(why, 0, end));
    }
    if (!marks.areNone()) {
      throw new NotSentException(form, marks);
    }
    return sender.orElseThrow();
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

  /** Returns the typed time of sending; empty if it is malformed, past, or too far ahead. */
  Optional<Instant> sendAt(SendRequest request) {
    return request.sendAt().read(shown.of(request.user()).zone(), clock.instant());
  }

  /**
   * Meets a mail of the same form that has left. The same mail is not sent again; another content
   * is kept as a draft, and the page says so.
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

  /**
   * A saved mail, with all that its answer needs: no look-up comes between the last change and the
   * answer.
   *
   * @param after page to show once the mail has left
   */
  private record Letter(MailForm form, Identity sender, RecipientFields recipients, String after) {}

  private void submit(SendRequest request, Letter letter) throws IOException {
    OutgoingMail mail = build(request, letter);
    if (!memory.hold(
        mail.size(),
        () -> settle(request, letter, submission.submit(rendered(request, letter, mail))))) {
      throw refusal(request, letter.form(), 429, "memory"); // the draft is saved already
    }
  }

  private OutgoingMail build(SendRequest request, Letter letter) throws IOException {
    long account = request.user().account();
    MailForm form = letter.form();
    if (!isOfTheirMail(account, form.draft())) {
      throw refusal(request, form, 422, "gone", form.draft().subject());
    }
    try {
      return OutgoingMail.build(
          form.draft(),
          letter.sender(),
          messageId(letter.sender().address()),
          ZonedDateTime.ofInstant(clock.instant(), shown.of(request.user()).zone()),
          file -> open(account, file));
    } catch (FileGoneException gone) {
      throw refusal(request, form, 422, "gone", gone.getMessage());
    } catch (BadDraft bad) {
      throw refusal(request, form, bad);
    }
  }

  private Outgoing rendered(SendRequest request, Letter letter, OutgoingMail mail)
      throws IOException {
    MailForm form = letter.form();
    ByteArrayOutputStream raw = new ByteArrayOutputStream((int) mail.size());
    try {
      mail.writeTo(raw);
    } catch (FileGoneException gone) {
      throw refusal(request, form, 422, "gone", gone.getMessage());
    }
    return new Outgoing(
        request.user().account(),
        form.id(),
        OptionalInt.of(form.version()),
        raw.toByteArray(),
        letter.sender().address(),
        mail.envelopeFrom(),
        mail.recipients(),
        letter.recipients().bcc(),
        chosenTime(request),
        form.draft().origin().flatMap(SendFlow::answers));
  }

  private Optional<Instant> chosenTime(SendRequest request) {
    return request.what() == SendRequest.What.SEND_LATER ? sendAt(request) : Optional.empty();
  }

  private void settle(SendRequest request, Letter letter, SubmitResult result) {
    MailForm form = letter.form();
    if (result instanceof SubmitResult.Accepted accepted && accepted.again()) {
      leaveAgain(request, accepted.id(), letter.after());
    } else if (result instanceof SubmitResult.Accepted accepted) {
      MessageKey how = accepted.isScheduled() ? sentLater : sent;
      pages.redirect(request.exchange(), letter.after(), Flash.leaving(how, accepted.id()));
    } else if (result instanceof SubmitResult.Refused refused) {
      Marks marks = new Marks(422);
      letter.recipients().markUnreachable(request, compose, refused.recipients(), marks);
      throw new NotSentException(form, marks);
    } else if (result instanceof SubmitResult.Changed) {
      compose.giveBackChanged(request, form, form.id());
    } else {
      throw refusal(request, form, result);
    }
  }

  private NotSentException refusal(SendRequest request, MailForm form, SubmitResult result) {
    if (result instanceof SubmitResult.ForeignSender foreign) {
      return refusal(request, form, 422, "from", foreign.address());
    } else if (result instanceof SubmitResult.NoRecipient) {
      return refusal(request, form, 422, "nobody");
    } else if (result instanceof SubmitResult.TooMuchBcc) {
      return refusal(request, form, 422, "bcc");
    } else if (result instanceof SubmitResult.TooLarge large) {
      return refusal(request, form, 413, "large", DisplayFormats.size(large.most()));
    } else if (result instanceof SubmitResult.TooMany) {
      return refusal(request, form, 429, "rate");
    }
    return refusal(request, form.apart(), 409, "discarded");
  }

  private NotSentException refusal(
      SendRequest request, MailForm form, int status, String word, Object... arguments) {
    return new NotSentException(
        form, new Marks(status).say(compose.wrong(request, word, arguments)));
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
      Optional<Instant> later = chosenTime(request);
      if (submission.reschedule(account, id, later.orElseGet(clock::instant))) {
        flash = Flash.leaving(later.isPresent() ? sentLater : sent, id);
      }
    }
    pages.redirect(request.exchange(), after, flash);
  }

  private NotSentException refusal(SendRequest request, MailForm form, BadDraft bad) {
    return switch (bad.problem()) {
      case NO_RECIPIENT -> refusal(request, form, 422, "nobody");
      case UNFIT -> refusal(request, form, 422, "unfit");
      case TOO_MANY_RECIPIENTS -> refusal(request, form, 422, "many");
      case WRONG_SENDER -> refusal(request, form, 422, "from", form.draft().from());
      case WRONG_RECIPIENT -> {
        String wrong = bad.wrong().stream().map(Wrong::text).collect(Collectors.joining(", "));
        yield refusal(request, form, 422, "no_address", wrong);
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
