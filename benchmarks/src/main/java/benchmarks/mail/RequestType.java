package benchmarks.mail;

/** What is measured apart. */
enum RequestType {
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
  REFILE("refile"),
  DELETE("delete"),
  FLAG("flag");

  private final String title;

  RequestType(String title) {
    this.title = title;
  }

  /** What people call it. */
  String title() {
    return title;
  }
}
