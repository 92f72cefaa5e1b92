package arashi.mime.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parses dates of programs that write them in their user's language. */
class MailDateLanguagesTest {
  private static final Instant DAY = Instant.parse("2019-03-05T08:09:10Z");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Di, 5 Mär 2019 09:09:10 +0100",
        "Di, 5 Mrz 2019 09:09:10 +0100",
        "Dienstag, 5. März 2019 09:09:10 MEZ",
        "mar., 5 mars 2019 09:09:10 +0100",
        "mar 5 mars 2019 09:09:10 +0100",
        "mardi 5 mars 2019 09:09:10 +0100",
        "mar, 5 mar 2019 09:09:10 +0100",
        "martes, 5 de marzo de 2019 09:09:10 +0100",
        "ter, 5 março 2019 09:09:10 +0100",
        "di, 5 mrt 2019 09:09:10 +0100",
        "wt., 5 marca 2019 09:09:10 +0100",
        "вт, 5 марта 2019 09:09:10 +0100",
        "út, 5 březen 2019 09:09:10 +0100",
        "ti, 5 maalis 2019 09:09:10 +0100",
        "Sal, 5 Mart 2019 09:09:10 +0100",
        "火, 5 3月 2019 09:09:10 +0100",
        "2019年3月5日 09:09:10 +0100",
        "05.03.2019 09:09:10 +0100",
        "3/5/2019 8:09:10 AM",
        "2019년 3월 5일 09:09:10 +0100",
        "Tue, 5 Mar 2019 09:09:10 0100",
        "Tue, 5 Mar 2019 09:09:10 +0100"
      })
  void readsMonthsOfOtherLanguages(String date) {
    assertThat(MailDate.parse(date)).contains(DAY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "janv,févr,mars,avr,mai,juin,juil,août,sept,oct,nov,déc             | fr",
        "ene,feb,mar,abr,may,jun,jul,ago,sept,oct,nov,dic                   | es",
        "gen,feb,mar,apr,mag,giu,lug,ago,set,ott,nov,dic                    | it",
        "Jan,Feb,Mär,Apr,Mai,Jun,Jul,Aug,Sep,Okt,Nov,Dez                    | de",
        "stycznia,lutego,marca,kwietnia,maja,czerwca,lipca,sierpnia,września,października,listopada,grudnia"
            + " | pl",
        "января,февраля,марта,апреля,мая,июня,июля,августа,сентября,октября,ноября,декабря | ru",
        "янв,фев,мар,апр,май,июн,июл,авг,сен,окт,ноя,дек                    | ru",
        "sty,lut,mar,kwi,maj,cze,lip,sie,wrz,paź,lis,gru                    | pl",
        "oca,şub,mar,nis,may,haz,tem,ağu,eyl,eki,kas,ara                    | tr"
      })
  void readsEachMonth(String names, String language) {
    assertThat(Arrays.stream(names.split(",")).map(name -> name.replace("M", "m")))
        .as(language)
        .extracting(name -> MailDate.parse("5 " + name + " 2019 09:09:10 +0100").orElseThrow())
        .extracting(date -> Integer.parseInt(date.toString().substring(5, 7)))
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  }

  @ParameterizedTest
  @CsvSource({
    "13/3/2019 08:00, 2019-03-13T08:00:00Z",
    "12/31/2019 11:30 PM, 2019-12-31T23:30:00Z",
    "Thu 31.12.2019 23.30, 2019-12-31T23:30:00Z"
  })
  void readsDatesInNumbers(String date, Instant instant) {
    assertThat(MailDate.parse(date)).contains(instant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "31/31/2019 08:00",
        "yesterday noon",
        "Di, 5 Nix 2019 09:09:10",
        "5 2019 09:09:10 0100"
      })
  void findsNoneWhereThereIsNone(String date) {
    assertThat(MailDate.parse(date)).isEmpty();
  }
}
