package arashi.front.page;

import arashi.front.CrossSiteGuard;
import arashi.front.KeptPosts;
import arashi.front.MailRequest;
import arashi.front.PathPattern;
import arashi.front.session.Cookies;
import arashi.front.session.User;
import arashi.store.account.Preferences;
import arashi.web.BodyPage;
import arashi.web.BusyPages;
import arashi.web.ErrorPage;
import arashi.web.LocalPath;
import arashi.web.MessageKey;
import arashi.web.Notice;
import arashi.web.PageFrame;
import arashi.web.PageModel;
import arashi.web.PostForm;
import arashi.web.Templates;
import arashi.web.Translations;
import arashi.web.UnshownBodyPage;
import arashi.web.UnshownBodyPage.Reason;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** Renders pages and sends them with protective headers. Any thread; never blocks. */
public final class Pages {
  /** Path of the document with a mail's HTML text. */
  public static final String MAIL_BODY = "/mail/{folder}/{uid}/body";

  /** Path of the document with the HTML text of an attached mail. */
  public static final String ATTACHED_BODY = "/mail/{folder}/{uid}/mail/{n}/body";

  private static final List<PathPattern> BODIES =
      List.of(PathPattern.of(MAIL_BODY), PathPattern.of(ATTACHED_BODY));

  private static final String HTML = "text/html; charset=utf-8";

  private static final String PAGE_POLICY =
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
          + "font-src 'self'; connect-src 'self'; form-action 'self'; frame-src 'self'; "
          + "base-uri 'none'; frame-ancestors 'none'";

  /**
   * Policy of a mail's text: no scripts, no forms, no origin, no fetches. With remote images shown,
   * this service's address of them is appended.
   */
  private static final String MAIL_POLICY =
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; "
          + "style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; "
          + "frame-ancestors 'self'; img-src data:";

