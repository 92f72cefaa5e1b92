package arashi.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WithoutBccTest {
  /** Passes the mail through in random pieces. */
  private static String passed(String mail, Random random) throws IOException {
    byte[] octets = mail.getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WithoutBcc filter = new WithoutBcc(out);
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
