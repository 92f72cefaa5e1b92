package arashi.front.route;

import arashi.front.MailRequest;
import arashi.front.MayBeDoneException;
import arashi.front.page.Pages;
import arashi.front.session.Tokens;
import arashi.front.session.User;
import arashi.store.database.LateException;
import arashi.store.database.Outage;
import arashi.store.database.OutageException;
import arashi.store.database.StoreException;
import arashi.web.ErrorPage.Problem;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EventListener;
import seda.netio.http.HttpExchange;

/**
 * Answers requests that failed in their stage or were shed. Requests that hit a database outage or
 * ran out of time get the busy page: it keeps the typed text and says when to retry. A request that
 * may be done is told so instead (see {@link RequestWork}). The outage itself is logged once, by
 * its detector. Other failures are logged with the reference that the error page shows.
 *
 * @param <E> the stage's events
 */
public final class FailureListener<E> implements EventListener<E> {
  private static final Logger log = LoggerFactory.getLogger(FailureListener.class);
  private static final int REFERENCE_CHARS = 8;

  private final Pages pages;
  private final Function<E, HttpExchange> exchange;
  private final Function<E, User> user;
  private final Shedding<E> shedding;

  /**
   * Answer to a shed request.
   *
   * @param stopping true if the service stops
   * @param refusal otherwise tells the client when to retry
   */
  public record Shedding<E>(BooleanSupplier stopping, Refusal<E> refusal) {}

  /** Answers as if the stage had refused the request. */
  @FunctionalInterface
  public interface Refusal<E> {
    /** {@code outage} is null if the database serves. */
    void refuse(E event, Outage outage);
  }

  private FailureListener(
      Pages pages,
      Function<E, HttpExchange> exchange,
      Function<E, User> user,
      Shedding<E> shedding) {
    this.pages = pages;
    this.exchange = exchange;
    this.user = user;
    this.shedding = shedding;
  }

  /** For a stage whose requests have a signed-in user. */
  public static FailureListener<MailRequest> of(Pages pages, Shedding<MailRequest> shedding) {
    return new FailureListener<>(pages, MailRequest::exchange, MailRequest::user, shedding);
  }

  /** For a stage without database and users, which sheds only when the service stops. */
  public static <E> FailureListener<E> anonymous(Pages pages, Function<E, HttpExchange> exchange) {
    return anonymous(pages, exchange, new Shedding<>(() -> true, (event, outage) -> {}));
  }

  /** For a stage that does not know its users. */
  public static <E> FailureListener<E> anonymous(
      Pages pages, Function<E, HttpExchange> exchange, Shedding<E> shedding) {
    return new FailureListener<>(pages, exchange, event -> null, shedding);
  }

  @Override
  public void failed(E event, Throwable cause) {
    boolean mayBeDone =
        cause instanceof MayBeDoneException
            || (cause instanceof OutageException out && out.mayBeDone() && changes(event));
    Throwable reason = cause instanceof MayBeDoneException after ? after.getCause() : cause;
    if (reason instanceof StoreException e && e.transientFailure()) {
      if (mayBeDone) {
        log.debug("path={} may be done: {}", path(event), e.getMessage());
        answer(event, Problem.MAY_BE_DONE, null);
      } else {
        refuse(event, e);
      }
      return;
    }
    String reference = Tokens.random().substring(0, REFERENCE_CHARS);
    if (mayBeDone) {
      log.error("reference={} path={} failed after a commit", reference, path(event), reason);
      answer(event, Problem.MAY_BE_DONE, reference);
    } else {
      log.error("reference={} path={} failed: {}", reference, path(event), cause.toString());
      answer(event, Problem.INTERNAL, reference);
    }
  }

  /** A GET may be repeated, whatever it has noted. */
  private boolean changes(E event) {
    return exchange.apply(event).request().method().equals("POST");
  }

  private void refuse(E event, StoreException e) {
    if (e instanceof OutageException out) {
      log.debug("path={} refused: {}", path(event), out.getMessage());
      once(() -> shedding.refusal().refuse(event, out.outage()));
    } else if (e instanceof LateException) { // expected under overload
      log.debug("path={} refused: {}", path(event), e.getMessage());
      once(() -> shedding.refusal().refuse(event, null));
    } else {
      log.warn("path={} refused: {}", path(event), e.getMessage());
      once(() -> shedding.refusal().refuse(event, null));
    }
  }

  private String path(E event) {
    return exchange.apply(event).request().path();
  }

  @Override
  public void shed(E event) {
    HttpExchange asked = exchange.apply(event);
    if (asked.isAbandoned()) {
      asked.shed(); // nobody reads a page
    } else if (shedding.stopping().getAsBoolean()) {
      answer(event, Problem.UNAVAILABLE, null);
    } else {
      once(() -> shedding.refusal().refuse(event, null));
    }
  }

  private void answer(E event, Problem problem, String reference) {
    HttpExchange to = exchange.apply(event);
    once(() -> to.respond(pages.problemResponse(to, user.apply(event), problem, reference)));
  }

  private static void once(Runnable answer) {
    try {
      answer.run();
    } catch (IllegalStateException e) {
      log.debug("failed or shed after its answer");
    }
  }
}
