package arashi.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TranslationsTest {

  private static final Path RESOURCES = Path.of("src/main/resources/arashi/web");

  /** Matches {@code msg("key"} and {@code msg("prefix." +} in templates. */
  private static final Pattern USE = Pattern.compile("(?:msg\\(|\\?then\\()\"([a-z_.]+)\"");

  private static final Pattern SECOND_CHOICE =
      Pattern.compile("\\?then\\(\"[a-z_.]+\", \"([a-z_.]+)\"\\)");

  private final Translations messages = Translations.load();

  @Test
  void allLanguagesHaveTheSameKeys() {
    Set<String> english = messages.keys(Locale.ENGLISH);
    for (Locale locale : messages.locales()) {
      assertThat(messages.keys(locale)).containsExactlyInAnyOrderElementsOf(english);
    }
  }

  @Test
  void everyKeyInATemplateExistsAndEveryKeyIsUsed() {
    Set<String> keys = messages.keys(Locale.ENGLISH);
    Set<String> unused = new TreeSet<>(keys);
    for (String used : keysInTemplates()) {
      boolean prefix = used.endsWith(".");
      assertThat(keys).as(used).anyMatch(key -> prefix ? key.startsWith(used) : key.equals(used));
      unused.removeIf(key -> prefix ? key.startsWith(used) : key.equals(used));
    }
    // used by models through checked keys; the front's tests verify these uses
    unused.removeIf(
        key ->
            key.matches(
                "(busy|empty)\\.[a-z_]+\\.(title|text)|(folder|sort|stages.controller)\\..+"));
    unused.removeIf(key -> key.startsWith("search.note.")); // Notice.text, filled in by the handler
    unused.removeIf(
        key -> key.startsWith("quota.")); // Notice.text, filled in by the list's handler
    unused.removeIf(key -> key.startsWith("compose.wrong.")); // Wrong.sentence and Notice.text
    unused.removeIf(key -> key.startsWith("job.")); // JobsPage.Row, filled in by its handler
    unused.removeIf(
        key ->
            key.matches(
                "action\\..+|asked\\.(messages|folder|set|clear)")); // KeptPost, by the front
    unused.removeIf(key -> key.startsWith("quote.")); // become part of a text
    unused.removeIf(key -> key.startsWith("done.")); // Notice.text, filled in by the handlers
    unused.removeIf(key -> key.startsWith("refused.") || key.startsWith("wrong.")); // the console's
    assertThat(unused).isEmpty();
  }

  @Test
  void noTextHasAPlainApostropheOrAnotherSetOfArguments() throws IOException {
    Pattern argument = Pattern.compile("\\{(\\d)");
    for (Locale locale : messages.locales()) {
      String file = locale.equals(Translations.DEFAULT) ? "messages" : "messages_" + locale;
      for (String line :
          Files.readAllLines(RESOURCES.resolve("messages/" + file + ".properties"))) {
        assertThat(line).doesNotContain("'");
      }
    }
    for (String key : messages.keys(Locale.ENGLISH)) {
      assertThat(matches(argument, messages.pattern(Locale.GERMAN, key)))
          .as(key)
          .isEqualTo(matches(argument, messages.pattern(Locale.ENGLISH, key)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "de | de",
        "de-AT,de;q=0.9,en;q=0.5 | de",
        "fr,de;q=0.5 | de",
        "en-GB,de | en",
        "fr | en",
        "* | en"
      })
  void choosesTheFirstLanguageThatWeHave(String header, String language) {
    assertThat(messages.choose(header).toLanguageTag()).isEqualTo(language);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", ";;;", "de;q=x", "\u0000", "de;q=9"})
  void fallsBackToEnglishOnAHeaderThatMakesNoSense(String header) {
    assertThat(messages.choose(header)).isEqualTo(Locale.ENGLISH);
  }

  @Test
  void ignoresALanguageHeaderOfAbsurdLength() {
    assertThat(messages.choose("de," + "a-b,".repeat(10_000))).isEqualTo(Locale.ENGLISH);
  }

  @Test
  void formatsNumbersAsTheLanguageDoes() {
    assertThat(messages.text(Locale.ENGLISH, "list.count", 0)).isEqualTo("No messages");
    assertThat(messages.text(Locale.ENGLISH, "list.count", 1)).isEqualTo("1 message");
    assertThat(messages.text(Locale.ENGLISH, "list.count", 1204)).isEqualTo("1,204 messages");
    assertThat(messages.text(Locale.GERMAN, "list.count", 1204)).isEqualTo("1.204 Nachrichten");
  }

  @Test
  void refusesAKeyThatALanguageLacks() {
    assertThat(messages.text(Locale.GERMAN, messages.key("folder.trash"))).isEqualTo("Papierkorb");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> messages.key("busy.no_such_type.title"))
        .withMessageContaining("busy.no_such_type.title");
  }

  @Test
  void refusesAnUnknownKey() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> messages.text(Locale.ENGLISH, "no.such.key"))
        .withMessageContaining("no.such.key");
  }

  private static Set<String> keysInTemplates() {
    Set<String> keys = new TreeSet<>();
    try (Stream<Path> templates = Files.list(RESOURCES.resolve("templates"))) {
      for (Path template : templates.toList()) {
        String text = Files.readString(template);
        keys.addAll(matches(USE, text));
        keys.addAll(matches(SECOND_CHOICE, text));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    keys.removeAll(Set.of("prev", "next")); // types of links, not keys
    return keys;
  }

  private static Set<String> matches(Pattern pattern, String text) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
