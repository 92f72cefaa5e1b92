package arashi.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import arashi.mime.Corpus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailSourceTest {
  private static final String SEPARATOR = "From ada@x.example Tue Mar  5 10:00:00 2024\n";

  @TempDir Path folder;

  private final List<FoundMail> mails = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();
  private long progress;

  private void read(SourceLimits limits, Path... paths) {
    MailSource source = MailSource.of(List.of(paths), limits);
    source.forEach(
        new MailVisitor() {
          @Override
          public void mail(FoundMail mail) {
            mails.add(mail);
          }

          @Override
          public void skipped(String where, String reason) {
            skipped.add(Path.of(where).getFileName() + ": " + reason);
          }

          @Override
          public void progress(long bytes) {
            assertThat(bytes).isGreaterThanOrEqualTo(progress);
            progress = bytes;
          }
        });
    assertThat(progress).isEqualTo(source.totalBytes());
  }

  private Path write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content, StandardCharsets.ISO_8859_1);
  }

  private List<String> texts() {
    return mails.stream().map(mail -> new String(mail.raw(), StandardCharsets.ISO_8859_1)).toList();
  }

  @Test
  void cutsAnMboxIntoMails() throws IOException {
    Path mbox =
        write(
            "box",
            SEPARATOR
                + """
                Subject: one
                Status: RO
                X-Status: AF

                text
                >From here
                >>From there
                From now on no blank line

                From time to time no date

                From mboxrd@z Thu Jan  1 00:00:00 1970
                Subject: two

                more
                """);
    read(SourceLimits.DEFAULT, mbox);
    assertThat(texts())
        .containsExactly(
            """
            Subject: one
            Status: RO
            X-Status: AF

            text
            From here
            >From there
            From now on no blank line

            From time to time no date
            """,
            "Subject: two\n\nmore\n");
    assertThat(mails.get(0).separated()).contains(Instant.parse("2024-03-05T10:00:00Z"));
    assertThat(mails.get(0).flags()).isEqualTo(new MailFlags(true, true, true));
    assertThat(mails.get(1).separated()).isEmpty();
    assertThat(mails.get(1).flags()).isEqualTo(MailFlags.NONE);
    assertThat(mails.get(1).where()).endsWith("box at byte 165");
  }

  @Test
  void readsAnMboxWithWindowsLines() throws IOException {
    String two = SEPARATOR + "Subject: one\n\ntext\n\n" + SEPARATOR + "Subject: two\n\n";
    read(SourceLimits.DEFAULT, write("box.mbox", two.replace("\n", "\r\n")));
    assertThat(texts()).containsExactly("Subject: one\r\n\r\ntext\r\n", "Subject: two\r\n");
  }

  @Test
  void readsBackWhatAnMboxWriterWrote() throws IOException {
    Random random = new Random(42);
    String[] lines = {
      "",
      "text",
      "From me",
      ">From you",
      ">>From us",
      "From x Tue Mar  5 10:00:00 2024",
      ">",
      "\r",
      "x".repeat(100_000)
    };
    List<String> written = new ArrayList<>();
    ByteArrayOutputStream mbox = new ByteArrayOutputStream();
    for (int n = 0; n < 300; n++) {
      StringBuilder mail = new StringBuilder("Subject: " + n + "\n");
      for (int i = random.nextInt(20); i > 0; i--) {
        mail.append(lines[random.nextInt(lines.length - (random.nextInt(20) == 0 ? 0 : 1))]);
        mail.append('\n');
      }
      written.add(mail.toString());
      String quoted = mail.toString().replaceAll("(?m)^(>*From )", ">$1");
      mbox.writeBytes((SEPARATOR + quoted + "\n").getBytes(StandardCharsets.ISO_8859_1));
    }
    Path file = folder.resolve("all.mboxrd");
    Files.write(file, mbox.toByteArray());
    read(SourceLimits.DEFAULT, file);
    assertThat(texts()).isEqualTo(written);
  }

  @Test
  void skipsAMailThatIsTooLargeAndReadsOn() throws IOException {
    Path mbox =
        write(
            "box", SEPARATOR + "To: b\n\n" + "x".repeat(5_000) + "\n\n" + SEPARATOR + "Cc: d\n\n");
    Path single = write("large.eml", "To: b\n\n" + "x".repeat(5_000));
    read(new SourceLimits(1_000, 10), mbox, single);
    assertThat(texts()).containsExactly("Cc: d\n");
    assertThat(skipped)
        .containsExactly(
            "box at byte 0: larger than mail.max-mail-size = 1000 bytes",
            "large.eml: larger than mail.max-mail-size = 1000 bytes");
  }

  @Test
  void readsAMaildirWithItsFlags() throws IOException {
    write("md/cur/1.host:2,FRS", "To: 1\n\n");
    write("md/cur/2.host;2,S", "To: 2\n\n");
    write("md/new/3.host", "To: 3\n\n");
    write("md/tmp/4.host", "To: 4\n\n");
    write("md/dovecot.index", "no mail");
    write("md/.Sent/cur/5.host:2,", "To: 5\n\n");
    Files.createDirectories(folder.resolve("md/.Sent/new"));
    read(SourceLimits.DEFAULT, folder);
    assertThat(texts()).containsExactly("To: 5\n\n", "To: 1\n\n", "To: 2\n\n", "To: 3\n\n");
    assertThat(mails.get(1).flags()).isEqualTo(new MailFlags(true, true, true));
    assertThat(mails.get(2).flags()).isEqualTo(new MailFlags(true, false, false));
    assertThat(mails.get(3).flags()).isEqualTo(MailFlags.NONE);
  }

  /** Each folder of Dovecot has its own words for the letters. */
  @Test
  void readsTheKeywordsOfDovecot() throws IOException {
    write("md/dovecot-keywords", "0 work\n1 $Forwarded\n3 $label1\nrubbish\n99 none\n");
    write("md/cur/1.host:2,FSabcdz", "To: 1\n\n");
    write("md/cur/2.host:2,S", "To: 2\n\n");
    write("md/.Club/dovecot-keywords", "0 chess\n");
    write("md/.Club/cur/3.host:2,a", "To: 3\n\n");
    write("md/.Old/cur/4.host:2,a", "To: 4\n\n");
    read(SourceLimits.DEFAULT, folder.resolve("md"));
    assertThat(mails.stream().map(FoundMail::keywords).toList())
        .containsExactly(Set.of("chess"), Set.of(), Set.of("work", "$label1"), Set.of());
    assertThat(mails.get(2).flags()).isEqualTo(new MailFlags(true, true, false, true));
    assertThat(skipped).isEmpty();
  }

  @Test
  void distinguishesASingleMailFromAnMbox() throws IOException {
    String quoting = SEPARATOR + "To: b\n\nsee\n\n" + SEPARATOR + "which is no header\n";
    write("a.eml", quoting);
    write("b.eml", SEPARATOR + "To: 1\n\n\n" + SEPARATOR + "To: 2\n\n");
    write("c", "Subject: a mail\n\nx");
    write("d.txt", "just notes\n");
    write("sub/e", SEPARATOR + "To: 3\n");
    read(SourceLimits.DEFAULT, folder);
    assertThat(texts())
        .containsExactly(
            quoting.substring(SEPARATOR.length()),
            "To: 1\n\n",
            "To: 2\n",
            "Subject: a mail\n\nx",
            "To: 3\n");
    assertThat(skipped).containsExactly("d.txt: not mail: text without a mail header");
  }

  @Test
  void saysWhyItReadsAFileNotThoughItIsNamed() throws IOException {
    read(
        SourceLimits.DEFAULT,
        write("notes", "just notes\n"),
        write("empty.eml", ""),
        write("blank.mbox", "\n\n"),
        folder.resolve("absent"));
    assertThat(texts()).isEmpty();
    assertThat(skipped)
        .containsExactly(
            "notes: not mail: text without a mail header",
            "empty.eml: it is empty",
            "blank.mbox: it has only white space",
            "absent: no such file or folder");
  }

  @Test
  void followsNoLinkOutOfAFolder() throws IOException {
    Path outside = write("outside/x.eml", "To: b\n");
    Path inside = Files.createDirectories(folder.resolve("inside"));
    Files.createSymbolicLink(inside.resolve("link.eml"), outside);
    Files.createSymbolicLink(inside.resolve("loop"), inside);
    read(SourceLimits.DEFAULT, inside);
    assertThat(mails).isEmpty();
    assertThat(skipped)
        .containsExactly(
            "link.eml: a symbolic link, not followed", "loop: a symbolic link, not followed");
  }

  @Test
  void readsAnArchiveOfRealMail() throws Exception {
    Path archive = Corpus.require("large/usrp-users-sample.mboxrd.xz");
    Path mbox = folder.resolve("usrp.mbox");
    Process xz;
    try {
      xz =
          new ProcessBuilder("xz", "-dc", archive.toString()).redirectOutput(mbox.toFile()).start();
    } catch (IOException absent) {
      assumeThat(false).as("skipped: no xz").isTrue();
      return;
    }
    assertThat(xz.waitFor()).isZero();
    read(SourceLimits.DEFAULT, mbox);
    assertThat(mails).hasSize(2_789);
    assertThat(skipped).isEmpty();
    assertThat(mails).allMatch(mail -> mail.raw().length > 100);
  }
}
