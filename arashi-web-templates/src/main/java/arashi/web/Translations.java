package arashi.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * The text of the pages in each language.
 *
 * <p>A bundle is a UTF-8 properties file. A text with {@code {0}} is a {@link MessageFormat}; any
 * other text is literal. Apostrophes must be typographic (’), since MessageFormat treats the plain
 * one as a quote. Any thread.
 */
public final class Translations {

  /** The language for readers of unsupported languages. */
  public static final Locale DEFAULT = Locale.ENGLISH;

  /** Browsers send less than 100; a far longer value is an attack on the parser. */
  private static final int ACCEPT_LANGUAGE_LIMIT = 500;

  /** Browsers send some hundred different values. */
  private static final int CHOICES = 1_000;

  private final Map<Locale, Map<String, Text>> bundles = new LinkedHashMap<>();
  private final Cache<String, Locale> chosen = Caffeine.newBuilder().maximumSize(CHOICES).build();

  private Translations() {
    bundles.put(Locale.ENGLISH, load("messages.properties", Locale.ENGLISH));
    bundles.put(Locale.GERMAN, load("messages_de.properties", Locale.GERMAN));
  }

  /**
   * Loads all bundles from the class path.
   *
   * @throws UncheckedIOException if a bundle is missing
   */
  public static Translations load() {
    return new Translations();
  }

  /** The supported languages, the default first. */
  public Set<Locale> locales() {
    return Collections.unmodifiableSet(bundles.keySet());
  }

  /**
   * Chooses the best language for a reader.
   *
   * @param acceptLanguage value of the {@code Accept-Language} header field (RFC 9110, 12.5.4), or
   *     null; a malformed value counts as missing
   */
  public Locale choose(String acceptLanguage) {
    if (acceptLanguage == null || acceptLanguage.length() > ACCEPT_LANGUAGE_LIMIT) {
      return DEFAULT;
    }
    return chosen.get(acceptLanguage, this::best); // parsing costs as much as a busy page
  }

  private Locale best(String acceptLanguage) {
    List<Locale.LanguageRange> wanted;
    try {
      wanted = Locale.LanguageRange.parse(acceptLanguage);
    } catch (IllegalArgumentException e) {
      return DEFAULT;
    }
    Locale best = Locale.lookup(wanted, bundles.keySet());
    return best == null ? DEFAULT : best;
  }

  /**
   * Returns the text of a message.
   *
   * @param locale one of {@link #locales()}
   * @param key a key of the bundles
   * @param arguments values for {@code {0}} and so on: strings and numbers
   * @throws IllegalArgumentException if there is no such language or key
   */
  public String text(Locale locale, String key, Object... arguments) {
    Text text = bundle(locale).get(key);
    if (text == null) {
      throw new IllegalArgumentException("no message " + key);
    }
    return text.with(arguments);
  }

  /**
   * Returns a key that every language has a text for. Call it at start-up, so a missing text stops
   * the start and not a request.
   *
   * @throws IllegalArgumentException with the key, if a language lacks it
   */
  public MessageKey key(String key) {
    for (Map.Entry<Locale, Map<String, Text>> bundle : bundles.entrySet()) {
      if (!bundle.getValue().containsKey(key)) {
        throw new IllegalArgumentException(
            "no message " + key + " in " + bundle.getKey().toLanguageTag());
      }
    }
    return new MessageKey(key);
  }

  /** Returns the text of a checked key. */
  public String text(Locale locale, MessageKey key, Object... arguments) {
    return text(locale, key.toString(), arguments);
  }

  /** The keys of a language. */
  Set<String> keys(Locale locale) {
    return bundle(locale).keySet();
  }

  /** Returns a text before its arguments are filled in. */
  String pattern(Locale locale, String key) {
    return bundle(locale).get(key).pattern();
  }

  private Map<String, Text> bundle(Locale locale) {
    Map<String, Text> bundle = bundles.get(locale);
    if (bundle == null) {
      throw new IllegalArgumentException("no messages in " + locale.toLanguageTag());
    }
    return bundle;
  }

  private static Map<String, Text> load(String file, Locale locale) {
    Properties properties = new Properties();
    try (InputStream in = Translations.class.getResourceAsStream("messages/" + file)) {
      if (in == null) {
        throw new IOException(file + " is not on the class path");
      }
      properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, Text> bundle = new HashMap<>();
    for (String key : properties.stringPropertyNames()) {
      String pattern = properties.getProperty(key);
      boolean formatted = pattern.indexOf('{') >= 0;
      bundle.put(key, new Text(pattern, formatted ? new MessageFormat(pattern, locale) : null));
    }
    return Map.copyOf(bundle);
  }

  /** A text; {@code format} is null if it takes no arguments. */
  private record Text(String pattern, MessageFormat format) {

    String with(Object[] arguments) {
      if (format == null) {
        return pattern;
      }
      MessageFormat own = (MessageFormat) format.clone(); // formats are not safe to share
      return own.format(arguments);
    }
  }
}
