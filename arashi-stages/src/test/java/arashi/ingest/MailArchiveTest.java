package arashi.ingest;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports mail from archives built by the tests. */
class MailArchiveTest {
  private static final String SEPARATOR = "From eve@x.example Tue Mar  5 10:00:00 2024\n";

  @TempDir Path folder;

  private final List<String> mails = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();
  private long progress;

  private void read(SourceLimits limits, Path path) {
    MailSource source = MailSource.of(List.of(path), limits);
    source.forEach(
        new MailVisitor() {
          @Override
          public void mail(FoundMail mail) {
            String text = new String(mail.raw(), StandardCharsets.UTF_8);
            mails.add(
                text.lines().findFirst().orElse("")
                    + mail.place().map(place -> " in " + place.names()).orElse("")
                    + (mail.flags().seen() ? " seen" : "")
                    + mail.keywords().stream().map(word -> " #" + word).collect(joining()));
          }

          @Override
          public void skipped(String where, String reason) {
            skipped.add(folder.relativize(Path.of(where)) + ": " + reason);
          }

          @Override
          public void progress(long bytes) {
            assertThat(bytes).isGreaterThanOrEqualTo(progress);
            progress = bytes;
          }
        });
    assertThat(progress).isEqualTo(source.totalBytes());
  }

