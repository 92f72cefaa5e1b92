package arashi.front;

import arashi.store.StoreException;
import arashi.web.ErrorPage.Problem;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EventListener;
import seda.netio.http.HttpExchange;

/**
 * Answers the requests that a stage accepted and then failed on, or gave up because the service
 * stops. The reference on the page is in the log beside the failure.
 *
 * @param <E> the stage's events
 */
public final class FailureListener<E> implements EventListener<E> {
  private static final Logger log = LoggerFactory.getLogger(FailureListener.class);
  private static final int REFERENCE_CHARS = 8;

  private final Pages pages;
  private final Function<E, HttpExchange> exchange;
  private final Function<E, User> user;

  private FailureListener(Pages pages, Function<E, HttpExchange> exchange, Function<E, User> user) {
    this.pages = pages;
    this.exchange = exchange;
    this.user = user;
  }

  /** For a stage whose requests are of signed-in users. */
  public static FailureListener<MailRequest> of(Pages pages) {
    return new FailureListener<>(pages, MailRequest::exchange, MailRequest::user);
  }

  /** For a stage that does not know who asks. */
  public static <E> FailureListener<E> anonymous(Pages pages, Function<E, HttpExchange> exchange) {
    return new FailureListener<>(pages, exchange, event -> null);
  }

  @Override
  public void failed(E event, Throwable cause) {
    String reference = Tokens.random().substring(0, REFERENCE_CHARS);
    log.error(
        "reference={} path={} failed: {}",
        reference,
        exchange.apply(event).request().path(),
        cause.toString());
    boolean unavailable = cause instanceof StoreException e && e.transientFailure();
    answer(event, unavailable ? Problem.UNAVAILABLE : Problem.INTERNAL, reference);
  }

  @Override
  public void shed(E event) {
    answer(event, Problem.UNAVAILABLE, null);
  }

  private void answer(E event, Problem problem, String reference) {
    HttpExchange to = exchange.apply(event);
    try {
      to.respond(pages.problemResponse(to, user.apply(event), problem, reference));
    } catch (IllegalStateException e) {
      log.debug("reference={} failed after it had been answered", reference);
    }
  }
}
