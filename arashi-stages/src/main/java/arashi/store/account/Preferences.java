package arashi.store.account;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;

/**
 * What a user has set for all browsers.
 *
 * @param name of mail from an address that has no name of its own; possibly empty
 * @param language of the pages; empty: as the browser asks
 * @param zone in which moments are shown; empty: that of the browser, or of the service where no
 *     scripts run
 * @param theme colours of the pages
 * @param afterDelete where to go when an open message has left its folder
 */
public record Preferences(
    String name,
    Optional<Locale> language,
    Optional<ZoneId> zone,
    Theme theme,
    AfterDelete afterDelete) {

  /** Most characters of a name. */
  public static final int MAX_NAME = 255;

  /** Nothing is set. */
  public static final Preferences NONE =
      new Preferences("", Optional.empty(), Optional.empty(), Theme.SYSTEM, AfterDelete.LIST);

  /** Colours of the pages. */
  public enum Theme {
    /** As the browser asks. */
    SYSTEM,
    /** Dark on light. */
    LIGHT,
    /** Light on dark. */
    DARK
  }

  /** Where to go when an open message has left its folder. */
  public enum AfterDelete {
    /** To the list that it was in. */
    LIST,
    /** To the next message down the list. */
    OLDER,
    /** To the next message up the list. */
    NEWER
  }

  /** Checks the length of the name. */
  public Preferences {
    if (name.length() > MAX_NAME) {
      throw new IllegalArgumentException("a name of " + name.length() + " characters");
    }
  }

  /** As it is in a row. What a later release has written counts as not set. */
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
    } catch (DateTimeException e) { // of a release with other tables of zones
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

  /** A constant as it is in a row. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
