package arashi.request.send;

import arashi.front.BusyException;
import arashi.front.RequestProblem;
import arashi.front.compose.ComposePages;
import arashi.front.compose.DraftSaves;
import arashi.front.page.Flash;
import arashi.front.page.FolderPane;
import arashi.front.page.MessageRows;
import arashi.front.page.Pages;
import arashi.front.route.Front;
import arashi.front.route.RequestHandler;
import arashi.outbox.Submission;
import arashi.store.Store;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Folders;
import arashi.web.ErrorPage.Problem;
import arashi.web.MessageKey;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** Sends a mail; recalls, reschedules and finds mails that were sent. */
final class SendHandler extends RequestHandler<SendRequest> {
  private final Store.Outgoing outgoing;
  private final Folders folders;
  private final Submission submission;
  private final SendFlow flow;
  private final MessageKey undone;
  private final MessageKey tooLate;
  private final MessageKey timeChanged;
  private final MessageKey wrongTime;

  SendHandler(Front front, ComposePages compose, DraftSaves saves, Submission submission) {
    super(front.pages(), front.pages().busyWords(Send.TYPE.words()));
    this.outgoing = front.store().outgoing();
    this.folders = front.store().mail().folders();
    this.submission = submission;
    this.flow = new SendFlow(front, compose, saves, submission);
    this.undone = pages.done("sending_undone");
    this.tooLate = pages.done("too_late");
    this.timeChanged = pages.done("time_changed");
    this.wrongTime = pages.done("wrong_time");
  }

  @Override
  protected void answer(SendRequest request) throws RequestProblem, BusyException, IOException {
    switch (request.what()) {
      case SEND, SEND_LATER -> flow.send(request);
      case TAKE_BACK -> takeBack(request);
      case RESCHEDULE -> reschedule(request);
      case SHOW -> show(request);
    }
  }

  private void show(SendRequest request) throws RequestProblem {
    String page =
        outgoing
            .outbox()
            .place(request.user().account(), request.id())
            .map(place -> MessageRows.messageUrl(place.folder(), place.uid()))
            .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "mail " + request.id()));
    request.exchange().respond(Pages.redirect(page));
  }

  private void takeBack(SendRequest request) throws RequestProblem {
    if (submission.recall(request.user().account(), request.id())) {
      String page = ComposePages.draftUrl(request.id());
      pages.redirect(request.exchange(), page, Flash.of(undone, 1));
    } else {
      refuseAsTooLate(request);
    }
  }

  private void reschedule(SendRequest request) throws RequestProblem {
    long account = request.user().account();
    Optional<Instant> at = flow.sendAt(request);
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
    if (outgoing.outbox().find(account, request.id()).isEmpty()
        && outgoing.drafts().find(account, request.id()).isEmpty()) {
      throw new RequestProblem(Problem.NOT_FOUND, "mail " + request.id());
    }
    pages.redirect(request.exchange(), "/mail", Flash.of(tooLate, 1));
  }

  private String outbox(long account) {
    return folders
        .byRole(account, FolderRole.OUTBOX)
        .map(folder -> FolderPane.url(folder.id()))
        .orElse("/mail");
  }
}
