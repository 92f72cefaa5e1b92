package arashi.compose;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.address.AddressList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailtoLinkTest {
  @Test
  void takesRecipientsSubjectAndBody() {
    Draft draft =
        MailtoLink.parse(
            "mailto:bo+list@x.example,%22a%2Cb%22@x.example?to=ib@x.example&cc=c@x.example"
                + "&BCC=d@x.example&subject=2+2%3D4%20%26%C3%A6&body=one%0D%0Atwo");
    assertThat(draft.to()).isEqualTo("bo+list@x.example, \"a,b\"@x.example, ib@x.example");
    assertThat(AddressList.parse(draft.to()).wrong()).isEmpty();
    assertThat(draft.cc()).isEqualTo("c@x.example");
    assertThat(draft.bcc()).isEqualTo("d@x.example");
    assertThat(draft.subject()).isEqualTo("2+2=4 &æ");
    assertThat(draft.text()).isEqualTo("one\ntwo");
    assertThat(draft.origin()).isEmpty();
  }

  @Test
  void takesNothingElse() {
    Draft draft =
        MailtoLink.parse(
            "mailto:bo@x.example?attach=/etc/passwd&attachment=x&from=boss@x.example"
                + "&reply-to=e@evil.example&content-type=text/html&x=y&subject");
    assertThat(draft).isEqualTo(Draft.empty().withRecipients("bo@x.example", "", ""));
  }

  @Test
  void breaksNoLineOfTheHeader() {
    Draft draft =
        MailtoLink.parse(
            "mailto:bo@x.example%0ABcc:%20e@evil.example?subject=a%0D%0ABcc:%20e@evil.example"
                + "&cc=c@x.example%0d%0aX:y");
    assertThat(draft.subject()).isEqualTo("a Bcc: e@evil.example");
    assertThat(draft.to() + draft.cc()).doesNotContain("\n").doesNotContain("\r");
  }

  @Test
  void answersTheMailThatItNames() {
    Draft draft =
        MailtoLink.parse("mailto:l@x.example?In-Reply-To=%3Ca%2Bb@x.example%3E&subject=Re:%20x");
    Origin origin = draft.origin().orElseThrow();
    assertThat(origin.kind()).isEqualTo(Origin.Kind.REPLY);
    assertThat(origin.messageId()).isEqualTo("a+b@x.example");
    assertThat(origin.references()).isEqualTo(List.of("a+b@x.example"));
    assertThat(MailtoLink.parse("mailto:l@x.example?in-reply-to=%3Ca%0Db%3E").origin()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "mailto:", "mailto:?", "http://x.example", "mailto:%", "mailto:?=&&", "mail"})
  void ofNothingTheDraftIsEmpty(String link) {
    Draft draft = MailtoLink.parse(link);
    assertThat(draft.withRecipients("", "", "")).isEqualTo(Draft.empty());
  }

  @Test
  void readsBrokenLinksAsFarAsTheyGo() {
    assertThat(MailtoLink.parse("MAILTO:bo@x.example?subject=100%&amp;body=%C3%28%zz").subject())
        .isEqualTo("100%");
    assertThat(MailtoLink.parse("mailto:bo@x.example?subject=%C3%A6ø#part").subject())
        .isEqualTo("æø");
    assertThat(MailtoLink.parse("mailto:?subject=" + "x".repeat(100_000))).isEqualTo(Draft.empty());
  }

  @Test
  void linkPastedIntoTheFieldIsSpread() {
    Draft typed =
        Writing.letter()
            .withRecipients(
                " mailto:bo@x.example?subject=S&body=B&cc=c@x.example", "k@x.example", "");
    Draft spread = MailtoLink.spread(typed);
    assertThat(spread.to()).isEqualTo("bo@x.example");
    assertThat(spread.cc()).isEqualTo("k@x.example, c@x.example");
    assertThat(spread.subject()).as("typed before").isEqualTo("Boat");
    assertThat(spread.text()).isEqualTo("B\nThe boat leaves at nine.");
    assertThat(MailtoLink.spread(Writing.letter())).isEqualTo(Writing.letter());
  }
}
