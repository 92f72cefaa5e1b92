package arashi.request.follow;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks the encoding of events. */
class NewsTest {
  private static String event(News news) {
    return new String(news.event(), US_ASCII);
  }

  @Test
  void namesTheFoldersInOrder() {
    assertThat(event(new News(42, false, Set.of(7L, 3L))))
        .isEqualTo("id: 42\ndata: {\"folders\":[3,7]}\n\n");
  }

  @Test
  void withoutFoldersItHasNoDataAndSoNoScriptHearsIt() {
    assertThat(event(News.none(5))).isEqualTo("id: 5\n\n");
  }

  @Test
  void twoAreOneWithTheLastNumber() {
    News both = new News(9, false, Set.of(1L)).and(new News(8, false, Set.of(2L)));
    assertThat(both).isEqualTo(new News(9, false, Set.of(1L, 2L)));
    assertThat(event(both.and(News.all(10)))).isEqualTo("id: 10\ndata: {\"all\":true}\n\n");
    assertThat(News.all(3).and(both)).isEqualTo(News.all(9));
  }
}
