package arashi.front;

import arashi.store.StoreException;
import arashi.web.ErrorPage.Problem;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EventListener;
import seda.netio.http.HttpExchange;

/**
 * Answers the requests that a stage accepted and then failed on, or gave up: because they could not
 * be served in time any more, which is told as a refusal is, or because the service stops. The
 * reference on the page is in the log beside the failure.
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
   * What is answered when a request is given up.
   *
   * @param stopping whether the service stops
   * @param busy otherwise tells who asked to come back
   */
  public record Shedding<E>(BooleanSupplier stopping, Consumer<E> busy) {}

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

  /** For a stage whose requests are of signed-in users. */
  public static FailureListener<MailRequest> of(Pages pages, Shedding<MailRequest> shedding) {
    return new FailureListener<>(pages, MailRequest::exchange, MailRequest::user, shedding);
  }

  /** For a stage that gives up nothing but when the service stops. */
  public static FailureListener<MailRequest> of(Pages pages) {
    return of(pages, new Shedding<>(() -> true, request -> {}));
  }

  /** For a stage that does not know who asks, and gives up nothing but when the service stops. */
  public static <E> FailureListener<E> anonymous(Pages pages, Function<E, HttpExchange> exchange) {
    return anonymous(pages, exchange, new Shedding<>(() -> true, event -> {}));
  }

  /** For a stage that does not know who asks. */
  public static <E> FailureListener<E> anonymous(
      Pages pages, Function<E, HttpExchange> exchange, Shedding<E> shedding) {
    return new FailureListener<>(pages, exchange, event -> null, shedding);
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
    if (shedding.stopping().getAsBoolean()) {
      answer(event, Problem.UNAVAILABLE, null);
    } else {
      once(() -> shedding.busy().accept(event));
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
      log.debug("ended after it had been answered");
    }
  }
}
