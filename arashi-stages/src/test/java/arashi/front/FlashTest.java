package arashi.front;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.Flash.Done;
import arashi.store.Refiled;
import arashi.web.Field;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlashTest {
  private static Refiled refiled(int count) {
    TreeMap<Long, Long> uids = new TreeMap<>();
    LongStream.rangeClosed(1, count).forEach(uid -> uids.put(uid, 1_000_000 + uid));
    return new Refiled(6, uids, Set.of());
  }

  @Test
  void comesBackFromItsCookie() {
    Flash flash = Flash.moved(Done.REFILED, 3, refiled(2));
    assertThat(Flash.decode(flash.encode())).isEqualTo(flash);
  }

  @Test
  void undoesByRefilingTheNewUidsBack() {
    Flash flash = Flash.moved(Done.DELETED, 3, refiled(2));
    assertThat(flash.undo().action()).isEqualTo("/mail/6/refile");
    assertThat(flash.undo().fields())
        .containsExactly(
            new Field("to", "3"),
            new Field("back", "/mail/3"),
            new Field("uid", "1000001"),
            new Field("uid", "1000002"));
  }

  @Test
  void offersNoUndoForMoreThanACookieHolds() {
    Flash flash = Flash.decode(Flash.moved(Done.DELETED, 3, refiled(500)).encode());
    assertThat(flash.count()).isEqualTo(500);
    assertThat(flash.undo()).isNull();
  }

  @Test
  void saysThatNothingWasDone() {
    assertThat(Flash.moved(Done.DELETED, 3, refiled(0)).done()).isEqualTo(Done.NOTHING);
    assertThat(Flash.of(Done.DELETED_FOR_EVER, 0).done()).isEqualTo(Done.NOTHING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "DELETED",
        "DELETED.1.2",
        "STOLEN.1.2.3.4",
        "DELETED.-1.2.3",
        "DELETED.1.2.3.x",
        "DELETED.99999999999.2.3",
        "DELETED.1.2.3.4.",
        "DELETED.1.2.3.<script>"
      })
  void isNotReadFromWhatIsNoneOfOurs(String cookie) {
    assertThat(Flash.decode(cookie)).isNull();
  }

  @Test
  void isNotThereWithoutACookie() {
    assertThat(Flash.decode(null)).isNull();
  }
}
