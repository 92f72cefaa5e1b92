package benchmarks.mail;

import java.util.List;

/** Request types with measurements of their own. */
enum MeasuredRequest {
  LOGIN("login"),
  FOLDERS("list folders"),
  LIST("list, first page"),
  LIST_DEEP("list, 20 pages on"),
  LIST_BY_SENDER("list by sender"),
  SHOW_PLAIN("show plain mail"),
  SHOW_HTML("show HTML mail"),
  HTML_BODY("HTML body"),
  RAW("raw mail"),
  SEARCH_COMMON("search, common word"),
  SEARCH_RARE("search, rare word"),
  SEARCH_TWO("search, two words"),
  SEARCH_PHRASE("search, phrase"),
  SEARCH_FIELD("search, field"),
  SEARCH_NONE("search, no hit"),
  REFILE("refile"),
  DELETE("delete"),
  FLAG("flag");

  /** Types in the chart over the mailbox's size. */
  static final List<MeasuredRequest> OVER_SIZE =
      List.of(LIST, LIST_DEEP, LIST_BY_SENDER, SHOW_PLAIN, SEARCH_COMMON, SEARCH_RARE, SEARCH_TWO);

  /** Types that a large store may slow down. */
  static final List<MeasuredRequest> OF_STORE =
      List.of(
          LIST,
          LIST_DEEP,
          SHOW_PLAIN,
          SEARCH_COMMON,
          SEARCH_RARE,
          SEARCH_TWO,
          SEARCH_PHRASE,
          SEARCH_FIELD,
          SEARCH_NONE,
          REFILE,
          DELETE);

  private final String title;

  MeasuredRequest(String title) {
    this.title = title;
  }

  /** Its name in tables. */
  String title() {
    return title;
  }
}