  /** A host that is safe inside a policy. */
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.-]+(:[0-9]{1,5})?");

  /** Prepared busy pages: some thousand of different words, waits and looks. */
  private static final long PREPARED_BYTES = 8 << 20;

  private final Templates templates;
  private final Translations messages;
  private final Cookies cookies;
  private final FolderCache folders;
  private final String publicOrigin;
  private final FolderKinds folderKinds;
  private final KeptPosts keptPosts;
  private final SignInPages signIn;
  private final BusyAnswers busy;

  /**
   * Pages from these templates, in the languages of these messages.
   *
   * @param complete true if one more busy page may have the user's folders
   * @param folders cached folders, for busy pages
   * @param publicOrigin the service's origin in browsers; empty: the request's {@code Host}
   */
  public Pages(
      Templates templates,
      BooleanSupplier complete,
      Translations messages,
      Cookies cookies,
      FolderCache folders,
      String publicOrigin) {
    this.templates = templates;
    this.messages = messages;
    this.cookies = cookies;
    this.folders = folders;
    this.publicOrigin = publicOrigin;
    this.folderKinds = new FolderKinds(messages);
    this.keptPosts = new KeptPosts(new CrossSiteGuard(publicOrigin), cookies, messages);
    this.signIn = new SignInPages(this, cookies);
    this.busy = new BusyAnswers(this, new BusyPages(templates, PREPARED_BYTES), complete);
    messages.key(Flash.NOTHING);
  }

  /** The translated messages. */
  public Translations messages() {
    return messages;
  }

  /**
   * Looks up the words of a request's busy page.
   *
   * @param words part of the title's key, {@code busy.WORDS.title}
   * @throws IllegalArgumentException if a language lacks the title
   */
  public BusyWords busyWords(String words) {
    return new BusyWords(messages.key("busy." + words + ".title"), true);
  }

  /**
   * Looks up the message of a POST's outcome.
   *
   * @param word last part of its key, {@code done.WORD}
   * @throws IllegalArgumentException if a language lacks it
   */
  public MessageKey done(String word) {
    return messages.key(Flash.WORDS + word);
  }

  /** The POSTs that wait for a login or a later try. */
  public KeptPosts keptPosts() {
    return keptPosts;
  }

  /** Pages on which users sign in. */
  public SignInPages signIn() {
    return signIn;
  }

  /** Answers of stages that refuse. */
  public BusyAnswers busy() {
    return busy;
  }

  FolderKinds folderKinds() {
    return folderKinds;
  }

  FolderCache folders() {
    return folders;
  }

  /** Returns the user's language if one is set, else the browser's best match. */
  public Locale locale(MailRequest request) {
    return locale(request.exchange(), request.user());
  }

  /** Same; {@code user} may be null. */
  Locale locale(HttpExchange exchange, User user) {
    return locale(exchange, user == null ? Preferences.NONE : user.preferences());
  }

  Locale locale(HttpExchange exchange, Preferences preferences) {
    return preferences
        .language()
        .filter(messages.locales()::contains)
        .orElseGet(() -> messages.choose(exchange.request().header("Accept-Language")));
  }

  /** Returns the look of all pages by the user's preferences. */
  public static PageFrame.Look look(Preferences preferences) {
    PageFrame.Theme theme =
        switch (preferences.theme()) {
          case SYSTEM -> PageFrame.Theme.SYSTEM;
          case LIGHT -> PageFrame.Theme.LIGHT;
          case DARK -> PageFrame.Theme.DARK;
        };
    return new PageFrame.Look(theme, preferences.zone().map(ZoneId::getId).orElse(""));
  }

  /** Answers with a page. */
  public void show(MailRequest request, PageModel page) {
    request.exchange().respond(page(request, 200, page));
  }

  /** Answers with a page that shows the outcome of the last POST, and clears that outcome. */
  public void showWithFlash(MailRequest request, PageModel page) {
    HttpExchange exchange = request.exchange();
    HttpResponse response = page(request, 200, page);
    if (exchange.request().cookie(Flash.COOKIE) != null) {
      response = response.header("Set-Cookie", cookies.clear(Flash.COOKIE));
    }
    exchange.respond(response);
  }

  /** Returns a page as a response, for callers that add headers. */
  public HttpResponse page(MailRequest request, int status, PageModel page) {
    return page(request.exchange(), request.user(), status, page);
  }

  /** Same; {@code user} may be null. */
  HttpResponse page(HttpExchange exchange, User user, int status, PageModel page) {
    return page(exchange, user == null ? Preferences.NONE : user.preferences(), status, page);
  }

  /** Same for a user who has just signed in. */
  public HttpResponse page(
      HttpExchange exchange, Preferences preferences, int status, PageModel page) {
    return page(status, templates.render(page, locale(exchange, preferences)));
  }

  static HttpResponse page(int status, byte[] html) {
    return protect(HttpResponse.of(status))
        .header("Content-Security-Policy", PAGE_POLICY)
        .body(HTML, html);
  }

  /** Answers with the sandboxed document of a mail's HTML text. */
  public void showMailBody(MailRequest request, BodyPage page) {
    request.exchange().respond(framed(request.exchange(), request.user(), 200, page));
  }

  /**
   * Same for a text with remote images.
   *
   * @param path common path of the images at this service
   */
  public void showMailBody(MailRequest request, BodyPage page, String path) {
    String policy = MAIL_POLICY + " " + images(request.exchange().request(), path);
    request.exchange().respond(framed(request.exchange(), request.user(), 200, page, policy));
  }

  /** The frame has no origin, so the policy must name ours. */
  private String images(HttpRequest request, String path) {
    String host = request.host();
    if (!publicOrigin.isEmpty()) {
      return publicOrigin + path;
    }
    return host != null && HOST.matcher(host).matches() ? "http://" + host + path : "'self'";
  }

  /** {@code user} may be null. */
  HttpResponse framed(HttpExchange exchange, User user, int status, PageModel page) {
    return framed(exchange, user, status, page, MAIL_POLICY);
  }

  private HttpResponse framed(
      HttpExchange exchange, User user, int status, PageModel page, String policy) {
    byte[] html = templates.render(page, locale(exchange, user));
    return protect(HttpResponse.of(status))
        .header("Content-Security-Policy", policy)
        .body(HTML, html);
  }

  /** True if the answer goes into the frame of a mail's text, where no full page may be shown. */
  static boolean isForFrame(HttpRequest request) {
    return BODIES.stream().anyMatch(body -> body.match(request.pathSegments()) != null)
        && !"document".equals(request.header("Sec-Fetch-Dest"));
  }

  /** Adds the headers of every response that contains mail. */
  public static HttpResponse protect(HttpResponse response) {
    return response
        .header("Cache-Control", "no-store")
        .header("X-Content-Type-Options", "nosniff")
        .header("Referrer-Policy", "same-origin") // CrossSiteGuard needs the origin of our forms
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Cross-Origin-Resource-Policy", "same-origin");
  }

  /** Returns a redirect to a page by GET. */
  public static HttpResponse redirect(String path) {
    return HttpResponse.of(303)
        .header("Location", path)
        .header("Cache-Control", "no-store")
        .text("");
  }

  /** Redirects to the page that shows the outcome of a POST. */
  public void redirect(HttpExchange exchange, String path, Flash flash) {
    exchange.respond(redirection(path, flash));
  }

  /** Returns the redirect as a response, for callers that add headers. */
  public HttpResponse redirection(String path, Flash flash) {
    return redirect(path).header("Set-Cookie", cookies.set(Flash.COOKIE, flash.encode(), 60));
  }

  /** Answers with the error page of a problem. */
  public void problem(MailRequest request, ErrorPage.Problem problem) {
    problem(request.exchange(), request.user(), problem);
  }

  /** Answers with the error page of a problem; {@code user} may be null. */
  public void problem(HttpExchange exchange, User user, ErrorPage.Problem problem) {
    exchange.respond(problemResponse(exchange, user, problem, null));
  }

  /**
   * Returns the error page of a problem, or its short form for the frame of a mail's text.
   *
   * @param user the user, or null if unknown
   * @param reference of the log entry, or null
   */
  public HttpResponse problemResponse(
      HttpExchange exchange, User user, ErrorPage.Problem problem, String reference) {
    if (isForFrame(exchange.request())) {
      Reason reason = problem == ErrorPage.Problem.NOT_FOUND ? Reason.NOT_FOUND : Reason.FAILED;
      return framed(exchange, user, problem.status(), new UnshownBodyPage(reason));
    }
    boolean repeats =
        problem == ErrorPage.Problem.MAY_BE_DONE
            && user != null
            && exchange.request().method().equals("POST");
    PostForm again = repeats ? keptPosts.of(exchange.request(), user, true).form() : null;
    String target = exchange.request().target();
    boolean goesOn = problem == ErrorPage.Problem.ELSEWHERE && LocalPath.isLocal(target);
    ErrorPage page =
        new ErrorPage(surroundings(user), problem, reference, goesOn ? target : "/mail", again);
    return page(exchange, user, problem.status(), page);
  }

  static PageFrame surroundings(User user) {
    return user == null ? PageFrame.anonymous("") : surroundings(user, null);
  }

  private static PageFrame surroundings(User user, Notice notice) {
    return new PageFrame(
        user.name(), user.admin(), user.csrf(), List.of(), "", notice, look(user.preferences()));
  }

  /** Returns the frame of a page without folders, with the outcome of the last POST. */
  public PageFrame surroundings(MailRequest request) {
    Flash flash = Flash.decode(request.exchange().request().cookie(Flash.COOKIE), messages);
    Locale locale = locale(request);
    return surroundings(request.user(), flash == null ? null : flash.notice(messages, locale));
  }

  /** Returns the frame of a page that shows what is wrong with a POST. */
  public PageFrame surroundings(MailRequest request, String wrong) {
    return surroundings(request.user(), new Notice(Notice.Kind.ERROR, wrong, null));
  }
}
