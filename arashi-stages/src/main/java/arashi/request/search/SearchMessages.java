package arashi.request.search;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.target.RequestType;
import java.time.Duration;

/** Shows a page of search results. */
public final class SearchMessages extends UserRequest<SearchRequest> {
  /** The request type. */
  public static final RequestType TYPE =
      RequestType.of("search", Duration.ofSeconds(2)).withDegradation();

  /** Reads the store, within {@code limits} for each request. */
  public SearchMessages(Front front, SearchLimits limits) {
    super(
        TYPE,
        new SearchHandler(front.pages(), front.store(), front.rows(), front.shown(), limits),
        Way.get("/search", SearchRequest::read));
  }
}
