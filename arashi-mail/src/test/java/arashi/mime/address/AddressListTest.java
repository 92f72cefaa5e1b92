package arashi.mime.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import arashi.mime.header.SevenBitHeader;
import arashi.mime.text.TextCleaner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressListTest {
  private static List<String> read(String typed) {
    AddressList list = AddressList.parse(typed);
    assertThat(list.wrong()).isEmpty();
    return list.mailboxes().stream().map(m -> m.name() + "|" + m.address()).toList();
  }

  @Test
  void namesInQuotesHoldWhatSeparatesElsewhere() {
    assertThat(read("\"Bruun, Bo\" <bo@far.example>; \"A; \\\"B\\\" (c)\" <ab@far.example>,,"))
        .containsExactly("Bruun, Bo|bo@far.example", "A; \"B\" (c)|ab@far.example");
    assertThat(read("\"Bo <ib@far.example>\"<bo@far.example>"))
        .containsExactly("Bo <ib@far.example>|bo@far.example");
    assertThat(read("ib@far.example <bo@far.example>"))
        .containsExactly("ib@far.example|bo@far.example");
  }

  @Test
  void anythingSeparates() {
    assertThat(
            read(
                " a@x.example;b@x.example ,"
                    + "\n\tc@x.example"
                    + "\r\nd@x.example  e@x.example，f@x.example；"))
        .containsExactly(
            "|a@x.example",
            "|b@x.example",
            "|c@x.example",
            "|d@x.example",
            "|e@x.example",
            "|f@x.example");
    assertThat(read("a@x.example\u00a0b@x.example\u3000c@x.example")).hasSize(3);
    assertThat(read("Bo <b@x.example> Ib Holm <i@x.example> c@x.example"))
        .containsExactly("Bo|b@x.example", "Ib Holm|i@x.example", "|c@x.example");
    assertThat(read("a@x.example Bo <b@x.example>"))
        .containsExactly("|a@x.example", "Bo|b@x.example");
    assertThat(read("\"Bo\" b@x.example \"Ib\" i@x.example"))
        .containsExactly("Bo|b@x.example", "Ib|i@x.example");
    assertThat(read("Bo Bruun b@x.example")).containsExactly("Bo Bruun|b@x.example");
    assertThat(read("Bo Bruun\n  <b@x.example>")).containsExactly("Bo Bruun|b@x.example");
  }

  @Test
  void withSemicolonsACommaBelongsToTheName() {
    assertThat(read("Bruun, Bo <b@x.example>; Holm, Ib <i@x.example>; c@x.example, d@x.example"))
        .containsExactly(
            "Bruun, Bo|b@x.example", "Holm, Ib|i@x.example", "|c@x.example", "|d@x.example");
    AddressList commas = AddressList.parse("Bruun, Bo <b@x.example>");
    assertThat(commas.wrong()).extracting(Wrong::text).containsExactly("Bruun");
  }

  @Test
  void eachRecipientOnceRegardlessOfCase() {
    assertThat(read("Bo@x.example, bo@X.EXAMPLE, \"Bo\" <BO@x.example>"))
        .containsExactly("Bo|Bo@x.example");
    assertThat(read("A <b@x.example>, B <b@x.example>")).containsExactly("A|b@x.example");
  }

  @Test
  void groupsAreTheirMembers() {
    assertThat(read("Crew: Bo <b@x.example>, i@x.example; c@x.example"))
        .containsExactly("Bo|b@x.example", "|i@x.example", "|c@x.example");
    assertThat(read("undisclosed-recipients:;")).isEmpty();
    assertThat(read("Crew: b@x.example\n c@x.example;\nNobody:;d@x.example")).hasSize(3);
    assertThat(AddressList.parse("bo:").wrong()).extracting(Wrong::text).containsExactly("bo:");
  }

  @Test
  void headerFieldsThatArePastedAreSeen() {
    AddressList list = AddressList.parse("bo@x.example\r\nBcc: e@x.example\nTo: I <i@x.example>");
    assertThat(list.mailboxes())
        .extracting(Mailbox::address)
        .containsExactly("bo@x.example", "e@x.example", "i@x.example");
    assertThat(list.mailboxes()).extracting(Mailbox::name).containsExactly("", "", "I");
    assertThat(list.wrong()).extracting(Wrong::text).containsExactly("Bcc:", "To:");
  }

  @Test
  void commentsStandInNamesOrForThem() {
    assertThat(read("b@x.example (Bo \\) (the) Bruun)"))
        .containsExactly("Bo ) (the) Bruun|b@x.example");
    assertThat(read("Bo (at sea) <b@x.example>")).containsExactly("Bo (at sea)|b@x.example");
    assertThat(read("Bo <b@x.example> (at sea)")).containsExactly("Bo|b@x.example");
    assertThat(read("a@x.example (A) b@x.example (B)"))
        .containsExactly("A|a@x.example", "B|b@x.example");
    assertThat(read("<b@x.example> (Bo), c@x.example"))
        .containsExactly("Bo|b@x.example", "|c@x.example");
  }

  @Test
  void domainsOfAnyScriptAndLocalPartsOfAscii() {
    assertThat(read("bo@Øresund.example")).containsExactly("|bo@xn--resund-9xa.example");
    AddressList list = AddressList.parse("bø@x.example, bo@x.example");
    assertThat(list.mailboxes()).containsExactly(new Mailbox("", "bo@x.example"));
    assertThat(list.wrong())
        .containsExactly(new Wrong("bø@x.example", 0, 12, Wrong.Reason.INTERNATIONAL));
    assertThat(AddressList.parse("bø@x.example", true).mailboxes())
        .containsExactly(new Mailbox("", "bø@x.example"));
    assertThat(AddressList.parse("bø@x.example", true).mailboxes().get(0).needsSmtpUtf8()).isTrue();
  }

  @Test
  void domainThatTheOldRulesWouldTurnIntoAnotherIsRefused() {
    assertThat(AddressList.parse("bo@stra\u00dfe.example").wrong())
        .extracting(Wrong::reason)
        .containsExactly(Wrong.Reason.DOMAIN);
  }

  @Test
  void quotedLocalPartsAndLiterals() {
    assertThat(
            read("\"a b\"@x.example, <\"c>d,e\"@x.example>, bo@[192.0.2.1], i@[IPv6:2001:db8::1]"))
        .containsExactly(
            "|\"a b\"@x.example",
            "|\"c>d,e\"@x.example",
            "|bo@[192.0.2.1]",
            "|i@[ipv6:2001:db8::1]");
    assertThat(read("\"bo\"@x.example")).containsExactly("|bo@x.example");
  }

  @Test
  void whatIsPastedAroundAnAddressGoes() {
    assertThat(read("\u200bbo@x.example\u200e, <mailto:ib@x.example>, 'c@x.example', d＠x.example"))
        .containsExactly("|bo@x.example", "|ib@x.example", "|c@x.example", "|d@x.example");
    assertThat(read("MAILTO:bo@x.example")).containsExactly("|bo@x.example");
  }

  @Test
  void wrongPiecesAreMarkedWhereTheyAre() {
    String typed = "bo@x.example, bo, ib@ ; @x.example\nana@x..example Bo <b o@x.example>, <>";
    AddressList list = AddressList.parse(typed);
    assertThat(list.mailboxes()).containsExactly(new Mailbox("", "bo@x.example"));
    assertThat(list.wrong())
        .extracting(Wrong::text, Wrong::reason)
        .containsExactly(
            tuple("bo", Wrong.Reason.NO_AT),
            tuple("ib@", Wrong.Reason.NO_DOMAIN),
            tuple("@x.example", Wrong.Reason.NO_LOCAL_PART),
            tuple("ana@x..example", Wrong.Reason.DOMAIN),
            tuple("Bo <b o@x.example>", Wrong.Reason.LOCAL_PART),
            tuple("<>", Wrong.Reason.NO_AT));
    for (Wrong wrong : list.wrong()) {
      assertThat(typed.substring(wrong.start(), wrong.end())).isEqualTo(wrong.text());
    }
  }

  @Test
  void wordsAmongAddressesAreWrong() {
    AddressList list = AddressList.parse("a@x.example bob c@x.example");
    assertThat(list.mailboxes()).hasSize(2);
    assertThat(list.wrong()).containsExactly(new Wrong("bob", 12, 15, Wrong.Reason.NO_AT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", ";;\n", "\r\n\t"})
  void emptyInputHasNoRecipients(String typed) {
    assertThat(read(typed)).isEmpty();
  }

  @Test
  void tooManyAreSaid() {
    String typed =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "s" + i + "@far.example")
            .collect(Collectors.joining(", "));
    AddressList list = AddressList.parse(typed);
    assertThat(list.mailboxes()).hasSize(AddressList.MAX_MAILBOXES);
    assertThat(list.wrong()).hasSize(1);
    assertThat(list.wrong().get(0).reason()).isEqualTo(Wrong.Reason.TOO_MANY);
    assertThat(list.wrong().get(0).text()).startsWith("s2000@far.example, s2001@");
    AddressList words = AddressList.parse("x, ".repeat(100_000));
    assertThat(words.wrong()).hasSizeLessThanOrEqualTo(500);
    assertThat(words.wrong().get(words.wrong().size() - 1).reason())
        .isEqualTo(Wrong.Reason.TOO_MANY);
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    Random random = new Random(7);
    String letters = "ab ,;:<>()[]@\"\\.'=?-_äß日😀\t\u00a0，；＠\u200f|";
    int[] points = letters.codePoints().toArray();
    for (int run = 0; run < 3_000; run++) {
      List<Mailbox> mailboxes = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(4); i++) {
        StringBuilder name = new StringBuilder();
        for (int n = random.nextInt(12); n > 0; n--) {
          name.appendCodePoint(points[random.nextInt(points.length)]);
        }
        String shown = TextCleaner.oneLine(name.toString());
        String local = random.nextBoolean() ? "b" + i : "\"b " + i + ",<>\\\"@\"";
        mailboxes.add(new Mailbox(shown, local + "@x" + i + ".example"));
      }
      String typed = AddressList.format(mailboxes);
      AddressList read = AddressList.parse(typed);
      assertThat(read.wrong()).as(typed).isEmpty();
      assertThat(read.mailboxes()).as(typed).isEqualTo(mailboxes);
    }
  }

  @Test
  void aLongNameNeedsNoStack() {
    Mailbox recipient = new Mailbox("a b ".repeat(50_000).strip(), "ada@example.org");

    assertThat(AddressList.format(List.of(recipient))).startsWith("a b a b ");
    String field = "To: \"" + "\\\\ö".repeat(50_000) + "\" <ö@example.org>\r\n\r\n";
    byte[] mail = SevenBitHeader.of(field.getBytes(StandardCharsets.UTF_8));
    assertThat(mail).asString(StandardCharsets.US_ASCII).endsWith(" :;\r\n\r\n");
  }

  @Test
  void readsAnyPastedText() {
    Random random = new Random(8);
    String[] pieces = {
      "a@b.c", "\"", "<", ">", "(", ")", ",", ";", ":", "\n", " ", "\\", "@", "x", "mailto:", "é",
      "'"
    };
    for (int run = 0; run < 20_000; run++) {
      StringBuilder typed = new StringBuilder();
      for (int n = random.nextInt(14); n > 0; n--) {
        typed.append(pieces[random.nextInt(pieces.length)]);
      }
      AddressList list = AddressList.parse(typed.toString());
      for (Wrong wrong : list.wrong()) {
        assertThat(typed.substring(wrong.start(), wrong.end())).isEqualTo(wrong.text());
      }
      AddressList again = AddressList.parse(AddressList.format(list.mailboxes()));
      assertThat(again.mailboxes()).as(typed.toString()).isEqualTo(list.mailboxes());
    }
  }
}
