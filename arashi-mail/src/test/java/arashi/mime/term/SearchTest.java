package arashi.mime.term;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.view.MailView;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchTest {
  private static final TermExtractor TERMS = new TermExtractor(TermLimits.DEFAULT);

  private static Set<String> terms(String mail) {
    byte[] raw = mail.getBytes(StandardCharsets.UTF_8);
    return TERMS.terms(new MailParser(MimeLimits.DEFAULT).parse(raw).view());
  }

  private static ParsedQuery query(String typed) {
    return QueryParser.parse(typed, ZoneOffset.UTC, 50);
  }

  @Test
  void indexesWordsAddressesAndFields() {
    Set<String> terms =
        terms(
            """
            From: Jörg Meier <Joerg.Meier@Example.org>
            To: team@example.net
            Subject: Ångström units

            Writing to ada@x.example about foo_bar.
            """);
    assertThat(terms)
        .contains("jorg", "meier", "joerg.meier@example.org", "example.org", "f:joerg.meier")
        .contains("f:joerg.meier@example.org", "t:team@example.net", "t:team", "t:example.net")
        .contains("angstrom", "s:angstrom", "s:units")
        .contains("ada@x.example", "foo_bar", "foo", "writing")
        .doesNotContain("f:writing", "t:meier");
  }

  @Test
  void indexesTheFieldsThatQueriesWillName() {
    Set<String> terms =
        terms(
            """
            From: a@x.example
            Cc: Cleo <cc@x.example>
            Bcc: Bob <bcc@x.example>
            List-Id: The rowers <rowers.x.example>
            Content-Type: multipart/mixed; boundary=b

            --b

            text
            --b
            Content-Type: application/pdf; name="Übersicht 2026.pdf"

            %PDF
            --b--
            """);
    assertThat(terms)
        .contains("c:cleo", "c:cc@x.example", "t:cleo", "cleo")
        .contains("b:bob", "b:bcc@x.example", "t:bob", "bob")
        .contains("l:rowers.x.example", "l:rowers")
        .contains("n:ubersicht", "n:2026", "ubersicht")
        .doesNotContain("b:cleo", "c:bob", "n:text", "l:text");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain words",
        "Jörg's café, naïve!",
        "john.doe@mail.example.org",
        "mailto:john_doe@example.org",
        "version 1.2.3-rc4",
        "検索語を探す",
        "한국어 검색",
        "中",
        "ﾊﾝｶｸ ＡＢＣ",
        "a:b c:d key:value",
        "C++ and /usr/lib/x_y.so",
        "https://example.org/a/b?c=d",
        "שלום עולם",
        "ßtraße İstanbul",
        "e\u0301clair"
      })
  void findsWhatItIndexed(String text) {
    Set<String> index = new LinkedHashSet<>();
    TermAnalyzer.index(text, index::add);
    for (String word : text.split("\\s+", -1)) {
      List<String> wanted = new ArrayList<>();
      TermAnalyzer.query(
          word,
          term -> {
            wanted.add(term);
            return true;
          });
      assertThat(index).containsAll(wanted);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"re\u0301sume\u0301", "r\u00e9sum\u00e9", "resume"})
  void doesNotMindHowAccentsAreWritten(String word) {
    assertThat(query(word).terms()).containsExactly("resume");
    assertThat(terms("Subject: s\n\n" + word + " " + word + "@example.org"))
        .contains("resume", "resume@example.org");
    assertThat(Phrase.of("", word + " vite").toString())
        .isEqualTo(Phrase.of("", "resume vite").toString());
  }

  @Test
  void pairsCharactersOfCjk() {
    assertThat(query("検索語").terms()).containsExactly("検索", "索語");
    assertThat(query("検").terms()).containsExactly("検");
  }

  @Test
  void leavesOutNoise() {
    String base64 = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5";
    assertThat(terms("Subject: s\n\nword\n" + base64 + "\n"))
        .containsExactlyInAnyOrder("s", "s:s", "word");
  }

  @Test
  void boundsTheTermsOfAMail() {
    StringBuilder body = new StringBuilder("Subject: kept\n\n");
    for (int i = 0; i < 10_000; i++) {
      body.append("w").append(i).append(' ');
    }
    MailView view =
        new MailParser(MimeLimits.DEFAULT)
            .parse(body.toString().getBytes(StandardCharsets.UTF_8))
            .view();
    assertThat(new TermExtractor(new TermLimits(2_000, 1 << 20)).terms(view))
        .hasSize(2_001)
        .contains("s:kept", "w0", TermExtractor.PARTIAL);
  }

  @Test
  void readsOperators() {
    ParsedQuery query =
        query(
            "Hello from:Ada to:\"x@y.example\" subject:über in:\"Sent Mail\" has:attachment"
                + " is:unread is:flagged after:2024-03-05 before:2025 larger:5M smaller:100kb");
    assertThat(query.terms()).containsExactly("hello", "f:ada", "t:x@y.example", "s:uber");
    assertThat(query.folder()).contains("Sent Mail");
    assertThat(query.attachment()).contains(true);
    assertThat(query.unread()).contains(true);
    assertThat(query.flagged()).contains(true);
    assertThat(query.after()).contains(Instant.parse("2024-03-05T00:00:00Z"));
    assertThat(query.before()).contains(Instant.parse("2025-01-01T00:00:00Z"));
    assertThat(query.larger()).hasValue(5 << 20);
    assertThat(query.smaller()).hasValue(100 << 10);
    assertThat(query.notes()).isEmpty();
  }

  @Test
  void readsPhrases() {
    ParsedQuery query = query("\"two words\" subject:\"three more words\" \"one\" \"\" from:\"?\"");
    assertThat(query.terms())
        .containsExactly("two", "words", "s:three", "s:more", "s:words", "one");
    assertThat(query.phrases()).hasSize(2);
    assertThat(query("\"\uD83C\uDF29 \uD83C\uDF29\uD83C\uDF0A\"").phrases()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"is:odd", "after:never", "before:2024-99-99", "larger:big", "has:wings", "???"})
  void explainsWhatItCannotRead(String typed) {
    assertThat(query(typed).notes()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "\"", "\"\"", "from:", "from:\"", ":", "::", "a:", "\uD800", "in:"})
  void neverThrows(String typed) {
    assertThat(query(typed).terms()).doesNotContain("");
  }

  @Test
  void takesUnknownOperatorsForWords() {
    assertThat(query("error:timeout").terms()).containsExactly("error", "timeout");
    assertThat(query("from:").isEmpty()).isFalse();
    assertThat(query(" ").isEmpty()).isTrue();
  }

  @Test
  void boundsTheQuery() {
    StringBuilder typed = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      typed.append("w").append(i).append(' ');
    }
    ParsedQuery query = query(typed.toString());
    assertThat(query.terms()).hasSize(50);
    assertThat(query.notes()).hasSize(2);
  }
}
