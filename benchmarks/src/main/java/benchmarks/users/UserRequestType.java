package benchmarks.users;

/** What simulated users ask for; each is answered by the stage of that name. */
public enum UserRequestType {
  /** Signing in. */
  LOGIN("login"),
  /** Opening the folders. */
  LIST_FOLDERS("list folders"),
  /** A page of a folder. */
  LIST_MESSAGES("list messages"),
  /** A message, and its HTML body. */
  SHOW_MESSAGE("show message"),
  /** An attachment or the original. */
  ATTACHMENT("attachment"),
  /** To the trash. */
  DELETE("delete"),
  /** To another folder. */
  REFILE("refile"),
  /** Marks. */
  FLAG("flag"),
  /** A page of hits. */
  SEARCH("search");

  private final String stage;

  UserRequestType(String stage) {
    this.stage = stage;
  }

  /** The name of the stage, and its key among the targets. */
  public String stage() {
    return stage;
  }
}
