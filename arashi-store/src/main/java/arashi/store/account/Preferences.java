package arashi.store.account;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;

/**
 * A user's settings, for all browsers.
 *
 * @param name display name for mail from an address without a name of its own; may be empty
 * @param language of the pages; empty for the browser's preference
 * @param zone time zone of displayed times; empty for the browser's, or the service's without
 *     scripts
 * @param theme colours of the pages
 * @param afterDelete page to open after the open message has left its folder
 */
public record Preferences(
    String name,
    Optional<Locale> language,
    Optional<ZoneId> zone,
    Theme theme,
    AfterDelete afterDelete) {

  /** Maximum characters in a name. */
  public static final int MAX_NAME = 255;

  /** The default settings. */
  public static final Preferences NONE =
      new Preferences("", Optional.empty(), Optional.empty(), Theme.SYSTEM, AfterDelete.LIST);

  /** Colours of the pages. */
  public enum Theme {
    /** The browser's preference. */
    SYSTEM,
    /** Dark on light. */
    LIGHT,
    /** Light on dark. */
    DARK
  }

  /** Page to open after the open message has left its folder. */
  public enum AfterDelete {
    /** The list that contained it. */
    LIST,
    /** The next message down the list. */
    OLDER,
    /** The next message up the list. */
    NEWER
  }

  /** Checks the length of the name. */
  public Preferences {
    if (name.length() > MAX_NAME) {
      throw new IllegalArgumentException(
          "the name has " + name.length() + " characters; at most " + MAX_NAME + " are allowed");
    }
  }

  /** Parses a row. A value written by a later release counts as unset. */
  static Preferences of(String name, String language, String zone, String theme, String after) {
    return new Preferences(
        name,
        language.isEmpty() ? Optional.empty() : Optional.of(Locale.forLanguageTag(language)),
        zoneOf(zone),
        one(Theme.values(), theme, Theme.SYSTEM),
        one(AfterDelete.values(), after, AfterDelete.LIST));
  }

  private static Optional<ZoneId> zoneOf(String zone) {
    try {
      return zone.isEmpty() ? Optional.empty() : Optional.of(ZoneId.of(zone));
    } catch (DateTimeException e) { // unknown to this release's zone tables
      return Optional.empty();
    }
  }

  private static <E extends Enum<E>> E one(E[] all, String word, E usual) {
    for (E constant : all) {
      if (word(constant).equals(word)) {
        return constant;
      }
    }
    return usual;
  }

  /** Returns the database value of a constant. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
