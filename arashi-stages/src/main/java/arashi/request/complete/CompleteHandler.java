package arashi.request.complete;

import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.mime.view.Shown;
import arashi.store.Store;
import arashi.store.mail.Correspondents.Correspondent;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import seda.kernel.Clock;
import seda.netio.http.HttpResponse;

/** Returns the most likely correspondents as JSON, best first. */
final class CompleteHandler extends RequestHandler<CompleteRequest> {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  /** The number that a list beside a field shows without scrolling. */
  private static final int MOST = 8;

  private final Store store;
  private final int rows;
  private final Clock clock;

  CompleteHandler(Pages pages, Store store, int rows, Clock clock) {
    super(pages, pages.busyWords(Complete.TYPE.words()));
    this.store = store;
    this.rows = rows;
    this.clock = clock;
  }

  @Override
  protected void answer(CompleteRequest request) {
    CompletionInput typed = CompletionInput.of(request.typed());
    List<Correspondent> found =
        typed.isEmpty()
            ? List.of()
            : Ranking.best(candidates(request), typed, clock.instant(), MOST);
    byte[] json = json(found).getBytes(StandardCharsets.UTF_8);
    request.exchange().respond(Pages.protect(HttpResponse.of(200)).body("application/json", json));
  }

  private Set<Correspondent> candidates(CompleteRequest request) {
    Set<Correspondent> candidates = new LinkedHashSet<>();
    int most = detail(request).partOf(rows);
    for (String beginning : CompletionInput.beginnings(request.typed())) {
      candidates.addAll(
          store.people().correspondents().find(request.user().account(), beginning, most));
    }
    return candidates;
  }

  /** Writes each name and address, for display, for comparison and for insertion. */
  private static String json(List<Correspondent> people) {
    List<Map<String, String>> all =
        people.stream()
            .map(
                one ->
                    Map.of(
                        "name",
                        Shown.text(one.name()),
                        "address",
                        Shown.text(one.address()),
                        "key",
                        Shown.offered("", one.address()).key(),
                        "typed",
                        Shown.offered(one.name(), one.address()).typed()))
            .toList();
    return GSON.toJson(all);
  }
}
