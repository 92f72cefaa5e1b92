package benchmarks.users;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Request types of simulated users. Each type has a stage. */
public enum UserRequestType {
  LOGIN,
  LIST_FOLDERS,
  LIST_MESSAGES,
  SHOW_MESSAGE,
  /** The frame of a message; served by the stage of {@link #SHOW_MESSAGE}. */
  HTML_BODY,
  ATTACHMENT,
  DELETE,
  REFILE,
  FLAG,
  SEARCH;

  /** Name in tables; except for {@link #HTML_BODY}, also the name of the stage. */
  public String title() {
    return this == HTML_BODY ? "HTML body" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Names of the stages, which are keys of the targets. */
  public static List<String> stages() {
    return Arrays.stream(values()).filter(t -> t != HTML_BODY).map(t -> t.title()).toList();
  }
}
