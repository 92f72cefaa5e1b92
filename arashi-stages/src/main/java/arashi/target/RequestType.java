package arashi.target;

import java.util.Arrays;
import java.util.Optional;

/** What people can ask for: one constant for each stage that has targets. */
public enum RequestType {
  /** Signing in. */
  LOGIN("login", false),
  /** Opening the folders. */
  LIST_FOLDERS("list folders", false),
  /** A page of a folder. */
  LIST_MESSAGES("list messages", true),
  /** A message, and its HTML body. */
  SHOW_MESSAGE("show message", true),
  /** An attachment or the original. */
  ATTACHMENT("attachment", false),
  /** To the trash, or out of it. */
  DELETE("delete", false),
  /** To another folder. */
  REFILE("refile", false),
  /** Marks. */
  FLAG("flag", false),
  /** A page of hits. */
  SEARCH("search", true);

  private final String stage;
  private final boolean degradable;

  RequestType(String stage, boolean degradable) {
    this.stage = stage;
    this.degradable = degradable;
  }

  /** The name of its stage, and its key among the targets. */
  public String stage() {
    return stage;
  }

  /** Whether it can do less under load. */
  public boolean isDegradable() {
    return degradable;
  }

  /** The type whose stage has that name. */
  public static Optional<RequestType> ofStage(String stage) {
    return Arrays.stream(values()).filter(type -> type.stage.equals(stage)).findFirst();
  }
}
