package arashi.mime.term;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.parse.MailParser;
import arashi.mime.text.Folding;
import arashi.mime.view.MailView;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The index has every human-written word and no machine noise. */
class IndexedWordsTest {
  private static final TermExtractor TERMS = new TermExtractor(TermLimits.DEFAULT);
  private static final Set<String> HEADER = Set.of("s", "s:s");
  private static final long SEED = 20_260_301;

  private static final List<String> TEXTS =
      List.of(
          "The quick brown fox paid $1,234.56 on 2024-03-01 at 12:30, didn't he?",
          "Schöne Grüße aus Köln: Straßenbahn, Ölofen, 50 % Rabatt. L'été à l'Hôtel d'Orléans.",
          "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
          "Привет, мир! Ёлка стоит 300 руб. Счёт №12/45-б готов.",
          "Καλημέρα κόσμε, η Ελλάδα έχει 227 νησιά.",
          "שלום עולם, מה שלומך? صباح الخير يا عالم ١٢٣",
          "नमस्ते दुनिया, विश्वविद्यालय में अन्तर्राष्ट्रीयकरण १२३",
          "അന്താരാഷ്ട്രവൽക്കരണത്തെക്കുറിച്ചുള്ള പ്രവർത്തനങ്ങളെപ്പറ്റി",
          "தமிழ் மொழிபெயர்ப்பாளர்களுக்கான அறிமுகப்படுத்தப்பட்டிருக்கிறது",
          "明日は嵐が来ます。カタカナ ﾊﾝｶｸ ひらがな 中 天気予報",
          "한국어 검색 국제화에 대하여",
          "สวัสดีชาวโลก การประชุมวันพรุ่งนี้เวลาบ่ายสองโมงที่ห้องประชุมใหญ่",
          "ສະບາຍດີຊາວໂລກ សួស្តីពិភពលោក မင်္ဂလာပါကမ္ဘာလောက",
          "Yarın İstanbul vapuru, ığdır. Tiếng Việt có nhiều dấu: đường, nghiêng.",
          "ქართული ენა საქართველოს კონსტიტუციის სახელმწიფო ენაა",
          "Call raid5_end_read_request() in drivers/md/raid5.c, or dm-crypt v1.2.3-rc4 (C++).",
          "Order AB12-3456-XYZ, IBAN DE89370400440532013000, 1Z999AA10123456784, +49 221 123456.",
          "md UUID : b7a558b8:2bd3be22:1e0191b6:870f5a11, commit 9f6a1b02c4d5 (\"md: fix\")",
          "see https://www.example.org/a/b.html?q=1&x=y#z or mail"
              + " <mailto:j.doe+x@mail.example.org>",
          "bounce+0123456789.abcdef0123456789-someone=example.net@very.long.host.name.example.org",
          "e\u0301clair re\u0301sume\u0301 ＡＢＣ ﬁnd naïve ﷺ x² ½");

  private static Set<String> terms(String body) {
    byte[] raw =
        ("Subject: s\nContent-Type: text/plain; charset=utf-8\n\n" + body + "\n")
            .getBytes(StandardCharsets.UTF_8);
    return TERMS.terms(new MailParser(MimeLimits.DEFAULT).parse(raw).view());
  }

  private static void assertFoundByEachWord(String body) {
    Set<String> indexed = terms(body);
    for (String word : body.split("\\s+", -1)) {
      ParsedQuery query = QueryParser.parse(word.replace("\"", ""), ZoneOffset.UTC, 500);
      assertThat(indexed).as("terms of %s", word).containsAll(query.terms());
      boolean hasWord = word.codePoints().anyMatch(Character::isLetterOrDigit);
      assertThat(!hasWord || !query.terms().isEmpty()).as("%s is a word", word).isTrue();
    }
  }

