package arashi.mime.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "name   | price\n-------+------\nbolt   |  0.50\n",
        "Dear all,\n\nApril      12\nMay         9\nJune       14\n\nBye",
        "> a     b\n> cc    d\n> ddd   e\n",
        "+--+--+\n|a |b |\n+--+--+",
      })
  void findsTables(String text) {
    assertThat(Columns.areIn(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "One sentence.  Another one.\nMore of it.  And so on\nand on.  The end.",
        "    indented\n    by four\n    blanks",
        "a   b\nc   d\nno table",
        "--\nAda\nPhone  1\n",
      })
  void findsNone(String text) {
    assertThat(Columns.areIn(text)).isFalse();
  }

  @Test
  void readsLongTextInTime() {
    assertThat(Columns.areIn("x  ".repeat(1_000_000))).isFalse();
    assertThat(Columns.areIn("\n".repeat(1_000_000))).isFalse();
  }
}
