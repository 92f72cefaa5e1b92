package arashi.store;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.blob.Sha256;
import arashi.store.mail.FolderRole;
import arashi.store.mail.NewMail;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("database")
class HousekeepingTest {
  private static final Duration GRACE = Duration.ofDays(1);
  private static final Duration ONCE = Duration.ofDays(5);
  private static final int LOG_ROWS = 4;

  private StoreFixture fixture;
  private Housekeeping housekeeping;

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
    housekeeping =
        new Housekeeping(
            fixture.store,
            fixture.time,
            new Housekeeping.Limits(GRACE, 2, LOG_ROWS, ONCE, Duration.ZERO, Duration.ZERO));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private int roundOfSteps() {
    int steps = 1;
    while (housekeeping.step() != Housekeeping.Next.LATER) {
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
    fixture.store.mail().items().delete(account, trash, List.of(uids.get(1)));

    roundOfSteps();
    assertThat(fixture.store.mail().blobs().open(Sha256.of(gone.raw()))).isPresent();

    fixture.now.updateAndGet(now -> now.plus(GRACE).plusMillis(1));
    assertThat(roundOfSteps()).isGreaterThan(1);
    assertThat(fixture.store.mail().blobs().open(Sha256.of(gone.raw()))).isEmpty();
    assertThat(fixture.store.mail().blobs().open(Sha256.of(kept.raw()))).isPresent();
  }

  @Test
  void removesSessionsThatHaveEndedAndNoOthers() throws SQLException {
    long account = fixture.account();
    Sha256 ended = session(account, "ended", Duration.ofMinutes(1));
    Sha256 open = session(account, "open", Duration.ofDays(30));
    fixture.now.updateAndGet(now -> now.plus(Duration.ofMinutes(2)));

    roundOfSteps();

    assertThat(fixture.count("session", account)).isEqualTo(1);
    assertThat(fixture.store.people().sessions().find(open)).isPresent();
    assertThat(fixture.store.people().sessions().find(ended)).isEmpty();
  }

  private Sha256 session(long account, String token, Duration life) {
    Sha256 hash = Sha256.of(token.getBytes(StandardCharsets.UTF_8));
    fixture.store.people().sessions().create(hash, account, "csrf", life, "browser", "::1");
    return hash;
  }

  @Test
  void boundsTheLogOfChangesOfEachAccount() throws SQLException {
    long busy = fixture.account();
    long quiet = fixture.account();
    long kept = fixture.count("change_log", quiet);
    for (int i = 0; i < 9; i++) {
      fixture.add(busy, fixture.inbox(busy), mail("m" + i).build());
    }
    roundOfSteps();

    assertThat(fixture.count("change_log", busy)).isEqualTo(LOG_ROWS);
    assertThat(fixture.count("change_log", quiet)).isEqualTo(Math.min(kept, LOG_ROWS));
    assertThat(fixture.store.mail().changes().since(busy, 0, 10)).as("too old").isEmpty();
    long now = fixture.store.mail().changes().modSeq(busy).orElseThrow();
    assertThat(
            fixture.store.mail().changes().since(busy, now - LOG_ROWS, 10).orElseThrow().entries())
        .hasSize(LOG_ROWS);
  }
}
