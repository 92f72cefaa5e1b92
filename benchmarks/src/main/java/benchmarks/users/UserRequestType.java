package benchmarks.users;

import java.util.Arrays;
import java.util.List;

/** What simulated users ask for; each is answered by a stage. */
public enum UserRequestType {
  LOGIN("login"),
  LIST_FOLDERS("list folders"),
  LIST_MESSAGES("list messages"),
  SHOW_MESSAGE("show message"),
  /** The frame of a message; of the same stage. */
  HTML_BODY("HTML body"),
  ATTACHMENT("attachment"),
  DELETE("delete"),
  REFILE("refile"),
  FLAG("flag"),
  SEARCH("search");

  private final String title;

  UserRequestType(String title) {
    this.title = title;
  }

  /** What tables call it; but for {@link #HTML_BODY}, the name of its stage. */
  public String title() {
    return title;
  }

  /** Names of the stages, which are keys of the targets. */
  static List<String> stages() {
    return Arrays.stream(values()).filter(t -> t != HTML_BODY).map(t -> t.title).toList();
  }
}