  static List<String> texts() {
    return TEXTS;
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyWordOfATextIsFound(String text) {
    assertFoundByEachWord(text);
    assertFoundByEachWord("> > " + text);
    assertFoundByEachWord(text.replace(' ', '\n'));
  }

  /** Uses words of all scripts in random order, with line breaks and quotes of mail programs. */
  @Test
  void everyWordOfRandomTextsIsFound() {
    Random random = new Random(SEED);
    List<String> words =
        TEXTS.stream().flatMap(text -> List.of(text.split(" ", -1)).stream()).toList();
    List<String> breaks =
        List.of(" ", " ", " ", "\n", "\n> ", "\n>> ", "\n\n", "\t", "\n+", "\n[ ");
    for (int round = 0; round < 300; round++) {
      StringBuilder body = new StringBuilder();
      for (int n = 0; n < 40; n++) {
        body.append(words.get(random.nextInt(words.size())));
        body.append(breaks.get(random.nextInt(breaks.size())));
      }
      assertFoundByEachWord(body.toString());
    }
  }

  private static Predicate<String> into(Set<String> terms) {
    return term -> {
      terms.add(term);
      return true;
    };
  }

  /** Uses any text between white space: the query's terms are among the index terms. */
  @Test
  void theIndexHasWhatAQueryMakesOfTheSameText() {
    Random random = new Random(SEED);
    String alphabet =
        "abczAZ0189._-+=%@:/,;'\"<>()[]{}#&*~|\u00e4\u0301\u00df\u0130\u4e2d\u3042\u0e01\u0e32\ud55c";
    for (int round = 0; round < 20_000; round++) {
      StringBuilder word = new StringBuilder();
      for (int length = 1 + random.nextInt(80); length > 0; length--) {
        word.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      Set<String> index = new LinkedHashSet<>();
      TermAnalyzer.index(word.toString(), into(index));
      Set<String> query = new LinkedHashSet<>();
      TermAnalyzer.query(word.toString(), into(query));
      assertThat(index).as(word.toString()).containsAll(query);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5\n"
            + "ejAxMjM0NTY3ODkrLw==",
        "> QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5",
        "M9F]R(&5A8V@@;V8@=&AE('=O<F1S(&EN('1H92!L:6YE+\"!W:&EC:\"!I<R!E",
        "48656c6c6f20776f726c6448656c6c6f20776f726c6448656c6c6f20776f726c6448656c6c6f20",
        "index 1d8c3a2b9f6a..9f6a1b02c4d5 100644",
        "> index 1d8c3a2..9f6a1b0",
        "@@ -612,7 +614,9 @@",
        "From 062f5b2ae12a153644c765e7ba3b0f825427be1d Mon Sep 17 00:00:00 2001",
        "[  183.422190]",
        "________________",
        "c2Nob2VuZUdydWVzc2VBdXNLb2VsbjEyMzQ1Njc4OTA"
      })
  void noiseIsNotIndexed(String lines) {
    assertThat(terms(lines)).containsExactlyInAnyOrderElementsOf(HEADER);
  }

  @Test
  void dataInAnArmourIsNotIndexed() {
    String signed =
        """
        -----BEGIN PGP SIGNED MESSAGE-----
        Hash: SHA256

        Lunch

        -----BEGIN PGP SIGNATURE-----
        Version: GnuPG v2

        iQIzBAEBCAAdFiEEabcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL
        MNOPQRSTUVWXYZabcdef01
        =RSXu
        -----END PGP SIGNATURE-----
        Afterwards
        """;
    assertThat(terms(signed))
        .contains("hash", "sha256", "lunch", "gnupg", "v2", "afterwards", "signature")
        .doesNotContain("rsxu", "mnopqrstuvwxyzabcdef01");
    assertFoundByEachWord("-----BEGIN PGP MESSAGE-----\nnothing encrypted\nbut words");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "index of refraction",
        "index 12..14 of the book",
        "From here on",
        "@@ what?",
        "[12] Knuth",
        "[ 183.422190 seconds ]",
        "MAKE SURE THAT YOU READ THIS LINE OF SIXTY ONE CHARACTERS NOW",
        "@@ -1,2 +1,3 @@ static void f(int argument)",
        "[  183.422190] md: resync done",
        "usr/share/documentation/packages/some/quite/long/path/of/words/only",
        "https://example.org/AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKlMnOpQrSt",
        "Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz"
      })
  void aLineThatLooksLikeNoiseKeepsItsWords(String line) {
    Set<String> indexed = terms(line);
    for (String word : line.split("[^\\p{L}]+", -1)) {
      if (!word.isEmpty() && word.length() < 20) {
        assertThat(indexed).contains(Folding.fold(word));
      }
    }
  }

  @Test
  void aHashIsFoundByAnyOfItsBeginningsThatProgramsShow() {
    String hash = "062f5b2ae12a153644c765e7ba3b0f825427be1d";
    Set<String> indexed = terms("fixed by commit " + hash);
    assertThat(indexed).containsAll(QueryParser.parse(hash, ZoneOffset.UTC, 9).terms());
    assertThat(indexed)
        .containsAll(QueryParser.parse(hash.substring(0, 12), ZoneOffset.UTC, 9).terms())
        .doesNotContain(hash);
    assertThat(terms("fixed by 062f5b2ae12a (\"x\")"))
        .containsAll(QueryParser.parse(hash, ZoneOffset.UTC, 9).terms());
  }

  @Test
  void fractionsAreNoTermsOfTheirOwnButYearsAre() {
    assertThat(terms("took 14852.359192 on 01.03.2024"))
        .contains("14852.359192", "01.03.2024", "2024")
        .doesNotContain("359192");
  }

  @Test
  void aMailThatIsIndexedInPartSaysSo() {
    MailView view =
        new MailParser(MimeLimits.DEFAULT)
            .parse("Subject: kept\n\nw1 w2 w3 w4 w5 w6".getBytes(StandardCharsets.UTF_8))
            .view();
    TermExtractor.Terms whole = TERMS.terms(view, WorkBudget.unlimited());
    assertThat(whole.complete()).isTrue();
    assertThat(whole.terms()).doesNotContain(TermExtractor.PARTIAL);
    for (TermLimits limits : List.of(new TermLimits(5, 1000), new TermLimits(50, 10))) {
      TermExtractor.Terms cut = new TermExtractor(limits).terms(view, WorkBudget.unlimited());
      assertThat(cut.complete()).isFalse();
      assertThat(cut.terms()).contains("s:kept", "w1", TermExtractor.PARTIAL).doesNotContain("w6");
    }
    assertThat(QueryParser.parse("is:partial", ZoneOffset.UTC, 9).terms())
        .containsExactly(TermExtractor.PARTIAL);
  }

  @Test
  void aMailWhoseTextIsCutSaysSo() {
    MimeLimits small = new MimeLimits(20, 500, 500, 64 << 10, 256 << 10, 100, 1 << 20, 500, 100);
    byte[] raw = ("Subject: s\n\n" + "word ".repeat(100)).getBytes(StandardCharsets.UTF_8);
    assertThat(TERMS.terms(new MailParser(small).parse(raw).view()))
        .contains(TermExtractor.PARTIAL);
  }
}
