package arashi.front.route;

import arashi.front.CrossSiteGuard;
import arashi.front.RequestProblem;
import arashi.front.page.DisplayFormats;
import arashi.front.page.FolderCache;
import arashi.front.page.MessageRows;
import arashi.front.page.Pages;
import arashi.front.page.RawMailLimits;
import arashi.front.page.RawMails;
import arashi.front.page.SiteConfig;
import arashi.front.session.Cookies;
import arashi.front.session.SenderKeys;
import arashi.front.session.SessionCache;
import arashi.front.session.SessionLimits;
import arashi.front.session.TrustedProxies;
import arashi.front.turn.AccountLimits;
import arashi.store.Store;
import arashi.target.ControlConfig;
import arashi.target.PolicyInForce;
import arashi.web.Assets;
import arashi.web.ErrorPage.Problem;
import arashi.web.Templates;
import arashi.web.Translations;
import java.util.Random;
import seda.kernel.Clock;
import seda.kernel.Timers;
import seda.kernel.admission.TokenBucket;

/**
 * Objects that all requests share. Made once, before the request stages are declared.
 *
 * @param clock of the graph
 * @param store mail, accounts and sessions
 * @param pages renders and sends
 * @param cookies names and attributes
 * @param guard detects forms of other sites
 * @param proxies determines the client's address
 * @param sessions sessions that this node has seen lately
 * @param dispatcher sends requests to their stages
 * @param senderKeys keys of accounts for admission by user
 * @param lookUp reads sessions that are not cached
 * @param retryAfter {@code Retry-After} of refused clients
 * @param shown formats of moments and sizes
 * @param rows rows of lists
 * @param rawMails mails that are read whole
 */
public record Front(
    Clock clock,
    Store store,
    Pages pages,
    Cookies cookies,
    CrossSiteGuard guard,
    TrustedProxies proxies,
    SessionCache sessions,
    Dispatcher dispatcher,
    SenderKeys senderKeys,
    SessionHandler lookUp,
    RetryAfter retryAfter,
    DisplayFormats shown,
    MessageRows rows,
    RawMails rawMails) {
  /**
   * Configuration of the shared objects.
   *
   * @param site public address of the service
   * @param stages threads and queues
   * @param accounts concurrency limits of one account
   * @param control service classes of requests
   * @param sessions lifetime and cache
   * @param mails size limits of mails that are read whole
   */
  public record Settings(
      SiteConfig site,
      StageLimits stages,
      AccountLimits accounts,
      ControlConfig control,
      SessionLimits sessions,
      RawMailLimits mails) {}

  /**
   * Makes the objects.
   *
   * @param policy classes of users
   * @param timers of the graph
   */
  public static Front of(
      Settings settings, PolicyInForce policy, Store store, Clock clock, Timers timers) {
    SiteConfig site = settings.site();
    SessionLimits limits = settings.sessions();
    Translations messages = Translations.load();
    Cookies cookies = new Cookies(site.secure());
    int completeBusyPages = settings.stages().completeBusyPages();
    TokenBucket complete = new TokenBucket(completeBusyPages, completeBusyPages, clock.nanos());
    Pages pages =
        new Pages(
            new Templates(messages, Assets.load()),
            () -> complete.take(1, clock.nanos()),
            messages,
            cookies,
            new FolderCache(store.mail().folders(), clock),
            site.publicOrigin());
    TrustedProxies proxies = new TrustedProxies(site.trustedProxies());
    Classes classes = new Classes(policy, settings.control().classRules(), proxies);
    CrossSiteGuard guard = new CrossSiteGuard(site.publicOrigin());
    SessionCache sessions = new SessionCache(limits.cacheTime(), limits.cacheSize(), clock);
    SenderKeys senderKeys = SenderKeys.of(store.service().secrets());
    RetryAfter retryAfter =
        new RetryAfter(new Random(), clock, settings.stages().returnsPerSecond());
    Dispatcher dispatcher =
        new Dispatcher(
            pages,
            guard,
            cookies,
            sessions,
            classes,
            retryAfter,
            settings.accounts(),
            new ReadDeadlines(settings.stages().reads(), classes, clock),
            timers,
            clock);
    DisplayFormats shown = new DisplayFormats(clock, site.zone());
    return new Front(
        clock,
        store,
        pages,
        cookies,
        guard,
        proxies,
        sessions,
        dispatcher,
        senderKeys,
        new SessionHandler(store, sessions, senderKeys, limits.lifetime(), clock),
        retryAfter,
        shown,
        new MessageRows(shown),
        new RawMails(
            store.mail().blobs(), settings.mails().mailBytes(), settings.mails().heldBytes()));
  }

  /**
   * Returns a reader of a GET that only our own pages may make, because it is dear. A navigation by
   * another site gets a page with a link instead, which costs nothing until the user follows it.
   */
  public <E> Route.Reader<E> ownPagesOnly(Route.Reader<E> reader) {
    return (exchange, user, arguments) -> {
      if (guard.isCrossSite(exchange.request())) {
        throw new RequestProblem(Problem.ELSEWHERE, "navigation by another site");
      }
      return reader.read(exchange, user, arguments);
    };
  }
}
