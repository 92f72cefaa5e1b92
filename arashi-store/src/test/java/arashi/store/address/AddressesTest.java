package arashi.store.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import arashi.mime.address.MailAddress;
import arashi.store.StoreFixture;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.Resolution.Found;
import arashi.store.address.Resolution.Target;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("database")
class AddressesTest {
  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private static final Addresses addresses = fixture.store.people().addresses();
  private static final AddressEdit edit = fixture.store.people().addressEdit();
  private long ada;
  private long bob;

  @BeforeEach
  void open() throws SQLException {
    fixture.execute("DELETE FROM alias_target", "DELETE FROM address", "DELETE FROM domain");
    ada = fixture.account();
    bob = fixture.account();
    edit.addDomain("example.org");
    give(ada, "ada@example.org");
    give(bob, "bob@example.org");
  }

  private void give(long account, String address) {
    edit.give(account, Address.parse(address), Tombstone.RESPECT);
  }

  private void alias(String alias, String... targets) {
    List<Address> to = Arrays.stream(targets).map(Address::parse).toList();
    edit.addAlias(Address.parse(alias), to, Tombstone.RESPECT);
  }

  private Resolution resolve(String localPart, String domain) {
    MailAddress address = new MailAddress(localPart, domain.toLowerCase(Locale.ROOT));
    return addresses.resolve(Address.of(address));
  }

  private static Found found(Target... targets) {
    return new Found(List.of(targets));
  }

  private static void refused(String words, Runnable change) {
    assertThatExceptionOfType(AddressRefusedException.class)
        .isThrownBy(change::run)
        .withMessageContaining(words);
  }

  @Test
  void findsAnAccountInAnyCase() {
    assertThat(resolve("Ada", "EXAMPLE.org")).isEqualTo(found(new Target(ada, "")));
    assertThat(addresses.accountOf(Address.parse("ADA@example.org"))).contains(ada);
    give(bob, "jörg@example.org");
    assertThat(resolve("JO\u0308RG", "example.org")).isEqualTo(found(new Target(bob, "")));
  }

  @Test
  void tellsWhoIsUnknownFromWhatIsElsewhere() {
    assertThat(resolve("nobody", "example.org")).isEqualTo(new Resolution.Unknown());
    assertThat(resolve("ada", "example.net")).isEqualTo(new Resolution.Foreign());
    assertThat(resolve("ada", "[192.0.2.1]")).isEqualTo(new Resolution.Foreign());
    assertThat(resolve("x".repeat(300), "example.org")).isEqualTo(new Resolution.Unknown());
  }

  @Test
  void takesInternationalisedDomainsByTheirLabels() {
    edit.addDomain(Address.domain("Bücher.example"));
    give(ada, "ada@bücher.example");
    assertThat(resolve("ada", "xn--bcher-kva.example")).isEqualTo(found(new Target(ada, "")));
    assertThat(addresses.domains()).containsExactly("example.org", "xn--bcher-kva.example");
  }

  @Test
  void cutsASubAddressAtTheFirstPlus() {
    assertThat(resolve("Ada+Lists/Ops+x", "example.org"))
        .isEqualTo(found(new Target(ada, "lists/ops+x")));
    assertThat(resolve("ada+", "example.org")).isEqualTo(found(new Target(ada, "")));
    assertThat(resolve("nobody+ada", "example.org")).isEqualTo(new Resolution.Unknown());
    assertThat(resolve("+ada", "example.org")).isEqualTo(new Resolution.Unknown());

    give(bob, "ada+work@example.org");
    assertThat(resolve("ada+work", "example.org")).isEqualTo(found(new Target(bob, "")));
  }

  @Test
  void givesTheCatchAllWhatTheDomainLacks() {
    give(bob, "@example.org");
    assertThat(resolve("anybody+x", "example.org")).isEqualTo(found(new Target(bob, "")));
    assertThat(resolve("ada", "example.org")).isEqualTo(found(new Target(ada, "")));
    assertThat(addresses.accountOf(Address.parse("@example.org"))).isEmpty();
  }

