package arashi.request.search;

import arashi.front.DetailLevel;
import arashi.front.RequestProblem;
import arashi.front.page.DisplayFormats;
import arashi.front.page.FolderPane;
import arashi.front.page.MessageRows;
import arashi.front.page.Pages;
import arashi.front.page.SortLinks;
import arashi.front.route.RequestHandler;
import arashi.mime.term.ParsedQuery;
import arashi.mime.term.QueryNote;
import arashi.mime.term.QueryParser;
import arashi.store.Store;
import arashi.store.mail.Item;
import arashi.store.mail.SearchQuery;
import arashi.store.mail.SearchQuery.Earlier;
import arashi.store.mail.SearchResult;
import arashi.web.Degradation;
import arashi.web.MessageRow;
import arashi.web.Notice;
import arashi.web.PageFrame;
import arashi.web.SearchPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Searches an account, newest mail first. The work of one request is bounded; the page says how far
 * back the search reached and offers to continue.
 */
final class SearchHandler extends RequestHandler<SearchRequest> {
  private static final String PARTIAL_URL = "/search?q=is%3Apartial";

  private final MessageRows rows;
  private final DisplayFormats shown;
  private final SearchLimits limits;
  private final Store store;
  private final PartialMails partialMails;
  private final SortLinks sorts;

  SearchHandler(
      Pages pages, Store store, MessageRows rows, DisplayFormats shown, SearchLimits limits) {
    super(pages, pages.busyWords(SearchMessages.TYPE.words()));
    this.rows = rows;
    this.shown = shown;
    this.limits = limits;
    this.store = store;
    this.partialMails = new PartialMails(store);
    this.sorts = new SortLinks(pages.messages());
  }

  @Override
  protected void answer(SearchRequest request) throws RequestProblem {
    Locale locale = pages.locale(request);
    FolderPane pane = FolderPane.of(pages, request, 0, DetailLevel.FULL);
    ParsedQuery typed =
        QueryParser.parse(request.query(), shown.of(request.user()).zone(), SearchQuery.MAX_TERMS);
    List<QueryNote> notes = new ArrayList<>(typed.notes());
    Optional<Long> folder = typed.folder().map(name -> folder(pane, name, notes));
    PageFrame page = withNotes(pane.page(request, request.query()), notes, locale);
    SearchPage model =
        typed.isEmpty()
            ? new SearchPage(page, null, null, null)
            : answer(request, typed, folder, page, pane, locale);
    pages.showWithFlash(request, model);
  }

  private SearchPage answer(
      SearchRequest request,
      ParsedQuery typed,
      Optional<Long> folder,
      PageFrame page,
      FolderPane pane,
      Locale locale)
      throws RequestProblem {
    DetailLevel detail = detail(request);
    SearchQuery query =
        new SearchQuery(
                typed.terms(),
                Filters.of(typed, folder),
                request.before(),
                request.isSorted() ? limits.sortedHits() : limits.hits(),
                detail.partOf(limits.scannedRows()))
            .orEarlier(new Earlier(QueryParser.FOLDED_SINCE, typed.earlierTerms()));
    long account = request.user().account();
    SearchResult found =
        new PhraseSearch(store, typed.phrases(), detail.partOf(limits.phraseMails()))
            .newest(account, query);
    boolean partial = found.complete() && isPartial(account, typed, query, found.modSeq());
    return new SearchPage(
        partial && store.mail().search().awaitsTerms(account) ? withLateMail(page, locale) : page,
        results(request, found, pane, locale),
        partial ? PARTIAL_URL : null,
        found.complete() || found.rows().size() == query.limit() || detail.equals(DetailLevel.FULL)
            ? null
            : DetailLevel.reduced(Degradation.Step.WINDOW, request.exchange().request()));
  }

  private SearchPage.Results results(
      SearchRequest request, SearchResult found, FolderPane pane, Locale locale)
      throws RequestProblem {
    List<Item> all = request.isSorted() ? Sorting.of(found.rows(), request.order()) : found.rows();
    int from = Math.min(request.from(), all.size());
    int to = Math.min(all.size(), from + limits.hits());
    MessageRows rows = this.rows.of(request.user());
    List<MessageRow> hits = new ArrayList<>(to - from);
    for (Item item : all.subList(from, to)) {
      hits.add(rows.found(item, request.ofRows(), pane.link(item.folder()).name(), locale));
    }
    return new SearchPage.Results(
        hits,
        request.url(),
        sorts.of(request.order(), request::in),
        from == 0 ? null : request.from(Math.max(0, from - limits.hits())),
        to == all.size() ? null : request.from(to),
        found.complete() ? null : shown.of(request.user()).day(found.reachedAt(), locale),
        found.complete() ? null : request.continued(found.reached()));
  }

  private boolean isPartial(long account, ParsedQuery typed, SearchQuery query, long modSeq) {
    return !typed.terms().isEmpty()
        && !typed.terms().contains(QueryParser.PARTIAL)
        && partialMails.mayBeMissedBy(query, account, modSeq);
  }

  /** Returns 0 if there is no such folder. */
  private static long folder(FolderPane pane, String name, List<QueryNote> notes) {
    OptionalLong folder = pane.named(name);
    if (folder.isEmpty()) {
      notes.add(new QueryNote(QueryNote.Reason.NO_FOLDER, name));
    }
    return folder.orElse(0);
  }

  private PageFrame withNotes(PageFrame page, List<QueryNote> notes, Locale locale) {
    if (notes.isEmpty()) {
      return page;
    }
    String text = notes.stream().map(note -> words(note, locale)).collect(Collectors.joining(" "));
    return withNotice(page, text);
  }

  /**
   * Adds a notice that some mail is not indexed yet. Degraded delivery leaves its terms to index
   * maintenance.
   */
  private PageFrame withLateMail(PageFrame page, Locale locale) {
    return page.notice() == null
        ? withNotice(page, pages.messages().text(locale, "search.note.late"))
        : page;
  }

  private static PageFrame withNotice(PageFrame page, String text) {
    return page.withNotice(new Notice(Notice.Kind.ERROR, text, null));
  }

  private String words(QueryNote note, Locale locale) {
    String key = "search.note." + note.reason().name().toLowerCase(Locale.ROOT);
    return pages.messages().text(locale, key, note.value());
  }
}
