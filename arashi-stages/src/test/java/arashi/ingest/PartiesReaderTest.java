package arashi.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.MimeLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.parse.ParsedMail;
import arashi.store.mail.Parties;
import arashi.store.mail.Parties.Person;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartiesReaderTest {
  private static Parties of(String header) {
    byte[] raw = (header + "\n\nText\n").getBytes(StandardCharsets.UTF_8);
    ParsedMail mail = new MailParser(MimeLimits.DEFAULT).parse(raw);
    return PartiesReader.of(mail.envelope(), mail.resentTo());
  }

  @Test
  void findsAPersonByEachWordOfNameAndAddress() {
    Person author = of("From: \"Åse Møller-Lind\" <Ase.M@Fjord.example>").author().orElseThrow();
    assertThat(author.name()).isEqualTo("Åse Møller-Lind");
    assertThat(author.address()).isEqualTo("Ase.M@Fjord.example");
    assertThat(author.words())
        .containsExactly("ase.m@fjord.example", "ase", "moller", "lind", "m", "fjord", "example");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "noreply@shop.example",
        "no-reply+17@shop.example",
        "orders.no_reply@shop.example",
        "MAILER-DAEMON@shop.example",
        "bounce-42@shop.example",
        "not an address",
        "a,b@shop.example",
        "a＠far.example，b@shop.example"
      })
  void addressesOfProgramsAreNotCorrespondents(String address) {
    assertThat(of("From: Shop <" + address + ">").author()).isEmpty();
  }

  /** It has few characters but too many bytes for its column. */
  @Test
  void addressesAreBoundedInBytes() {
    String address = "字".repeat(60) + "@" + "字".repeat(180);
    assertThat(of("From: Yi <" + address + ">").author()).isEmpty();
    assertThat(of("From: Yi <" + "字".repeat(60) + "@yi.example>").author()).isPresent();
  }

  @Test
  void peopleMayBeCalledLikeThat() {
    assertThat(of("From: norep@shop.example").author()).isPresent();
    assertThat(of("From: trebounce@shop.example").author()).isPresent();
  }

  @Test
  void showsTheFirstRecipientsByName() {
    Parties parties = of("From: a@x.example\nTo: Bo <bo@x.example>, c@x.example\nCc: d@x.example");
    assertThat(parties.recipients()).isEqualTo("Bo, c@x.example");
    assertThat(parties.addressees())
        .extracting(Person::address)
        .containsExactly("bo@x.example", "c@x.example", "d@x.example");
    assertThat(of("From: a@x.example\nCc: d@x.example").recipients()).isEqualTo("d@x.example");
    assertThat(of("From: a@x.example").recipients()).isEmpty();
  }

  @Test
  void theRecipientsOfAResentMailAreThoseOfTheResend() {
    String mail = "Resent-To: old@x.example\nFrom: a@x.example\nTo: Bo <bo@x.example>";
    Parties parties = of("Resent-From: me@x.example\nResent-To: Ib <ib@x.example>\n" + mail);
    assertThat(parties.recipients()).isEqualTo("Ib");
    assertThat(parties.addressees()).extracting(Person::address).containsExactly("ib@x.example");
    assertThat(of("Received: x\n" + mail).recipients()).isEqualTo("Bo");
  }
}