  @Test
  void followsAliasesToEachAccountOnce() {
    alias("sales@example.org", "ada@example.org", "bob+orders@example.org");
    alias("info@example.org", "sales@example.org", "ada@example.org");

    assertThat(resolve("info", "example.org"))
        .isEqualTo(found(new Target(ada, ""), new Target(bob, "orders")));
    assertThat(resolve("sales+lists", "example.org"))
        .isEqualTo(found(new Target(ada, "lists"), new Target(bob, "orders")));
  }

  @Test
  void refusesLoopsAndWhatLeadsNowhere() {
    alias("a@example.org", "ada@example.org");
    alias("b@example.org", "a@example.org");
    refused("itself", () -> alias("a@example.org", "b@example.org"));
    refused("itself", () -> alias("a@example.org", "b+x@example.org"));
    refused("itself", () -> alias("c@example.org", "c@example.org"));
    refused("nobody", () -> alias("c@example.org", "nobody@example.org"));
    refused("not an address of this service", () -> alias("c@example.org", "ada@example.net"));
    refused("not a domain", () -> alias("c@example.net", "ada@example.org"));

    assertThat(resolve("a", "example.org")).isEqualTo(found(new Target(ada, "")));
    assertThat(resolve("c", "example.org")).isEqualTo(new Resolution.Unknown());
  }

  @Test
  void boundsChainsAndTargets() {
    alias("a0@example.org", "ada@example.org");
    for (int i = 1; i < Walk.MAX_CHAIN; i++) {
      alias("a" + i + "@example.org", "a" + (i - 1) + "@example.org");
    }
    int last = Walk.MAX_CHAIN;
    refused(
        "in a row", () -> alias("a" + last + "@example.org", "a" + (last - 1) + "@example.org"));
    assertThat(resolve("a" + (last - 1), "example.org")).isEqualTo(found(new Target(ada, "")));

    String[] many = new String[AddressEdit.MAX_TARGETS + 1];
    Arrays.setAll(many, i -> "ada+" + i + "@example.org");
    refused("at most", () -> alias("many@example.org", many));
  }

  @Test
  void survivesALoopThatSomebodyElseMade() throws SQLException {
    alias("a@example.org", "ada@example.org");
    alias("b@example.org", "a@example.org");
    fixture.execute("INSERT INTO alias_target VALUES ('example.org', 'a', 'b@example.org')");
    assertThat(resolve("b", "example.org")).isEqualTo(found(new Target(ada, "")));

    edit.take(ada, Address.parse("ada@example.org"));
    assertThat(resolve("b", "example.org")).isEqualTo(new Resolution.Looping());
  }

  @Test
  void doesNotGiveARemovedAddressToAnother() {
    assertThat(edit.take(ada, Address.parse("Ada@example.org"))).isTrue();
    give(bob, "@example.org");

    assertThat(resolve("ada", "example.org")).isEqualTo(new Resolution.Unknown());
    assertThat(resolve("ada+x", "example.org")).isEqualTo(new Resolution.Unknown());
    refused("was removed", () -> give(bob, "ada@example.org"));
    refused("was removed", () -> alias("ada@example.org", "bob@example.org"));

    give(ada, "ada@example.org");
    assertThat(resolve("ada", "example.org")).isEqualTo(found(new Target(ada, "")));
    edit.take(ada, Address.parse("ada@example.org"));
    edit.give(bob, Address.parse("ada@example.org"), Tombstone.IGNORE);
    assertThat(resolve("ada", "example.org")).isEqualTo(found(new Target(bob, "")));
  }

  @Test
  void keepsTheAddressesOfARemovedAccount() {
    alias("team@example.org", "ada@example.org", "bob@example.org");
    fixture.store.people().accounts().remove(ada);

    assertThat(resolve("ada", "example.org")).isEqualTo(new Resolution.Unknown());
    assertThat(resolve("team", "example.org")).isEqualTo(found(new Target(bob, "")));
    refused("was removed", () -> give(bob, "ada@example.org"));
  }