  private static Map<String, byte[]> files() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("md/.Club/cur/1:2,Sab", "Subject: club\n\nx");
    files.put("md/.Club/dovecot-keywords", "0 chess\n25 none\n");
    files.put("md/.Club/.DS_Store", "\0\0");
    files.put("md/cur/2.host:2,", "Subject: plain\n\nx");
    files.put("md/tmp/3.host", "Subject: not delivered\n\nx");
    files.put("all.mbox", SEPARATOR + "Subject: one\n\nx\n\n" + SEPARATOR + "Subject: two\n\ny\n");
    files.put("photo.jpg", "\u00ff\u00d8\u00ff\u00e0 Subject: no\n");
    files.put("empty.eml", "");
    Map<String, byte[]> bytes = new LinkedHashMap<>();
    files.forEach((name, text) -> bytes.put(name, text.getBytes(StandardCharsets.ISO_8859_1)));
    return bytes;
  }

  private static final String[] MAILS = {
    "Subject: club in [Club] seen #chess", "Subject: plain", "Subject: one", "Subject: two"
  };

  private Path zip(String name, Map<String, byte[]> files) throws IOException {
    Path file = folder.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, byte[]> entry : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
    return file;
  }

  private static void tar(OutputStream out, Map<String, byte[]> files) throws IOException {
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : files.entrySet()) {
        TarArchiveEntry header = new TarArchiveEntry("./" + entry.getKey());
        header.setSize(entry.getValue().length);
        tar.putArchiveEntry(header);
        tar.write(entry.getValue());
        tar.closeArchiveEntry();
      }
    }
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void readsAZip() throws IOException {
    read(SourceLimits.DEFAULT, zip("mail.zip", files()));
    assertThat(mails).containsExactly(MAILS);
    assertThat(skipped)
        .containsExactly(
            "mail.zip/photo.jpg: not mail: an image", "mail.zip/empty.eml: it is empty");
  }

  @Test
  void keepsTheFoldersOfMailsInAnArchive() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String name :
        List.of(
            "1.eml",
            "Club/2.eml",
            "Club/Far away/3.EML",
            "export/Sent Items/4.eml",
            "export/Bob/Posteingang/5.eml",
            "Archive/2020/6.eml")) {
      files.put(
          name, ("Subject: " + name + "\nFrom: a@x.example\n\nx").getBytes(StandardCharsets.UTF_8));
    }
    read(SourceLimits.DEFAULT, zip("mail.zip", files));

    assertThat(mails)
        .containsExactly(
            "Subject: 1.eml",
            "Subject: Club/2.eml in [Club]",
            "Subject: Club/Far away/3.EML in [Club, Far away]",
            "Subject: export/Sent Items/4.eml in []",
            "Subject: export/Bob/Posteingang/5.eml",
            "Subject: Archive/2020/6.eml in [2020]");
  }

  @ParameterizedTest
  @CsvSource({
    "Bücher/Käufe, IBM437", "Bücher/Käufe, IBM850", "Bücher/Käufe, UTF-8", "Øre/Æble, IBM850",
    "Été/Noël, IBM437", "Письма/Клуб, IBM866", "Письма/Клуб, UTF-8", "Club\\Away, IBM437"
  })
  void readsTheNamesOfAZip(String name, String charset) throws IOException {
    Path file = folder.resolve("names.zip");
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(file), Charset.forName(charset))) {
      zip.putNextEntry(new ZipEntry(name + "/1.eml"));
      zip.write("Subject: named\n\nx".getBytes(StandardCharsets.UTF_8));
    }
    read(SourceLimits.DEFAULT, file);

    assertThat(mails)
        .containsExactly("Subject: named in [" + name.replaceAll("[/\\\\]", ", ") + "]");
  }

  @Test
  void readsATarPackedAndNot() throws IOException {
    ByteArrayOutputStream tar = new ByteArrayOutputStream();
    tar(tar, files());
    for (String name : List.of("mail.tar", "mail.tgz", "mail.tar.gz")) {
      mails.clear();
      skipped.clear();
      progress = 0;
      byte[] bytes = name.endsWith("tar") ? tar.toByteArray() : gzip(tar.toByteArray());
      read(SourceLimits.DEFAULT, Files.write(folder.resolve(name), bytes));
      assertThat(mails).as(name).containsExactly(MAILS);
      assertThat(skipped).hasSize(2);
    }
  }

  @Test
  void readsPackedMailOfSeveralMembers() throws IOException {
    byte[] mbox = files().get("all.mbox");
    byte[] half = gzip(Arrays.copyOf(mbox, 50));
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(half);
    both.write(gzip(Arrays.copyOfRange(mbox, 50, mbox.length)));
    read(SourceLimits.DEFAULT, Files.write(folder.resolve("all.mbox.gz"), both.toByteArray()));
    assertThat(mails).containsExactly("Subject: one", "Subject: two");
  }

  @Test
  void readsPackedMailsOfAMaildirAndOfAZip() throws IOException {
    byte[] mail = gzip("Subject: packed\n\nx".getBytes(StandardCharsets.UTF_8));
    Path md = Files.createDirectories(folder.resolve("md/cur")).getParent();
    Files.write(md.resolve("cur/1.host:2,S"), mail);
    read(SourceLimits.DEFAULT, md);
    progress = 0;
    read(SourceLimits.DEFAULT, zip("mail.zip", Map.of("a.eml.gz", mail)));
    assertThat(mails).containsExactly("Subject: packed seen", "Subject: packed");
  }

  @Test
  void saysThatItReadsNoArchiveWithinAnArchive() throws IOException {
    byte[] inner = Files.readAllBytes(zip("inner.zip", files()));
    read(SourceLimits.DEFAULT, zip("outer.zip", Map.of("inner.zip", inner)));
    assertThat(mails).isEmpty();
    assertThat(skipped)
        .containsExactly("outer.zip/inner.zip: an archive within an archive; unpack it first");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zip", "tar.gz", "gz"})
  void stopsAtABomb(String kind) throws IOException {
    byte[] mbox =
        (SEPARATOR + "Subject: large\n\n" + "x\n".repeat(1 << 19))
            .getBytes(StandardCharsets.US_ASCII);
    Path file = folder.resolve("bomb." + kind);
    Map<String, byte[]> files = Map.of("all.mbox", mbox);
    if (kind.equals("zip")) {
      zip("bomb.zip", files);
    } else {
      ByteArrayOutputStream tar = new ByteArrayOutputStream();
      tar(tar, files);
      Files.write(file, gzip(kind.equals("gz") ? mbox : tar.toByteArray()));
    }
    SourceLimits small =
        new SourceLimits(64 << 20, 64, new SourceLimits.Archives(10, 100_000, 200));
    read(small, file);
    assertThat(mails).isEmpty();
    assertThat(skipped)
        .containsExactly(
            "bomb." + kind + ": it unpacks to more than mail.import.archive-size = 100000 bytes");
  }

  @Test
  void stopsAtAnArchiveThatUnpacksToManyTimesItsSize() throws IOException {
    Path file = folder.resolve("bomb.mbox.gz");
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
      byte[] mail =
          (SEPARATOR + "To: b\n\n" + "x".repeat(1 << 20) + "\n")
              .getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 80; i++) {
        gzip.write(mail);
      }
    }
    read(SourceLimits.DEFAULT, file);
    assertThat(mails).hasSizeBetween(60, 66);
    assertThat(skipped)
        .containsExactly(
            "bomb.mbox.gz: it unpacks to more than mail.import.archive-ratio = 200 times its"
                + " size");
  }

  @Test
  void stopsAtTooManyFiles() throws IOException {
    SourceLimits two = new SourceLimits(1 << 20, 64, new SourceLimits.Archives(2, 1 << 30, 200));
    read(two, zip("mail.zip", files()));
    assertThat(skipped).last().asString().contains("more than mail.import.archive-files = 2");
  }

  @Test
  void readsWhatIsWholeOfAnArchiveThatIsCutOff() throws IOException {
    byte[] mbox = files().get("all.mbox");
    ByteArrayOutputStream tar = new ByteArrayOutputStream();
    tar(tar, Map.of("all.mbox", mbox));
    byte[] packed = gzip(tar.toByteArray());
    Path file = folder.resolve("cut.tar.gz");
    Files.write(file, Arrays.copyOf(packed, packed.length - 12));
    read(SourceLimits.DEFAULT, file);
    assertThat(skipped).singleElement().asString().startsWith("cut.tar.gz: ");
    Files.write(
        folder.resolve("junk.zip"), "PK\3\4 no zip at all".getBytes(StandardCharsets.US_ASCII));
    progress = 0;
    read(SourceLimits.DEFAULT, folder.resolve("junk.zip"));
    assertThat(skipped).hasSize(2);
  }
}
