package arashi.mime.term;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.view.MailView;
import arashi.mime.view.SortKeys;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spellings that find each other, as words, as phrases and in fields, and those that do not. */
class FoldedSearchTest {
  private static final TermExtractor TERMS = new TermExtractor(TermLimits.DEFAULT);

  private static MailView mail(String words) {
    String raw =
        "From: \"%s\" <a@example.org>\nSubject: %s\nContent-Type: text/plain; charset=utf-8\n\n%s\n"
            .formatted(words.replace("\"", "\\\""), words, words);
    return new MailParser(MimeLimits.DEFAULT).parse(raw.getBytes(UTF_8)).view();
  }

  private static boolean finds(String query, MailView mail) {
    ParsedQuery parsed = QueryParser.parse(query, ZoneOffset.UTC, 100);
    Set<String> terms = TERMS.terms(mail);
    return !parsed.terms().isEmpty()
        && terms.containsAll(parsed.terms())
        && parsed.phrases().stream().allMatch(phrase -> phrase.isIn(mail));
  }

  private static void assertFinds(String query, String text) {
    MailView mail = mail(text);
    assertThat(finds(query, mail)).as("%s finds %s", query, text).isTrue();
    assertThat(finds("subject:\"" + query + "\"", mail)).as("subject:%s", query).isTrue();
    assertThat(finds("from:\"" + query + "\"", mail)).as("from:%s", query).isTrue();
    MailView longer = mail("before " + text + " behind");
    assertThat(finds("\"before " + query + " behind\"", longer)).as("phrase of %s", query).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Grüße                     | GRUSSE
          Straße                    | STRASSE
          STRAẞE                    | straße
          Øresund                   | oresund
          Łódź                      | lodz
          Đorđe                     | dorde
          Æsir œuvre                | aesir oeuvre
          Þórður                    | thordur
          İstanbul                  | istanbul
          ISPARTA                   | ısparta
          Việt Nam                  | viet nam
          ĳsvogel ﬁnale oﬀen         | ijsvogel finale offen
          ſchön                     | schon
          coŀlega                   | col·lega
          résumé                    | re\u0301sume\u0301
          Αθήνα                     | αθηνα
          ΑΘΉΝΑ                     | αθήνα
          οδός                      | ΟΔΟΣ
          οδοσ                      | οδός
          Μαΐου                     | μαιου
          ᾅδης                      | αδησ
          ϐιϐλίο                    | βιβλιο
          µm                        | μm
          ёлка                      | елка
          ЁЛКА                      | ёлка
          район                     | раи\u0306он
          замо\u0301к               | замок
          Їжак                      | іжак
          Ѓорѓи                     | горги
          мой                       | МОЙ
          ᲀода                      | вода
          п’ять                     | п'ять
          пʼять                     | п'ять
          և                         | եւ
          مُحَمَّد                    | محمد
          مـــحمد                   | محمد
          أحمد                      | احمد
          إسلام آداب ٱلله            | اسلام اداب الله
          مدرسة                     | مدرسه
          على                       | علي
          كتابی                     | كتابي
          کتاب                      | كتاب
          مسؤول                     | مسوول
          مسائل                     | مسايل
          ﻻزم                       | لازم
          می\u200cخواهم              | میخواهم
          ١٢٣                       | 123
          ۱۲۳                       | 123
          १२३                       | ๑๒๓
          ٣٫٥                       | 3.5
          שָׁלוֹם                     | שלום
          \ufb2aלום                 | שלום
          צה״ל                      | צה"ל
          ג׳ירפה                    | ג'ירפה
          ייִדיש                     | ײִדיש
          क़लम                       | कलम
          फ़ोन                       | फोन
          पाँच                       | पांच
          বাড়ি                       | বাডি
          ভবিষ্যৎ                    | ভবিষ্যত্\u200c
          അവൽ                       | അവല്\u200d
          น้ำ                        | นํ้า
          เเม่                       | แม่
          ๒๕๖๙                      | 2569
          ນ້ຳ                       | ນໍ້າ
          ﾃｽﾄ                       | テスト
          ﾊﾟﾝﾀﾞ                      | パンダ
          ＡＢＣ１２                  | abc12
          カタカナ                   | かたかな
          キャノン                   | キヤノン
          パン                      | ハ\u309aン
          ガス                      | カ\u3099ス
          ㌔                        | キロ
          ㍿                        | 株式会社
          \uf9b5子                   | 例子
          ⼈⼝                        | 人口
          한국                      | \u1112\u1161\u11ab\u1100\u116e\u11a8
          ㄱㄴ                       | \uffa1\uffa4
          ㅋㅋ                       | \u110f\u110f
          ㉮                        | 가
          Schiff\u00adfahrt         | schifffahrt
          wo\u200brt                | wort
          wo\u200drt wo\u2060rt     | wort wort
          wo\u034frt                | wort
          \u202bwort\u202c          | wort
          wo\u200ert                | wort
          wo\ufe0frt                | wort
          葛\udb40\udd00城           | 葛城
          ᠠ\u180bᠠ                  | ᠠᠠ
          가\u3164나                 | 가나
          aujourd’hui               | aujourd'hui
          O´Neil OʻNeil             | o'neil o'neil
          jean\u2011luc@example.org | jean-luc@example.org
          H₂O                       | h2o
          m² 1ˢᵗ                    | m2 1st
          ① ⑫                      | 1 12
          Ⅷ                         | viii
          𝐇𝐞𝐥𝐥𝐨 𝕎𝕠𝕣𝕝𝕕 𝟙𝟚            | hello world 12
          ⒽⓄⓉ 🅽🅴🆆 🄾🄺                | hot new ok
          """)
  void spellingsFindEachOther(String one, String two) {
    assertFinds(one, two);
    assertFinds(two, one);
    assertThat(SortKeys.label(one)).as("sort keys").isEqualTo(SortKeys.label(two));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          мой                       | мои
          пайка                     | паика
          гора                      | ґора
          カード                    | カート
          バス                      | パス
          東京                      | 京東
          ビル                      | ビール
          ไม้                        | ไม่
          कमल                       | कमला
          कल                        | कला
          दन                        | दंन
          அரம்                       | அரம
          שלום                      | שלים
          علم                       | عمل
          ο                         | α
          и                         | н
          한국                      | 한구
          ㄱ                        | ㅏ
          strasse                   | strase
          word                      | wo rd
          o'neil                    | oneil
          2½                        | 21
          x²                        | x3
          acme™                     | acmetm
          中国                      | 中國
          """)
  void otherWordsDoNotFindEachOther(String one, String two) {
    assertThat(finds(one, mail(two))).as("%s finds %s", one, two).isFalse();
    assertThat(finds(two, mail(one))).as("%s finds %s", two, one).isFalse();
  }

