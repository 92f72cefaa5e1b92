package arashi.front.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.front.Arguments;
import arashi.front.RecordingExchange;
import arashi.front.RequestProblem;
import arashi.store.mail.Order;
import arashi.store.mail.PageKey;
import arashi.store.mail.Sort;
import arashi.web.ErrorPage.Problem;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.netio.http.HttpRequest;

/** The query of a list's address, read and written. */
class ListPositionTest {
  private static final PageKey BY_DATE = key('d', new byte[Long.BYTES]);
  private static final PageKey BY_SENDER = key('f', new byte[] {'a', '-', '_', (byte) 0xFF});

  private static PageKey key(char sort, byte[] value) {
    return PageKey.decode(text(sort, value));
  }

  /** A key as an address has it, well-formed or not. */
  private static String text(char sort, byte[] value) {
    byte[] bytes =
        ByteBuffer.allocate(5 + value.length).put((byte) sort).putInt(-1).put(value).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static Arguments arguments(String query) {
    HttpRequest request = HttpRequest.of("GET", "/mail/1" + query);
    return new Arguments(new RecordingExchange(request), List.of("1"));
  }

  private static ListPosition read(String query) throws RequestProblem {
    return ListPosition.read(arguments(query));
  }

  private static void isRefused(String query) {
    assertThatThrownBy(() -> read(query))
        .as(query)
        .isInstanceOfSatisfying(
            RequestProblem.class, e -> assertThat(e.problem()).isEqualTo(Problem.BAD_REQUEST));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?", "?sort=&dir=&after=&before=", "?full=1&other=x"})
  void isTheTopOfNewestFirstWithoutAQuery(String query) throws RequestProblem {
    assertThat(read(query)).isEqualTo(ListPosition.top());
    assertThat(ListPosition.top().order()).isEqualTo(Order.NEWEST_FIRST);
    assertThat(ListPosition.top().query()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "?sort=date, DATE, true",
    "?sort=size, SIZE, true",
    "?sort=sender, SENDER, false",
    "?sort=subject, SUBJECT, false",
    "?sort=Subject, SUBJECT, false",
    "?dir=asc, DATE, false",
    "?sort=size&dir=asc, SIZE, false",
    "?sort=sender&dir=desc, SENDER, true",
    "?sort=sender&dir=asc, SENDER, false"
  })
  void hasTheUsualDirectionOfItsSortUnlessOneIsNamed(String query, Sort sort, boolean descending)
      throws RequestProblem {
    assertThat(read(query)).isEqualTo(ListPosition.top(new Order(sort, descending)));
    assertThat(ListPosition.order(arguments(query))).isEqualTo(new Order(sort, descending));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?sort=uid",
        "?sort=date%20",
        "?sort=0",
        "?sort=-1",
        "?dir=down",
        "?dir=DESC",
        "?dir=-1"
      })
  void isRefusedInAnUnknownOrder(String query) {
    isRefused(query);
    assertThatThrownBy(() -> ListPosition.order(arguments(query)))
        .isInstanceOf(RequestProblem.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"after", "before"})
  void isRefusedAtAGarbledPlace(String name) {
    for (String place : List.of("-1", "1", "x", "!", "%00", "ZAAAAA=", "A".repeat(10_000))) {
      isRefused("?" + name + "=" + place);
    }
    isRefused("?" + name + "=" + text('d', new byte[Long.BYTES - 1]));
    isRefused("?" + name + "=" + text('d', new byte[Long.BYTES + 1]));
    isRefused("?" + name + "=" + text('?', new byte[Long.BYTES]));
    isRefused("?sort=sender&" + name + "=" + text('f', new byte[33]));
  }

  @ParameterizedTest
  @ValueSource(strings = {"after", "before"})
  void isRefusedAtAPlaceOfAnotherOrder(String name) throws RequestProblem {
    isRefused("?sort=sender&" + name + "=" + BY_DATE);
    isRefused("?" + name + "=" + BY_SENDER);
    assertThat(read("?dir=asc&" + name + "=" + BY_DATE).order().sort()).isEqualTo(Sort.DATE);
  }

  @ParameterizedTest
  @EnumSource(Sort.class)
  void comesBackFromItsOwnQuery(Sort sort) throws RequestProblem {
    PageKey key =
        key(
            switch (sort) {
              case DATE -> 'd';
              case SENDER -> 'f';
              case SUBJECT -> 's';
              case SIZE -> 'z';
            },
            new byte[Long.BYTES]);
    for (boolean descending : new boolean[] {true, false}) {
      ListPosition top = ListPosition.top(new Order(sort, descending));
      for (ListPosition position : List.of(top, top.after(key), top.before(key))) {
        assertThat(read(position.query())).isEqualTo(position);
        assertThat(read(position.orderQuery())).isEqualTo(top);
      }
    }
  }

  @Test
  void namesInItsQueryOnlyWhatIsNotUsual() {
    ListPosition top = ListPosition.top(ListPosition.usual(Sort.SENDER));

    assertThat(top.query()).isEqualTo("?sort=sender");
    assertThat(top.after(BY_SENDER).query()).isEqualTo("?sort=sender&after=" + BY_SENDER);
    assertThat(ListPosition.top(new Order(Sort.SIZE, false)).query())
        .isEqualTo("?sort=size&dir=asc");
    assertThat(ListPosition.top().before(BY_DATE).query()).isEqualTo("?before=" + BY_DATE);
  }

  @Test
  void isInOneDirectionFromAPlace() {
    ListPosition after = ListPosition.top().after(BY_DATE);

    assertThat(after.before(BY_DATE).after()).isNull();
    assertThat(after.before(BY_DATE).before()).isEqualTo(BY_DATE);
    assertThat(after.before(BY_DATE).after(BY_DATE)).isEqualTo(after);
  }
}
