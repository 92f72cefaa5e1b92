package arashi.front.page;

import arashi.front.Arguments;
import arashi.front.FormParts;
import arashi.front.RequestProblem;
import arashi.front.ReturnAddress;
import arashi.front.session.User;
import arashi.store.database.Outage;
import arashi.web.BusyCause;
import arashi.web.BusyPage;
import arashi.web.BusyPages;
import arashi.web.KeptPost;
import arashi.web.PageFrame;
import arashi.web.UnshownBodyPage;
import arashi.web.UnshownBodyPage.Reason;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** The answers of stages that refuse: 503 with a page that keeps the typed text. Any thread. */
public final class BusyAnswers {
  /**
   * Longest page with typed text for a client without a session. Escaping makes a page up to six
   * times as long as the form. Without a bound, anybody could have huge pages rendered and leave
   * them unread.
   */
  private static final int MOST_TO_STRANGERS = 64 << 10;

  private final Pages pages;
  private final BusyPages busyPages;
  private final BooleanSupplier complete;

  /**
   * Answers with these pages.
   *
   * @param complete true if one more busy page may have the user's folders
   */
  BusyAnswers(Pages pages, BusyPages busyPages, BooleanSupplier complete) {
    this.pages = pages;
    this.busyPages = busyPages;
    this.complete = complete;
  }

  /**
   * Answers with the busy page, which keeps the typed text.
   *
   * @param user the user, or null if unknown
   * @param words name what is busy
   * @param outage of the database, or null if the stage is full
   */
  public void answer(
      HttpExchange exchange, User user, BusyWords words, Duration retryAfter, Outage outage) {
    int seconds = seconds(retryAfter);
    Reason reason = outage == null ? Reason.BUSY : Reason.OUTAGE;
    HttpResponse response =
        Pages.isForFrame(exchange.request())
            ? pages.framed(exchange, user, 503, new UnshownBodyPage(reason))
            : busyPage(exchange, user, words, outage, seconds);
    exchange.respond(response.header("Retry-After", Integer.toString(seconds)));
  }

  /** Returns the cause of an outage; {@code OVERLOAD} for null. */
  static BusyCause cause(Outage outage) {
    if (outage == null) {
      return BusyCause.OVERLOAD;
    }
    return switch (outage) {
      case UNREACHABLE -> BusyCause.UNREACHABLE;
      case NOT_ANSWERING -> BusyCause.NOT_ANSWERING;
      case TOO_MANY_CONNECTIONS -> BusyCause.TOO_MANY_CONNECTIONS;
      case READ_ONLY -> BusyCause.READ_ONLY;
      case DISK_FULL -> BusyCause.DISK_FULL;
      case ENDED_ON_FULL_DISK -> BusyCause.ENDED_ON_FULL_DISK;
      case WRITES_STALLED -> BusyCause.WRITES_STALLED;
    };
  }

  private HttpResponse busyPage(
      HttpExchange exchange, User user, BusyWords words, Outage outage, int seconds) {
    HttpRequest request = exchange.request();
    KeptPost kept = request.method().equals("POST") ? kept(request, user) : null;
    BusyCause cause = cause(outage);
    boolean othersWork = outage == null || !outage.stopsReads();
    BusyPage page =
        new BusyPage(
            aroundBusy(exchange, user, othersWork),
            words.title(),
            words.offersFolders(),
            cause,
            seconds,
            kept == null ? ReturnAddress.of(request) : null,
            kept);
    BusyPage brief =
        new BusyPage(
            PageFrame.anonymous(""),
            words.title(),
            words.offersFolders(),
            cause,
            seconds,
            kept == null ? "/mail" : null,
            kept == null ? null : kept.withoutContent());
    Function<BusyPage, HttpResponse> rendered =
        model -> Pages.page(503, busyPages.render(model, pages.locale(exchange, user)));
    return user == null ? toStranger(exchange, page, brief, rendered) : rendered.apply(page);
  }

  /** Returns the refused POST, whose token was right if the user is known. */
  private KeptPost kept(HttpRequest request, User user) {
    return user == null ? pages.keptPosts().of(request) : pages.keptPosts().of(request, user, true);
  }

  /** Returns the wait in whole seconds, at least one. */
  public static int seconds(Duration retryAfter) {
    return (int) Math.max(1, retryAfter.plusMillis(999).toSeconds());
  }

  /**
   * Returns the page for a client without a session; the brief page, without typed text, if the
   * whole page is too long.
   */
  static <P> HttpResponse toStranger(
      HttpExchange exchange, P page, P brief, Function<P, HttpResponse> rendered) {
    // Three form bytes make at least one page byte, so the longest forms need no rendering. Files
    // do not appear on the page.
    HttpRequest request = exchange.request();
    if (request.body().length <= 3 * MOST_TO_STRANGERS || FormParts.isIn(request)) {
      HttpResponse whole = rendered.apply(page);
      if (whole.bodyLength() <= MOST_TO_STRANGERS) {
        return whole;
      }
    }
    return rendered.apply(brief);
  }

  /**
   * Returns the busy page's frame, with cached folders if usable, and the search query. Under
   * overload it has neither, and costs a tenth.
   */
  private PageFrame aroundBusy(HttpExchange exchange, User user, boolean othersWork) {
    HttpRequest request = exchange.request();
    if (user == null) {
      return PageFrame.anonymous(postedToken(request));
    }
    if (!complete.getAsBoolean()) {
      return new PageFrame(
          null, false, user.csrf(), List.of(), "", null, Pages.look(user.preferences()));
    }
    String query = request.query("q");
    FolderPane pane =
        new FolderPane(
            pages.folders().known(user.account()), 0, false, pages, pages.locale(exchange, user));
    return new PageFrame(
        user.name(),
        user.admin(),
        user.csrf(),
        othersWork ? pane.links() : List.of(),
        query == null ? "" : query,
        null,
        Pages.look(user.preferences()));
  }

  /** Returns the token of the posted form, unchecked; the repeated POST is checked. */
  private static String postedToken(HttpRequest request) {
    try {
      String token = Arguments.form(request).first("csrf");
      return token == null ? "" : token;
    } catch (RequestProblem e) {
      return "";
    }
  }
}
