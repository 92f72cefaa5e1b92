package benchmarks.users;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Requests of simulated users; a stage answers each type. */
public enum UserRequestType {
  LOGIN,
  LIST_FOLDERS,
  LIST_MESSAGES,
  SHOW_MESSAGE,
  /** The frame of a message; of the same stage. */
  HTML_BODY,
  ATTACHMENT,
  DELETE,
  REFILE,
  FLAG,
  SEARCH;

  /** Its name in tables, and, except {@link #HTML_BODY}, its stage's name. */
  public String title() {
    return this == HTML_BODY ? "HTML body" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Names of the stages, which are keys of the targets. */
  static List<String> stages() {
    return Arrays.stream(values()).filter(t -> t != HTML_BODY).map(t -> t.title()).toList();
  }
}
