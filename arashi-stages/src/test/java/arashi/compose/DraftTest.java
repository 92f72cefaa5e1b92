package arashi.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DraftTest {
  private static final Identity MIRA = Writing.IDENTITIES.get(0);
  private static final Identity PLAIN = Writing.IDENTITIES.get(1);
  private static final Identity OFFICE = Writing.IDENTITIES.get(2);

  private static final Draft FULL =
      new Draft(
          "mira@home.example",
          "\"Bruun, Bo\" <bo@x.example>,,",
          "not an address",
          "d@x.example\n",
          "Tøjet 😀",
          "a\n\n  b\u0000\n",
          List.of(
              new Attached("ab12", "a b.txt", "text/plain", 5_000_000_000L, Optional.of("i@x")),
              new Attached("cd34", "", "", 0, Optional.empty())),
          Optional.of(
              new Origin(Origin.Kind.REPLY, 7, 8, "m@x.example", List.of("r@x", "m@x.example"))));

  @Test
  void isReadAsItWasWritten() {
    assertThat(Draft.decode(FULL.encode())).isEqualTo(FULL);
    assertThat(Draft.decode(Draft.empty().encode())).isEqualTo(Draft.empty());
  }

  @Test
  void fieldsOfLaterReleasesAreLeftOut() {
    ByteArrayOutputStream later = new ByteArrayOutputStream();
    later.writeBytes(FULL.encode());
    later.writeBytes(new byte[] {99, 0, 0, 0, 3, 1, 2, 3});
    byte[] bytes = later.toByteArray();
    bytes[0] = 2;
    assertThat(Draft.decode(bytes)).isEqualTo(FULL);
  }

  @Test
  void fieldsThatAnEarlierReleaseLackedAreEmpty() {
    assertThat(Draft.decode(new byte[] {1})).isEqualTo(Draft.empty());
    assertThat(Draft.decode(new byte[] {1, 5, 0, 0, 0, 1, 'x'}))
        .isEqualTo(Draft.empty().withSubject("x"));
  }

  @Test
  void damagedBytesAreSaidToBe() {
    byte[] bytes = FULL.encode();
    Random random = new Random(3);
    for (int run = 0; run < 5_000; run++) {
      byte[] damaged = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      if (damaged.length > 1) {
        damaged[1 + random.nextInt(damaged.length - 1)] = (byte) random.nextInt();
      }
      try {
        assertThat(Draft.decode(damaged)).isNotNull();
      } catch (IllegalArgumentException expected) {
        assertThat(expected).hasMessageContaining("draft");
      }
    }
    assertThatThrownBy(() -> Draft.decode(new byte[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void linesOfBrowsersBecomeLines() {
    assertThat(Draft.empty().withText("a\r\nb\rc\n").text()).isEqualTo("a\nb\nc\n");
  }

  @Test
  void signaturesFollowTheIdentity() {
    Draft draft = Draft.of(MIRA);
    assertThat(draft.from()).isEqualTo("mira@home.example");
    assertThat(draft.text()).isEqualTo("\n\n-- \nMira\nBerlin");
    Draft typed = draft.withText("Hello." + draft.text());
    Draft office = typed.withIdentity(MIRA, OFFICE);
    assertThat(office.from()).isEqualTo("office@work.example");
    assertThat(office.text()).isEqualTo("Hello.\n\n-- \nOffice");
    Draft plain = office.withIdentity(OFFICE, PLAIN);
    assertThat(plain.text()).isEqualTo("Hello.");
    assertThat(plain.withIdentity(PLAIN, MIRA)).isEqualTo(typed);
  }

  @Test
  void signatureThatAPersonChangedOrDeletedStaysSo() {
    Draft changed = Draft.of(MIRA).withText("Hello.\n\n-- \nMira\nBerlin, today");
    assertThat(changed.withIdentity(MIRA, OFFICE).text()).isEqualTo(changed.text());
    Draft deleted = Draft.of(MIRA).withText("Hello.");
    assertThat(deleted.withIdentity(MIRA, OFFICE).text()).isEqualTo("Hello.");
  }

  @Test
  void signatureStandsAboveAMailThatIsForwarded() {
    String forwarded = "-------- Forwarded message --------\nFrom: m\n\nHi\n-- \nMira\nBerlin\n";
    assertThat(Signature.exchange("See.\n\n" + forwarded, MIRA, OFFICE))
        .as("deleted above, and somebody else's text below")
        .isEqualTo("See.\n\n" + forwarded);
    String signed = "See.\n\n-- \nMira\nBerlin\n\n" + forwarded;
    assertThat(Signature.exchange("See.\n\n" + forwarded, PLAIN, MIRA)).isEqualTo(signed);
    assertThat(Signature.exchange(signed, MIRA, OFFICE))
        .isEqualTo("See.\n\n-- \nOffice\n\n" + forwarded);
  }

  @Test
  void quotedSignatureOfOnesOwnStays() {
    String quotation = "On Monday, Tove wrote:\n> Hi\n>\n> -- \n> Mira\n> Berlin\n";
    String text = "Hello.\n\n-- \nMira\nBerlin\n\n" + quotation;
    assertThat(Signature.exchange(text, MIRA, OFFICE))
        .isEqualTo("Hello.\n\n-- \nOffice\n\n" + quotation);
    String without = Signature.exchange(text, MIRA, PLAIN);
    assertThat(without).isEqualTo("Hello.\n\n" + quotation);
    assertThat(Signature.exchange(without, PLAIN, MIRA)).isEqualTo(text);
  }
}