  @Test
  void refusesAnAddressThatIsTaken() {
    refused("another user", () -> give(bob, "ada@example.org"));
    alias("info@example.org", "ada@example.org");
    refused("alias", () -> give(bob, "info@example.org"));
    refused("another user", () -> alias("bob@example.org", "ada@example.org"));
    refused("not a domain", () -> give(bob, "bob@example.net"));
    give(ada, "ada@example.org"); // it has that address already
  }

  @Test
  void refusesTheNameOfAnotherUser() throws Exception {
    fixture.store.people().accounts().create("eve@example.org", "$hash$", "standard", false, 0);
    refused("name of another user", () -> give(bob, "eve@example.org"));
  }

  @Test
  void removesAliasesAndSingleTargets() {
    alias("team@example.org", "ada@example.org", "bob@example.org");
    Address team = Address.parse("team@example.org");

    assertThat(edit.removeAlias(team, List.of(Address.parse("eve@example.org")))).isFalse();
    assertThat(edit.removeAlias(team, List.of(Address.parse("bob@example.org")))).isTrue();
    assertThat(resolve("team", "example.org")).isEqualTo(found(new Target(ada, "")));
    assertThat(addresses.aliases(Addresses.FIRST, 2).aliases()).isEmpty();
    assertThat(addresses.aliases(Addresses.FIRST, 10).aliases())
        .containsExactly(new Addresses.Alias(team, List.of(Address.parse("ada@example.org"))));

    assertThat(edit.removeAlias(team, List.of())).isTrue();
    assertThat(resolve("team", "example.org")).isEqualTo(new Resolution.Unknown());
    assertThat(edit.removeAlias(team, List.of())).isFalse();
    alias("team@example.org", "bob@example.org"); // an alias may be restored as an alias
    edit.removeAlias(team, List.of());
    refused("was removed", () -> give(bob, "team@example.org"));
  }

  @Test
  void removesADomainOnlyWithItsAddresses() {
    refused("2 addresses", () -> edit.removeDomain("example.org", false));
    assertThat(edit.removeDomain("example.org", true)).isTrue();
    assertThat(resolve("ada", "example.org")).isEqualTo(new Resolution.Foreign());
    assertThat(edit.removeDomain("example.org", true)).isFalse();

    edit.addDomain("example.org");
    assertThat(resolve("ada", "example.org")).isEqualTo(new Resolution.Unknown());
    refused("was removed", () -> give(bob, "ada@example.org"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ada",
        "ada@",
        "a da@example.org",
        "a@b@example.org",
        ".a@example.org",
        "a..b@example.org",
        "\"a\"@example.org",
        "a@-x.org",
        "a@x_y.org",
        "a@[192.0.2.1]",
        "a\u0007@example.org",
        "a\u200bda@example.org",
        "a\u202eda@example.org",
        "ada@exam\u200bple.org",
        "ada@stra\u00dfe.example"
      })
  void refusesWhatIsNoAddress(String typed) {
    assertThatExceptionOfType(AddressRefusedException.class).isThrownBy(() -> Address.parse(typed));
  }

  @Test
  void refusesAnAddressOfAnyLength() {
    String typed = "a" + ".a".repeat(100_000) + "@example.org";
    assertThatExceptionOfType(AddressRefusedException.class).isThrownBy(() -> Address.parse(typed));
  }

  @ParameterizedTest
  @CsvSource({
    "Ada.Byron@Example.ORG, ada.byron@example.org",
    "ada+x@example.org, ada+x@example.org",
    "ÄDA@BÜCHER.example, äda@xn--bcher-kva.example",
    "@example.org, @example.org"
  })
  void foldsWhatIsTyped(String typed, String folded) {
    assertThat(Address.parse(typed)).hasToString(folded);
  }
}