  /** A query of the part finds the whole, but not the other way round. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Preis¹ gilt               | preis
          Preis¹ gilt               | "preis gilt"
          H₂O                       | h
          50㎏                      | 50
          ①会議                     | 会議
          l’été                     | ete
          nixos‑upgrade        | upgrade
          Acme™                     | acme
          """)
  void partsFindTheWhole(String text, String query) {
    assertThat(finds(query, mail(text))).as("%s finds %s", query, text).isTrue();
    assertThat(finds(text, mail(query.replace("\"", "") + " x"))).isEqualTo(text.endsWith("™"));
  }

  /** What phones and input methods type is syntax, too. */
  @Test
  void theSyntaxMayBeTypedInOtherForms() {
    ParsedQuery query =
        QueryParser.parse("“zwei Worte”　from：ada after:２０２６-０５-２２", ZoneOffset.UTC, 20);
    assertThat(query.terms()).containsExactly("zwei", "worte", "f:ada");
    assertThat(query.phrases()).hasSize(1);
    assertThat(query.after()).isPresent();
    assertThat(query.notes()).isEmpty();
  }

  /** Terms as they are in mails that earlier versions indexed. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Αθήνα               | αθήνα
          οδός                | οδός
          ёлка                | ёлка
          subject:ГРЁЗЫ       | s:грёзы
          Grüße               | grusse
          ﾃｽﾄ                 | テス スト
          d’études            | d'etudes
          x²                  | x
          Jörg@Example.org    | jorg@example.org
          is:partial          | x:partial
          """)
  void earlierTermsAreKnown(String typed, String earlier) {
    List<String> terms = QueryParser.parse(typed, ZoneOffset.UTC, 20).earlierTerms();
    assertThat(String.join(" ", terms)).isEqualTo(earlier);
  }

  @Test
  void termsOfAsciiHaveNotChanged() {
    ParsedQuery query =
        QueryParser.parse("Storm from:ada@example.org x_y \"a b\"", ZoneOffset.UTC, 20);
    assertThat(query.earlierTerms()).isEqualTo(query.terms());
  }
}
