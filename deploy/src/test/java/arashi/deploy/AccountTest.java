package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.account.Account;
import arashi.store.account.Preferences;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import arashi.store.identity.IdentityRow;
import arashi.store.mail.FolderRole;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings on the account page, without scripts. */
class AccountTest {
  private static final String DOMAIN = "account.example";
  private static final String FORM = "form[action=/account]";

  private static final TestService SERVICE = TestService.shared();

  private TestUser user;
  private Client client;

  @BeforeAll
  static void addDomain() {
    SERVICE.store().people().addressEdit().addDomain(DOMAIN);
  }

  @BeforeEach
  void signIn() throws AddressRefusedException {
    user = SERVICE.user();
    give(address("a"));
    give(address("b"));
    client = SERVICE.signedIn(user);
  }

  private String address(String prefix) {
    return prefix + "." + user.name() + "@" + DOMAIN;
  }

  private void give(String address) throws AddressRefusedException {
    SERVICE
        .store()
        .people()
        .addressEdit()
        .give(user.id(), Address.parse(address), Tombstone.IGNORE);
  }

  private MailPage form() {
    return MailPage.of(client.get("/account"), FORM);
  }

  private Answer save(MailPage form) {
    return form.press(client, "/account");
  }

  private Preferences kept() {
    return SERVICE
        .store()
        .people()
        .accounts()
        .byId(user.id())
        .map(Account::preferences)
        .orElseThrow();
  }

  @Test
  void isReachedFromEveryPageOfMail() {
    for (String path : List.of("/mail", user.path(FolderRole.INBOX), "/search", "/compose")) {
      assertThat(client.get(path).page().select("#folders a[href=/account]")).as(path).hasSize(1);
    }
  }

  @Test
  void whatIsSetHoldsInAllBrowsersOfTheAccount() {
    long uid = user.receives("Kettle").get(0);
    Client other = SERVICE.signedIn(user);
    assertThat(other.get("/mail").page().selectFirst("html").attr("lang")).isEqualTo("en");

    Answer saved =
        save(
            form()
                .type("language", "de")
                .type("zone", "Pacific/Chatham")
                .type("theme", "dark")
                .type("after", "older"));

    assertThat(saved.status()).isEqualTo(303);
    Answer after = client.follow(saved);
    assertThat(after.page().select(".notice").text()).contains("Gespeichert");
    assertThat(MailPage.of(after, FORM).value("zone")).isEqualTo("Pacific/Chatham");
    for (Client one : List.of(client, other, SERVICE.signedIn(user))) {
      Answer page = one.get(user.path(uid), "Accept-Language", "en");
      assertThat(page.page().selectFirst("html").attr("lang")).isEqualTo("de");
      assertThat(page.page().selectFirst("html").attr("data-theme")).isEqualTo("dark");
      assertThat(page.page().selectFirst("html").attr("data-zone")).isEqualTo("Pacific/Chatham");
      List<String> moments = page.page().select("time").eachAttr("datetime");
      assertThat(moments).hasSizeGreaterThan(1);
      ZoneId zone = ZoneId.of("Pacific/Chatham");
      for (String moment : moments) {
        OffsetDateTime shown = OffsetDateTime.parse(moment);
        assertThat(shown.getOffset()).isEqualTo(zone.getRules().getOffset(shown.toInstant()));
      }
    }
  }

  @Test
  void whatIsNotSetIsAsTheBrowserAsks() {
    assertThat(save(form()).status()).isEqualTo(303);

    assertThat(kept()).isEqualTo(Preferences.NONE);
    Answer page = client.get("/mail", "Accept-Language", "de");
    assertThat(page.page().selectFirst("html").attr("lang")).isEqualTo("de");
    assertThat(page.page().selectFirst("html").hasAttr("data-theme")).isFalse();
  }

  @Test
  void errorsAreInTheLanguageOfTheAccount() {
    save(form().type("language", "de"));

    Answer gone = client.get(user.path(999));

    assertThat(gone.status()).isEqualTo(404);
    assertThat(gone.page().selectFirst("html").attr("lang")).isEqualTo("de");
  }

  @Test
  void anAddressHasANameASignatureAndAReplyTo() {
    Answer saved =
        save(
            form()
                .type("name", "Ada Lind")
                .type("identity-name", 1, "The shop")
                .type("signature", 1, "Open on Tuesdays\r\nand by night")
                .type("reply-to", 1, "Ada <" + address("a") + ">")
                .type("default", address("b")));

    assertThat(saved.status()).isEqualTo(303);
    List<IdentityRow> identities = SERVICE.store().people().identities().of(user.id());
    assertThat(identities)
        .containsExactly(
            new IdentityRow(
                address("b"),
                "The shop",
                "Open on Tuesdays\nand by night",
                "Ada <" + address("a") + ">",
                true),
            new IdentityRow(address("a"), "Ada Lind", "", "", false));
    MailPage fresh = MailPage.of(client.get("/compose"));
    assertThat(fresh.value("from")).isEqualTo(address("b"));
    assertThat(fresh.value("text")).contains("-- \nOpen on Tuesdays\nand by night");
    assertThat(fresh.page().select("#from option").eachText())
        .containsExactly("The shop <" + address("b") + ">", "Ada Lind <" + address("a") + ">");
    assertThat(form().values("identity-name")).containsExactly("The shop", "");
  }

