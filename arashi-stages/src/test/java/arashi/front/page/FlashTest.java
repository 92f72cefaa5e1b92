package arashi.front.page;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.Refiled;
import arashi.web.Field;
import arashi.web.MessageKey;
import arashi.web.Notice;
import arashi.web.Translations;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlashTest {
  private static final Translations MESSAGES = Translations.load();
  private static final MessageKey DELETED = MESSAGES.key("done.deleted");
  private static final MessageKey REFILED = MESSAGES.key("done.refiled");

  private static Refiled refiled(int count) {
    TreeMap<Long, Long> uids = new TreeMap<>();
    LongStream.rangeClosed(1, count).forEach(uid -> uids.put(uid, 1_000_000 + uid));
    return new Refiled(6, uids, Set.of());
  }

  @Test
  void comesBackFromItsCookie() {
    Flash flash = Flash.moved(REFILED, 3, refiled(2));
    assertThat(Flash.decode(flash.encode(), MESSAGES)).isEqualTo(flash);
  }

  @Test
  void undoesByRefilingTheNewUidsBack() {
    Flash flash = Flash.moved(DELETED, 3, refiled(2));
    assertThat(flash.undoForm().action()).isEqualTo("/mail/6/refile");
    assertThat(flash.undoForm().fields())
        .containsExactly(
            new Field("to", "3"),
            new Field("back", "/mail/3"),
            new Field("undo", "1"),
            new Field("uid", "1000001"),
            new Field("uid", "1000002"));
  }

  @Test
  void offersNoUndoForMoreThanACookieHolds() {
    Flash flash = Flash.decode(Flash.moved(DELETED, 3, refiled(500)).encode(), MESSAGES);
    assertThat(flash.count()).isEqualTo(500);
    assertThat(flash.undoForm()).isNull();
  }

  @Test
  void saysThatNothingWasDone() {
    for (Flash flash : new Flash[] {Flash.moved(DELETED, 3, refiled(0)), Flash.of(DELETED, 0)}) {
      Notice notice = flash.notice(MESSAGES, Locale.ENGLISH);
      assertThat(notice.kind()).isEqualTo(Notice.Kind.ERROR);
      assertThat(notice.text()).startsWith("Nothing was changed");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "deleted",
        "deleted.1.2",
        "stolen.1.2.3.4",
        "deleted.-1.2.3",
        "deleted.1.2.3.x",
        "deleted.99999999999.2.3",
        "deleted.1.2.3.4.",
        "deleted.1.2.3.<script>",
        "DELETED.1.2.3.4",
        "nothing else.1.2.3.4"
      })
  void isNotReadFromMalformedCookies(String cookie) {
    assertThat(Flash.decode(cookie, MESSAGES)).isNull();
  }

  @Test
  void isNotThereWithoutACookie() {
    assertThat(Flash.decode(null, MESSAGES)).isNull();
  }
}
