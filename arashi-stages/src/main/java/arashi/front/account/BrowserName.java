package arashi.front.account;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Short name of a browser ({@code User-Agent}, RFC 9110, 10.1.5). */
final class BrowserName {
  private static final int MOST_OF_OTHERS = 60;

  /** Ordered: a name that other browsers also send comes last. */
  private static final Map<String, String> BROWSERS = new LinkedHashMap<>();

  private static final Map<String, String> SYSTEMS = new LinkedHashMap<>();

  static {
    BROWSERS.put("Edg", "Edge");
    BROWSERS.put("OPR/", "Opera");
    BROWSERS.put("Firefox/", "Firefox");
    BROWSERS.put("FxiOS/", "Firefox");
    BROWSERS.put("CriOS/", "Chrome");
    BROWSERS.put("Chrome/", "Chrome");
    BROWSERS.put("Safari/", "Safari");
    SYSTEMS.put("Android", "Android");
    SYSTEMS.put("iPhone", "iPhone");
    SYSTEMS.put("iPad", "iPad");
    SYSTEMS.put("Windows", "Windows");
    SYSTEMS.put("Mac OS X", "macOS");
    SYSTEMS.put("CrOS", "ChromeOS");
    SYSTEMS.put("Linux", "Linux");
  }

  private BrowserName() {}

  /** Returns browser and system; of an unknown browser, the beginning of its {@code User-Agent}. */
  static String of(String userAgent) {
    String known =
        Stream.of(first(BROWSERS, userAgent), first(SYSTEMS, userAgent))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(" · "));
    return known.isEmpty()
        ? userAgent.substring(0, Math.min(userAgent.length(), MOST_OF_OTHERS))
        : known;
  }

  private static Optional<String> first(Map<String, String> names, String userAgent) {
    return names.entrySet().stream()
        .filter(name -> userAgent.contains(name.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
