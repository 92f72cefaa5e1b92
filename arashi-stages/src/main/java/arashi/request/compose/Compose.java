package arashi.request.compose;

import arashi.compose.AnswerKind;
import arashi.front.Front;
import arashi.front.UserRequest;
import arashi.front.compose.ComposePages;
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
            front.pages(), pages, front.store(), new Answers(front, pages), front.retryAfter()),
        Way.get("/compose", ComposeRequest::read),
        Way.get("/mail/{folder}/{uid}/reply", ComposeRequest.answering(AnswerKind.REPLY)),
        Way.get("/mail/{folder}/{uid}/reply-all", ComposeRequest.answering(AnswerKind.REPLY_ALL)),
        Way.get("/mail/{folder}/{uid}/reply-list", ComposeRequest.answering(AnswerKind.REPLY_LIST)),
        Way.get("/mail/{folder}/{uid}/forward", ComposeRequest.answering(AnswerKind.FORWARD)),
        Way.get(
            "/mail/{folder}/{uid}/forward-attached",
            ComposeRequest.answering(AnswerKind.FORWARD_ATTACHED)),
        Way.get("/mail/{folder}/{uid}/edit", ComposeRequest.answering(AnswerKind.EDIT_AS_NEW)),
        Way.get("/mail/{folder}/{uid}/redirect", ComposeRequest.answering(AnswerKind.REDIRECT)),
        Way.get(
            "/mail/{folder}/{uid}/unsubscribe", ComposeRequest.answering(AnswerKind.UNSUBSCRIBE)));
  }
}
