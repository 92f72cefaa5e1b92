package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MySqlUrlTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://h:1/db?user=ada&password=hunter22",
        "jdbc:mysql://h:1/db?password=hunter22&user=ada",
        "jdbc:mysql://h:1/db?PASSWORD=hunter22",
        "jdbc:mysql://h:1/db?password1=hunter22",
        "jdbc:mysql://ada:hunter22@h:1/db",
        "jdbc:mysql://ada:hunter22@h:1,bob:hunter22@i:2/db?x=y",
        "jdbc:mysql://ada:hunter22,too@h:1/db",
        "jdbc:mysql://address=(host=h)(port=1)(password=hunter22)/db",
        "jdbc:mysql://(host=h,user=ada,password=hunter22)/db",
        "jdbc:mysql:loadbalance://ada:hunter22@h:1/db"
      })
  void showNoPassword(String text) {
    MySqlUrl url = new MySqlUrl(text);

    assertThat(url.holdsPassword()).isTrue();
    assertThat(url.server())
        .startsWith("jdbc:mysql:")
        .doesNotContain("hunter22")
        .contains("h", "db");
    assertThat(url.toString()).doesNotContain("hunter22");
    assertThat(MySqlUrl.masked("can't parse '" + text + "'")).doesNotContain("hunter22");
    assertThat(new Database(text, "", "", 1).server()).doesNotContain("hunter22");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://h:1/db",
        "jdbc:mysql://h/db?user=ada&allowPublicKeyRetrieval=true&sslMode=DISABLED",
        "jdbc:mysql://ada@h:1,i:2/db"
      })
  void areLeftAloneWithoutOne(String text) {
    MySqlUrl url = new MySqlUrl(text);

    assertThat(url.holdsPassword()).isFalse();
    assertThat(url.password()).isEmpty();
    assertThat(url.withoutPassword()).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://h/db?password=a%26b, a&b, jdbc:mysql://h/db",
    "jdbc:mysql://h/db?password=p&user=u, p, jdbc:mysql://h/db?user=u",
    "jdbc:mysql://h/db?user=u&password=p, p, jdbc:mysql://h/db?user=u",
    "jdbc:mysql://h/db?user=u&password=p&x=y, p, jdbc:mysql://h/db?user=u&x=y"
  })
  void giveTheirPasswordApart(String text, String password, String rest) {
    MySqlUrl url = new MySqlUrl(text);

    assertThat(url.password()).contains(password);
    assertThat(url.withoutPassword().text()).isEqualTo(rest);
  }

  @Test
  void takeParametersThatNeedEncoding() {
    MySqlUrl url = new MySqlUrl("jdbc:mysql://h/db").with("user", "ada").with("password", "a&b=c");

    assertThat(url.text()).isEqualTo("jdbc:mysql://h/db?user=ada&password=a%26b%3Dc");
    assertThat(url.password()).contains("a&b=c");
  }
}
