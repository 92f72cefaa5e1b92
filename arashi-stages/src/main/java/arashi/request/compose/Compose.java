package arashi.request.compose;

import arashi.compose.AnswerKind;
import arashi.front.compose.ComposePages;
import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.target.RequestType;
import java.time.Duration;

/** Starts a mail or an answer, or continues a draft. */
public final class Compose extends UserRequest<ComposeRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("compose", Duration.ofSeconds(1));

  /** Reads the store. */
  public Compose(Front front, ComposePages pages) {
    super(
        TYPE,
        new ComposeHandler(
            front.pages(), pages, front.store(), new AnswerForms(front, pages), front.retryAfter()),
        Way.get("/compose", ComposeRequest::read),
        answering(front, "reply", AnswerKind.REPLY),
        answering(front, "reply-all", AnswerKind.REPLY_ALL),
        answering(front, "reply-list", AnswerKind.REPLY_LIST),
        answering(front, "forward", AnswerKind.FORWARD),
        answering(front, "forward-attached", AnswerKind.FORWARD_ATTACHED),
        answering(front, "edit", AnswerKind.EDIT_AS_NEW),
        answering(front, "redirect", AnswerKind.REDIRECT),
        answering(front, "unsubscribe", AnswerKind.UNSUBSCRIBE));
  }

  /** An answer reads the whole mail. */
  private static Way<ComposeRequest> answering(Front front, String word, AnswerKind kind) {
    return Way.get(
        "/mail/{folder}/{uid}/" + word, front.ownPagesOnly(ComposeRequest.answering(kind)));
  }
}
