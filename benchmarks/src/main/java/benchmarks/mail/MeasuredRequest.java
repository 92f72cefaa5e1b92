package benchmarks.mail;

import java.util.EnumSet;
import java.util.Set;

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
  static final Set<MeasuredRequest> OVER_SIZE =
      EnumSet.of(
          LIST, LIST_DEEP, LIST_BY_SENDER, SHOW_PLAIN, SEARCH_COMMON, SEARCH_RARE, SEARCH_TWO);

  /** Types that a large store may slow down. */
  static final Set<MeasuredRequest> OF_STORE =
      EnumSet.complementOf(
          EnumSet.of(LOGIN, FOLDERS, LIST_BY_SENDER, SHOW_HTML, HTML_BODY, RAW, FLAG));

  private final String title;

  MeasuredRequest(String title) {
    this.title = title;
  }

  /** Its name in tables. */
  String title() {
    return title;
  }
}
