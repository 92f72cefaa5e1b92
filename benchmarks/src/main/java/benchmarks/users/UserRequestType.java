package benchmarks.users;

import java.util.Arrays;
import java.util.List;

/** Requests of simulated users; a stage answers each type. */
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

  /** Its name in tables, and, except {@link #HTML_BODY}, its stage's name. */
  public String title() {
    return title;
  }

  /** Names of the stages, which are keys of the targets. */
  static List<String> stages() {
    return Arrays.stream(values()).filter(t -> t != HTML_BODY).map(t -> t.title).toList();
  }
}
