package benchmarks.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailGeneratorTest {
  private static final int MAILS = 500;

  @Test
  void writesTheSameMailForTheSameSeed() throws IOException {
    assertThat(written(3)).isEqualTo(written(3)).isNotEqualTo(written(4));
  }

  @Test
  void writesMailOfAboutSevenKilobytesWithRepliesHtmlAndAttachments() throws IOException {
    String mbox = written(3);
    assertThat(mbox.split("(?m)^From ", -1)).hasSize(MAILS + 1);
    assertThat(mbox.length() / MAILS).isBetween(6_000, 8_000);
    assertThat(mbox)
        .contains("\nSubject: Re: ", "\nIn-Reply-To: <", "text/html", "application/pdf");
  }

  @Test
  void offersWordsThatAreAsCommonAsTheySay(@TempDir Path folder) throws IOException {
    Path mbox = folder.resolve("mails.mbox");
    Files.writeString(mbox, written(3));
    SearchWords words = SearchWords.of(mbox);
    assertThat(mailsWith(words.common().get(0))).isBetween(MAILS / 5, MAILS / 2);
    assertThat(mailsWith(words.rare().get(0))).isBetween(1, 10);
  }

  @Test
  void takesTheFirstMailsOfAnMbox() throws IOException {
    byte[] mbox = written(3).getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    assertThat(MailSupply.copy(new ByteArrayInputStream(mbox), 2, head)).isZero();
    String two = head.toString(StandardCharsets.UTF_8);
    assertThat(written(3)).startsWith(two);
    assertThat(two.split("(?m)^From ", -1)).hasSize(3);
    assertThat(MailSupply.copy(new ByteArrayInputStream(mbox), MAILS + 5, head)).isEqualTo(5);
  }

  private static String written(long seed) throws IOException {
    StringWriter mbox = new StringWriter();
    new MailGenerator(seed).write(MAILS, mbox);
    return mbox.toString();
  }

  private static int mailsWith(String word) throws IOException {
    int mails = 0;
    for (String mail : written(3).split("(?m)^From ", -1)) {
      mails += Pattern.compile("\\b" + word + "\\b").matcher(mail).find() ? 1 : 0;
    }
    return mails;
  }
}
