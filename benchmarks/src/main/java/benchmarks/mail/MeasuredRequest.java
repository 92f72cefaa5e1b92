package benchmarks.mail;

/** Request types with measurements of their own. */
public enum MeasuredRequest {
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

  private final String title;

  MeasuredRequest(String title) {
    this.title = title;
  }

  /** Its name in tables. */
  public String title() {
    return title;
  }
}
