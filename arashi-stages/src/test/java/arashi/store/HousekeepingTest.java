package arashi.store;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HousekeepingTest {
  private static final Duration GRACE = Duration.ofDays(1);

  private StoreFixture fixture;
  private Housekeeping housekeeping;

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
    housekeeping = new Housekeeping(fixture.store, fixture.time, GRACE, 2);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private int roundOfSteps() {
    int steps = 1;
    while (housekeeping.step()) {
      steps++;
    }
    return steps;
  }

  @Test
  void removesTheRawMailOfDeletedMessagesOnceItsGraceIsOver() {
    long account = fixture.account();
    long trash = fixture.folder(account, FolderRole.TRASH);
    NewMail kept = mail("kept").build();
    NewMail gone = mail("gone").build();
    List<Long> uids =
        fixture.add(account, trash, kept, gone, mail("third").build(), mail("fourth").build());
    fixture.store.items().delete(account, trash, List.of(uids.get(1)));

    roundOfSteps();
    assertThat(fixture.store.blobs().open(Sha256.of(gone.raw()))).isPresent();

    fixture.now.updateAndGet(now -> now.plus(GRACE).plusMillis(1));
    assertThat(roundOfSteps()).isGreaterThan(1);
    assertThat(fixture.store.blobs().open(Sha256.of(gone.raw()))).isEmpty();
    assertThat(fixture.store.blobs().open(Sha256.of(kept.raw()))).isPresent();
  }

  @Test
  void removesSessionsThatHaveEndedAndNoOthers() throws SQLException {
    long account = fixture.account();
    Sha256 ended = session(account, "ended", Duration.ofMinutes(1));
    Sha256 open = session(account, "open", Duration.ofDays(30));
    fixture.now.updateAndGet(now -> now.plus(Duration.ofMinutes(2)));

    roundOfSteps();

    assertThat(fixture.count("session", account)).isEqualTo(1);
    assertThat(fixture.store.sessions().find(open)).isPresent();
    assertThat(fixture.store.sessions().find(ended)).isEmpty();
  }

  private Sha256 session(long account, String token, Duration life) {
    Sha256 hash = Sha256.of(token.getBytes(StandardCharsets.UTF_8));
    fixture.store.sessions().create(hash, account, "csrf", life, "browser", "::1");
    return hash;
  }
}
