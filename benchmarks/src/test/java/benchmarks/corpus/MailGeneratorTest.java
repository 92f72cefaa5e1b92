package benchmarks.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
  void takesTheFirstMailsOfAnMbox(@TempDir Path folder) throws IOException {
    Path mbox = Files.writeString(folder.resolve("mails.mbox"), written(3));
    MailSupply supply = new MailSupply(List.of(mbox));
    Path head = folder.resolve("head.mbox");
    supply.write(2, 1, head);
    assertThat(written(3)).startsWith(Files.readString(head));
    assertThat(Files.readString(head).split("(?m)^From ", -1)).hasSize(3);
    assertThatThrownBy(() -> supply.write(MAILS + 5, 1, head))
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContaining("--mbox");
  }

  @Test
  void writesMadeUpMailIfThereIsNoMbox(@TempDir Path folder) throws IOException {
    Path mbox = folder.resolve("mails.mbox");
    new MailSupply(List.of()).write(MAILS, 3, mbox);
    assertThat(Files.readString(mbox)).isEqualTo(written(3));
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
