package arashi.mime.term;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.MimeLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.view.MailView;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhraseTest {
  private static final MailView MAIL =
      new MailParser(MimeLimits.DEFAULT)
          .parse(
              """
              From: Ada Lovelace <ada@example.org>
              To: Jörg Meier <jorg@example.net>
              Subject: Storm over the sea
              Content-Type: text/plain; charset=utf-8

              > the engine weaves
              > algebraic patterns. Just as the loom
              明日は嵐が来ます。
              Yarın İstanbul vapuru
              """
                  .getBytes(StandardCharsets.UTF_8))
          .view();

  private static boolean has(String prefix, String text) {
    return Phrase.of(prefix, text).orElseThrow().isIn(MAIL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "storm over the sea",
        "OVER, the",
        "weaves algebraic",
        "patterns just",
        "jorg meier",
        "Jörg Meier",
        "ada lovelace ada example org",
        "嵐が来",
        "istanbul vapuru",
        "İSTANBUL VAPURU",
        "明日は嵐"
      })
  void isFoundWhereItsWordsStandTogether(String text) {
    assertThat(has("", text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "storm the sea",
        "sea the over",
        "weaves algebra",
        "eaves algebraic",
        "sea the engine",
        "来が嵐",
        "patterns as"
      })
  void isNotFoundElsewhere(String text) {
    assertThat(has("", text)).isFalse();
  }

  @Test
  void isLookedForInItsFieldAlone() {
    assertThat(has(TermExtractor.SUBJECT, "over the")).isTrue();
    assertThat(has(TermExtractor.FROM, "over the")).isFalse();
    assertThat(has(TermExtractor.FROM, "ada lovelace")).isTrue();
    assertThat(has(TermExtractor.TO, "jorg meier")).isTrue();
    assertThat(has(TermExtractor.TO, "ada lovelace")).isFalse();
  }
}
