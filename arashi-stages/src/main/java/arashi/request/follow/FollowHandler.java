package arashi.request.follow;

import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.front.route.RetryAfter;
import arashi.store.change.ChangeLog;
import java.time.Duration;
import java.util.Optional;
import seda.netio.http.HttpResponse;

/** Starts a stream: first the missed changes, then new ones. */
final class FollowHandler extends RequestHandler<FollowRequest> {
  /** {@code Retry-After} for listeners that do not fit. */
  private static final Duration UNTIL_ROOM = Duration.ofSeconds(30);

  private final ChangeLog log;
  private final Followers followers;
  private final RetryAfter retryAfter;

  FollowHandler(Pages pages, ChangeLog log, Followers followers, RetryAfter retryAfter) {
    super(pages, pages.busyWords(Follow.TYPE.words()));
    this.log = log;
    this.followers = followers;
    this.retryAfter = retryAfter;
  }

  @Override
  protected void answer(FollowRequest request) {
    long account = request.user().account();
    Optional<EventStream> opened = followers.open(account, request.user().session());
    if (opened.isEmpty()) {
      busy(request, retryAfter.spread(UNTIL_ROOM));
      return;
    }
    EventStream stream = opened.get();
    try {
      // The stream is already registered: the watch delivers changes that this read misses.
      News missed =
          request.since() == FollowRequest.NOW
              ? News.none(log.modSeq(account).orElse(0L))
              : News.since(log, account, request.since());
      followers.known(account, missed.modSeq());
      stream.begin(missed);
    } catch (RuntimeException e) {
      stream.release();
      throw e;
    }
    request
        .exchange()
        .respond(
            Pages.protect(HttpResponse.of(200))
                .header("X-Accel-Buffering", "no") // nginx forwards each event at once
                .streamed("text/event-stream", HttpResponse.UNKNOWN_LENGTH, stream));
  }
}
