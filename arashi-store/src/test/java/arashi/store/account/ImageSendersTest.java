package arashi.store.account;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.StoreFixture;
import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("database")
class ImageSendersTest {
  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private static final ImageSenders senders = fixture.store.people().imageSenders();
  private static int accounts;
  private long ada;
  private long bob;

  @BeforeEach
  void addAccounts() throws NameTakenException {
    ada = account();
    bob = account();
  }

  private static long account() throws NameTakenException {
    accounts++;
    return fixture
        .store
        .people()
        .accounts()
        .create("user" + accounts, "", "standard", false, 0)
        .id();
  }

  @Test
  void keepsASenderInAnyCaseForItsAccountOnly() {
    senders.add(ada, "News@Shop.example");
    senders.add(ada, "news@shop.example");
    senders.add(ada, "b\u00fccher@shop.example");

    assertThat(senders.of(ada)).containsExactly("b\u00fccher@shop.example", "news@shop.example");
    assertThat(senders.has(ada, "NEWS@shop.example")).isTrue();
    assertThat(senders.has(ada, "shop.example")).isFalse();
    assertThat(senders.has(bob, "news@shop.example")).isFalse();
  }

  @Test
  void takesItBack() {
    senders.add(ada, "news@shop.example");

    assertThat(senders.remove(bob, "news@shop.example")).isFalse();
    assertThat(senders.remove(ada, "News@shop.example")).isTrue();
    assertThat(senders.remove(ada, "news@shop.example")).isFalse();
    assertThat(senders.of(ada)).isEmpty();
  }

  @Test
  void keepsTheLatestOfTooMany() throws SQLException {
    StringBuilder rows = new StringBuilder("INSERT INTO image_sender VALUES ");
    for (int i = 0; i < ImageSenders.MOST; i++) {
      rows.append(i == 0 ? "" : ",").append("(" + ada + ", 's" + i + "@x', " + i + ")");
    }
    fixture.execute(rows.toString());

    senders.add(ada, "latest@x");

    assertThat(senders.of(ada)).hasSize(ImageSenders.MOST).contains("latest@x", "s1@x");
    assertThat(senders.has(ada, "s0@x")).isFalse();
  }

  @Test
  void goesWithItsAccount() {
    senders.add(ada, "news@shop.example");

    fixture.store.people().accounts().remove(ada);

    assertThat(senders.of(ada)).isEmpty();
  }

  @Test
  void tellsWhatCanBeKept() {
    assertThat(ImageSenders.isAddress("a@b")).isTrue();
    for (String none :
        new String[] {"", "@", "a@", "@b", "nobody", "a@b\n", "a@" + "b".repeat(640)}) {
      assertThat(ImageSenders.isAddress(none)).as(none).isFalse();
    }
  }

  @Test
  void aDatabaseHasOneKeyForAllNodes() {
    byte[] key = fixture.store.service().secrets().key(Secrets.IMAGE_LINKS);

    assertThat(key)
        .hasSize(32)
        .isEqualTo(fixture.store.service().secrets().key(Secrets.IMAGE_LINKS));
    assertThat(key).isNotEqualTo(new byte[32]);
  }
}
