package arashi.front.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.front.RequestProblem;
import arashi.store.blob.Sha256;
import arashi.store.mail.Item;
import arashi.store.mail.Message;
import arashi.web.ErrorPage.Problem;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RawMailsTest {
  private static final Sha256 STORED = Sha256.of(new byte[] {1});
  private static final Sha256 GONE = Sha256.of(new byte[] {2});

  private final RawMails mails =
      new RawMails(
          sha256 -> sha256.equals(STORED) ? Optional.of(new byte[] {1}) : Optional.empty(), 1000);

  private static Message mail(Sha256 sha256, long bytes) {
    Item item = new Item(1, 1, 1, Instant.EPOCH, Set.of(), 1, "", "", "", bytes, false);
    return new Message(item, sha256, 1, new byte[0], Optional.empty(), false);
  }

  /** True if the budget has room for a mail of this size. */
  private boolean hasRoom(long bytes) throws RequestProblem, IOException {
    return mails.use(mail(STORED, bytes), raw -> assertThat(raw).containsExactly(1));
  }

  @Test
  void areHeldUpToALimitAllTogether() throws Exception {
    boolean used =
        mails.use(
            mail(STORED, 600),
            raw -> {
              assertThat(hasRoom(401)).isFalse();
              assertThat(hasRoom(400)).isTrue();
            });

    assertThat(used).isTrue();
    assertThat(hasRoom(1000)).isTrue();
  }

  @Test
  void giveTheirRoomBackWhenTheirUseFails() throws Exception {
    RawMails.Use failing =
        raw -> {
          throw new IOException("disk full");
        };
    assertThatThrownBy(() -> mails.use(mail(STORED, 1000), failing))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> mails.use(mail(GONE, 1000), failing))
        .isInstanceOfSatisfying(
            RequestProblem.class, e -> assertThat(e.problem()).isEqualTo(Problem.NOT_FOUND));

    assertThat(hasRoom(1000)).isTrue();
  }

  @Test
  void haveRoomForNoOtherBesideOneThatIsLargerThanTheLimit() throws Exception {
    boolean used = mails.use(mail(STORED, 5000), raw -> assertThat(hasRoom(1)).isFalse());

    assertThat(used).as("the store says what is too large").isTrue();
    assertThat(hasRoom(1000)).isTrue();
  }
}
