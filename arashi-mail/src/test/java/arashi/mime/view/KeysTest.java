package arashi.mime.view;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.address.Mailbox;
import arashi.mime.text.TextCleaner;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeysTest {
  private static Envelope envelope(
      String from, String subject, String id, List<String> inReplyTo, List<String> references) {
    return new Envelope(
        List.of(new Mailbox(from, "x@y.example")),
        List.of(),
        List.of(),
        List.of(),
        subject,
        Optional.empty(),
        id,
        inReplyTo,
        references);
  }

  @Test
  void keepsAConversationTogether() {
    ThreadKey root = key(envelope("", "s", "root@x", List.of(), List.of()));
    ThreadKey answer = key(envelope("", "s", "2@x", List.of("root@x"), List.of()));
    ThreadKey later = key(envelope("", "s", "3@x", List.of("2@x"), List.of("root@x", "2@x")));
    assertThat(answer.thread()).isEqualTo(root.thread()).isEqualTo(root.messageId());
    assertThat(later.thread()).isEqualTo(root.thread());
    assertThat(later.messageId()).isNotEqualTo(answer.messageId());
    assertThat(ThreadKey.hash("<root@x>")).isEqualTo(root.messageId());
  }

  @Test
  void tellsMailsWithoutIdsApart() {
    Envelope bare = envelope("", "", "", List.of(), List.of());
    ThreadKey one = ThreadKey.of(bare, new byte[] {1});
    ThreadKey two = ThreadKey.of(bare, new byte[] {2});
    assertThat(one.thread()).isNotEqualTo(two.thread());
    assertThat(one).isEqualTo(ThreadKey.of(bare, new byte[] {1}));
  }

  private static ThreadKey key(Envelope envelope) {
    return ThreadKey.of(envelope, new byte[0]);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Hello                       | hello
          Re: Re[2]: FWD: Hello       | hello
          [list] Re: [other] Élan     | elan
          AW: WG: Grüße               | grusse
          Re:                         | re:
          Ré: Antwort: Elm            | elm
          Ynt: İLT: RES: ENC: Fig     | fig
          R: I: Antw: Pear (2)        | pear (2)
          Re(3): Odp: VB: Vb : Plum   | plum
          回复：转发: Lotus            | lotus
          R2D2: a robot               | r2d2: a robot
          Info: no prefix             | info: no prefix
          Regarding: this             | regarding: this
          "quoted"                    | quoted"
          """)
  void sortsSubjectsByTheirWords(String subject, String expected) {
    byte[] key = SortKeys.subject(envelope("", subject, "", List.of(), List.of()));
    assertThat(new String(key, StandardCharsets.UTF_8)).isEqualTo(expected);
  }

  @Test
  void cutsKeysOnTheBoundaryOfACharacter() {
    byte[] key = SortKeys.from(envelope("語".repeat(20), "", "", List.of(), List.of()));
    assertThat(new String(key, StandardCharsets.UTF_8)).isEqualTo("語".repeat(10));
  }

  /** Compares the production loop with the regular expression that defines it. */
  @Test
  void oneLineHasSingleSpacesOnly() {
    Random random = new Random(7);
    String alphabet = "ab \t\n\r\u000b\f\u0085\u2028\u2029\u00a0\u3000  ";
    for (int round = 0; round < 5_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(12); length > 0; length--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      String cleaned = TextCleaner.clean(text.toString());
      assertThat(TextCleaner.oneLine(text.toString()))
          .isEqualTo(cleaned.replaceAll("[\\s\\u0085\\u2028\\u2029]+", " ").strip());
    }
  }
}