  @Test
  void aRefusedFormComesBackWholeWithItsFieldsMarked() {
    String signature = "s".repeat(IdentityRow.MAX_SIGNATURE + 1);
    MailPage typed =
        form()
            .type("name", "Ada\r\nBcc: all@example.org")
            .type("theme", "light")
            .type("reply-to", 0, "ada@")
            .type("identity-name", 1, "n".repeat(256))
            .type("signature", 1, signature)
            .type("zone", "Mars/Olympus");

    Answer answer = save(typed);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.page().select(".notice").text()).contains("Nothing was saved: 5 fields");
    for (String id : List.of("name", "reply-to-0", "name-1", "signature-1", "zone")) {
      assertThat(answer.page().getElementById(id).attr("aria-invalid")).as(id).isEqualTo("true");
      assertThat(answer.page().getElementById(id + "-e").text()).as(id).isNotBlank();
    }
    assertThat(answer.page().select("[aria-invalid]")).hasSize(5);
    MailPage back = MailPage.of(answer, FORM);
    assertThat(back.values("identity-name")).isEqualTo(typed.values("identity-name"));
    assertThat(back.values("reply-to")).isEqualTo(typed.values("reply-to"));
    assertThat(back.values("signature")).isEqualTo(typed.values("signature"));
    assertThat(back.value("theme")).isEqualTo("light");
    assertThat(back.value("name")).contains("Bcc: all@example.org");
    assertThat(kept()).isEqualTo(Preferences.NONE);
    assertThat(SERVICE.store().people().identities().withOwnNames(user.id()))
        .allMatch(row -> row.name().isEmpty() && row.replyTo().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a@example.org\r\nBcc: b@example.org",
        "a@example.org\nX: y",
        "a@example.org\u0000",
        "a@example.org\u2028b@example.org",
        "not an address",
        "Team:;",
        "<>"
      })
  void noReplyToBecomesMoreThanAddresses(String replyTo) {
    Answer answer = save(form().type("reply-to", 0, replyTo));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.page().getElementById("reply-to-0").attr("aria-invalid")).isEqualTo("true");
    assertThat(SERVICE.store().people().identities().of(user.id()))
        .allMatch(row -> row.replyTo().isEmpty());
  }

  @Test
  void settingsOfForeignAddressesCannotBeChanged() throws AddressRefusedException {
    TestUser other = SERVICE.user();
    String foreign = other.name() + "@" + DOMAIN;
    SERVICE
        .store()
        .people()
        .addressEdit()
        .give(other.id(), Address.parse(foreign), Tombstone.IGNORE);

    for (String address : List.of(foreign, "ceo@elsewhere.example", "", "no address\r\n")) {
      Answer answer = save(form().type("address", 0, address).type("identity-name", 0, "Not me"));
      assertThat(answer.status()).as(address).isEqualTo(422);
      assertThat(answer.page().select("fieldset .error").text()).contains("can’t write as");
    }
    assertThat(SERVICE.store().people().identities().of(other.id()).get(0).name()).isEmpty();
    assertThat(SERVICE.store().people().identities().of(user.id()))
        .allMatch(row -> row.name().isEmpty());
  }

  @ParameterizedTest
  @CsvSource({"list, Third, ''", "older, Third, Second", "newer, Second, Third"})
  void anOpenMailThatIsDeletedGivesWayToThePageThatIsSet(String after, String open, String next) {
    List<Long> uids = user.receives("First", "Second", "Third");
    int at = List.of("First", "Second", "Third").indexOf(open);
    save(form().type("after", after));

    Answer page = client.get(user.path(uids.get(at)));
    Answer deleted =
        client.follow(
            MailPage.of(page, "#message form.tools")
                .press(client, user.path(FolderRole.INBOX) + "/delete"));

    assertThat(deleted.page().select(".notice").text()).contains("Moved to Trash");
    assertThat(deleted.page().select("#subject").text()).isEqualTo(next);
  }

  @Test
  void anOpenMailThatStaysGivesWayToNone() {
    List<Long> uids = user.receives("First", "Second");
    save(form().type("after", "older"));

    Answer page = client.get(user.path(uids.get(1)));
    MailPage tools = MailPage.of(page, "#message form.tools").type("to", "");
    Answer stayed = client.follow(tools.press(client, user.path(FolderRole.INBOX) + "/refile"));

    assertThat(stayed.page().select(".notice").text()).contains("Nothing was changed");
    assertThat(stayed.page().select("#subject")).isEmpty();
  }

  @Test
  void refusesAFormWithoutTokenAndOneWithFieldsMissing() {
    List<Client.Field> fields = new ArrayList<>(form().type("name", "Mallory").fields());
    List<Client.Field> torn = new ArrayList<>(fields);
    torn.removeIf(one -> one.name().equals("signature"));
    assertThat(client.post("/account", torn).status()).isEqualTo(400);
    fields.removeIf(one -> one.name().equals("csrf"));
    assertThat(client.post("/account", fields).status()).isEqualTo(403);
    fields.add(field("csrf", SERVICE.signedIn(SERVICE.user()).csrf()));
    assertThat(client.post("/account", fields).status()).isEqualTo(403);
    assertThat(kept()).isEqualTo(Preferences.NONE);
  }
}
