package arashi.request.search;

import arashi.front.Detail;
import arashi.front.FolderPane;
import arashi.front.MessageRows;
import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.front.RequestProblem;
import arashi.front.Shown;
import arashi.mime.QueryNote;
import arashi.mime.QueryParser;
import arashi.store.Item;
import arashi.store.SearchPage;
import arashi.store.SearchQuery;
import arashi.store.Store;
import arashi.web.MessageRow;
import arashi.web.Notice;
import arashi.web.Page;
import arashi.web.Reduced;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Searches an account, newest mail first. The work of one request is bounded; the page says how far
 * back it came and goes on from there.
 */
public final class SearchHandler extends RequestHandler<SearchRequest> {
  private final MessageRows rows;
  private final Shown shown;
  private final SearchLimits limits;
  private final PhraseSearch phrases;

  /** A handler that reads {@code store}, within {@code limits} for each request. */
  public SearchHandler(
      Pages pages, Store store, MessageRows rows, Shown shown, SearchLimits limits) {
    super(pages);
    this.rows = rows;
    this.shown = shown;
    this.limits = limits;
    this.phrases = new PhraseSearch(store);
  }

  @Override
  protected void answer(SearchRequest request) throws RequestProblem {
    Locale locale = pages.locale(request.exchange());
    FolderPane pane = FolderPane.of(pages, request, 0, Detail.FULL);
    arashi.mime.SearchQuery typed =
        QueryParser.parse(request.query(), shown.zone(), SearchQuery.MAX_TERMS);
    List<QueryNote> notes = new ArrayList<>(typed.notes());
    Optional<Long> folder = typed.folder().map(name -> folder(pane, name, notes));
    Page page = withNotes(pane.page(request, request.query()), notes, locale);
    arashi.web.SearchPage model =
        typed.isEmpty()
            ? new arashi.web.SearchPage(page, List.of(), null, null, null)
            : answer(request, typed, folder, page, pane, locale);
    pages.show(request.exchange(), model);
  }

  private arashi.web.SearchPage answer(
      SearchRequest request,
      arashi.mime.SearchQuery typed,
      Optional<Long> folder,
      Page page,
      FolderPane pane,
      Locale locale)
      throws RequestProblem {
    Detail detail = detail(request);
    SearchPage found =
        phrases.newest(
            request.user().account(),
            new SearchQuery(
                typed.terms(),
                Filters.of(typed, folder),
                request.before(),
                limits.hits(),
                detail.partOf(limits.scannedRows())),
            typed.phrases());
    List<MessageRow> hits = new ArrayList<>(found.rows().size());
    for (Item item : found.rows()) {
      hits.add(rows.row(item, "", false, pane.link(item.folder()).name(), locale));
    }
    return new arashi.web.SearchPage(
        page,
        hits,
        found.complete() ? null : shown.day(found.reachedAt(), locale),
        found.complete() ? null : continueUrl(request.query(), found.reached()),
        found.complete() || found.rows().size() == limits.hits() || detail.equals(Detail.FULL)
            ? null
            : Detail.reduced(Reduced.Step.WINDOW, request.exchange().request()));
  }

  private static String continueUrl(String query, long before) {
    return "/search?q=" + URLEncoder.encode(query, StandardCharsets.UTF_8) + "&before=" + before;
  }

  /** The folder of that name; 0, where nothing is, if there is none. */
  private static long folder(FolderPane pane, String name, List<QueryNote> notes) {
    OptionalLong folder = pane.named(name);
    if (folder.isEmpty()) {
      notes.add(new QueryNote(QueryNote.Reason.NO_FOLDER, name));
    }
    return folder.orElse(0);
  }

  private Page withNotes(Page page, List<QueryNote> notes, Locale locale) {
    if (notes.isEmpty()) {
      return page;
    }
    String text = notes.stream().map(note -> words(note, locale)).collect(Collectors.joining(" "));
    Notice notice = new Notice(Notice.Kind.ERROR, text, null);
    return new Page(
        page.account(), page.admin(), page.csrf(), page.folders(), page.query(), notice);
  }

  private String words(QueryNote note, Locale locale) {
    String key = "search.note." + note.reason().name().toLowerCase(Locale.ROOT);
    return pages.messages().text(locale, key, note.value());
  }
}
