package arashi.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WithoutFieldsTest {
  /** Passes the mail through in random pieces. */
  private static String passed(String mail, Random random) throws IOException {
    byte[] octets = mail.getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WithoutFields filter = new WithoutFields(out, WithoutFields.FORWARDED);
    for (int at = 0; at < octets.length; ) {
      int length = Math.min(octets.length - at, random.nextInt(7));
      filter.write(octets, at, length);
      at += length;
    }
    filter.finish();
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Bcc: a@x/To: b@x//text          | To: b@x//text",
        "To: b@x/BCC : a@x,/ c@x/ d@x//  | To: b@x//",
        "To: b@x/Bcc: a@x                | To: b@x/",
        "To: b@x//Bcc: stays             | To: b@x//Bcc: stays",
        "//Bcc: a@x/To: b@x//Bcc: stays  | //To: b@x//Bcc: stays",
        ">From x y/Bcc: a@x/To: b@x//z   | >From x y/To: b@x//z",
        "X-Bcc: a/Bccs: b/ Bcc: c//      | X-Bcc: a/Bccs: b/ Bcc: c//",
        "resent-bcc:a@x/Bcc:a@x//        | /",
        "Bcc/To: b@x//                   | Bcc/To: b@x//",
        "Subject: x/                     | Subject: x/",
      })
  void fieldsOfBlindCopiesAreLeftOut(String mail, String expected) throws IOException {
    for (String end : new String[] {"\n", "\r\n", "\r", "\r\r\n"}) {
      for (int seed = 0; seed < 50; seed++) {
        assertThat(passed(mail.replace("/", end), new Random(seed)))
            .isEqualTo(expected.replace("/", end));
      }
    }
  }

  /** What earlier deliveries and programs noted goes when a mail is redirected, and only then. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Return-Path: <bounce@far.example>",
        "Delivered-To: old@elsewhere.example",
        "delivered-to : old@elsewhere.example",
        "X-Original-To: old@elsewhere.example",
        "Envelope-To: old@elsewhere.example",
        "X-Envelope-To: <old@elsewhere.example>",
        "X-Envelope-From: <bounce@far.example>",
        "X-Delivered-To: old@elsewhere.example",
        "X-Forwarded-To: old@elsewhere.example",
        "X-Forwarded-For: a@far.example old@elsewhere.example",
        "X-Gm-Original-To: old@elsewhere.example",
        "X-Gmail-Labels: Inbox,\r\n Private",
        "X-GM-THRID: 1712345",
        "Status: RO",
        "X-Status: A",
        "X-UID: 17",
        "X-UIDL: a7",
        "X-Mozilla-Status: 0001",
        "X-Mozilla-Status2: 00000000",
        "X-Mozilla-Keys: private",
        "Bcc: secret@hidden.example",
        "Resent-Bcc: secret@hidden.example",
      })
  void fieldsOfEarlierDeliveriesDoNotGoOutAgain(String field) throws IOException {
    String rest =
        "Received: from a by b; Mon, 9 Mar 2026 07:00:00 +0000\r\nDKIM-Signature: v=1; d=far.example"
            + "\r\nX-Status-Page: https://s.example/\r\nSubject: x\r\n\r\nDelivered-To: text\r\n";
    String mail = rest.replace("Subject", field + "\r\nSubject");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WithoutFields filter = new WithoutFields(out, WithoutFields.REDIRECTED);
    filter.write(mail.getBytes(StandardCharsets.ISO_8859_1));
    filter.finish();
    assertThat(out.toString(StandardCharsets.ISO_8859_1)).isEqualTo(rest);
    if (!field.contains("secret")) {
      assertThat(passed(mail, new Random(1))).as("forwarded as a file").isEqualTo(mail);
    }
  }

  @Test
  void allElseStaysByteForByte() throws IOException {
    Random random = new Random(4);
    String pieces = "a:: \t\r\n\0\u00ff,From Bc";
    for (int run = 0; run < 2_000; run++) {
      StringBuilder mail = new StringBuilder();
      for (int n = random.nextInt(300); n > 0; n--) {
        mail.append(pieces.charAt(random.nextInt(pieces.length())));
      }
      String raw = mail.toString().replaceAll("(?i)bcc", "Xcc");
      assertThat(passed(raw, random)).isEqualTo(raw);
    }
  }
}
