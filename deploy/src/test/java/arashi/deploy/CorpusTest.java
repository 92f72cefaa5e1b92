package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import arashi.ingest.ImportResult;
import arashi.ingest.Importer;
import arashi.ingest.Intake;
import arashi.ingest.MailSource;
import arashi.ingest.SourceLimits;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.store.blob.Sha256;
import arashi.store.mail.FolderRole;
import ch.qos.logback.classic.Level;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Clock;

/** Real and malformed mail: all of it can be imported, shown and had back, and nothing fails. */
class CorpusTest {
  private static final String NO_MAIL = ": not mail: text without a mail header";

  private final TestService service = TestService.shared();

  /** What became of a source. */
  private record Imported(TestUser user, ImportResult result, List<String> skipped) {}

  private Imported load(Path path) {
    TestUser user = service.user();
    Importer importer =
        new Importer(
            service.store(),
            new Intake(
                new MailParser(MimeLimits.DEFAULT),
                new TermExtractor(TermLimits.DEFAULT),
                Clock.system()),
            Clock.system(),
            2);
    List<String> skipped = new ArrayList<>();
    ImportResult result =
        importer.run(
            MailSource.of(List.of(path), SourceLimits.DEFAULT),
            user.id(),
            user.folder(FolderRole.INBOX).id(),
            new Importer.Progress() {
              @Override
              public void read(long bytes, ImportResult soFar) {}

              @Override
              public void skipped(String where, String reason) {
                skipped.add(where + ": " + reason);
              }
            });
    return new Imported(user, result, skipped);
  }

  /** Shows every message in every way; gives the hashes of the raw mails. */
  private Set<Sha256> showAll(Imported imported) {
    TestUser user = imported.user();
    Client client = service.signedIn(user);
    Set<Sha256> raw = ConcurrentHashMap.newKeySet();
    LongStream.rangeClosed(1, imported.result().added())
        .parallel()
        .forEach(
            uid -> {
              if (get(client, user.path(uid)).text().contains("<iframe")) {
                get(client, user.path(uid) + "/body");
              }
              if (uid % 10 == 0) {
                get(client, user.path(uid) + "?headers=full");
              }
              raw.add(Sha256.of(get(client, user.path(uid) + "/raw").bytes()));
            });
    return raw;
  }

  private static Answer get(Client client, String path) {
    Answer answer = client.getPatiently(path);
    assertThat(answer.status()).as(path).isEqualTo(200);
    return answer;
  }

  private static Sha256 hash(Path file) {
    try {
      return Sha256.of(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** The separator of an mbox is no part of the mail. */
  private static boolean hasSeparator(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(5), StandardCharsets.US_ASCII).equals("From ");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void importsAndShowsEveryMail() {
    Path corpus = Corpus.require("mail");
    Set<Sha256> files =
        Corpus.files(corpus).stream()
            .filter(file -> file.toFile().length() > 0)
            .map(CorpusTest::hash)
            .collect(Collectors.toSet());
    Set<Sha256> separated =
        Corpus.files(corpus).stream()
            .filter(CorpusTest::hasSeparator)
            .map(CorpusTest::hash)
            .collect(Collectors.toSet());
    try (LogCapture log = LogCapture.start(Level.WARN)) {
      Imported imported = load(corpus);
      ImportResult result = imported.result();

      assertThat(imported.skipped()).hasSizeLessThan(10);
      for (String skipped : imported.skipped()) {
        assertThat(skipped).endsWith(NO_MAIL);
        files.remove(hash(Path.of(skipped.substring(0, skipped.length() - NO_MAIL.length()))));
      }
      assertThat(result.failed()).isZero();
      assertThat(result.added()).isEqualTo(files.size());
      assertThat(imported.user().counters(FolderRole.INBOX).total()).isEqualTo(files.size());
      assertThat(showAll(imported))
          .hasSize(files.size())
          .containsAll(files.stream().filter(file -> !separated.contains(file)).toList());
      listAll(imported);
      assertThat(log.from(Level.WARN)).isEmpty();
    }
  }

  /** Pages through the folder in each order. */
  private void listAll(Imported imported) {
    Client client = service.signedIn(imported.user());
    for (String order : List.of("", "?sort=sender", "?sort=subject", "?sort=size")) {
      int rows = 0;
      String path = imported.user().path(FolderRole.INBOX) + order;
      while (!path.isEmpty()) {
        Answer page = get(client, path);
        rows += page.rows().size();
        path = page.page().select(".pages a[rel=next]").attr("href");
      }
      assertThat(rows).as(order).isEqualTo((int) imported.result().added());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"usrp-users-sample", "linux-raid", "linux-ext4"})
  void importsAndShowsAnArchive(String name) throws IOException {
    Path packed = Corpus.require("large/" + name + ".mboxrd.xz");
    boolean large = Boolean.getBoolean("arashi.corpus.large");
    assumeTrue(
        name.startsWith("usrp") || large, "skipped: takes minutes; set -Darashi.corpus.large=true");
    Path mbox = unpack(packed, Path.of("target", name + ".mbox"));
    long mails = countMails(mbox);
    try (LogCapture log = LogCapture.start(Level.WARN)) {
      Imported imported = load(mbox);

      assertThat(imported.skipped()).isEmpty();
      assertThat(imported.result().failed()).isZero();
      assertThat(imported.result().added() + imported.result().duplicates()).isEqualTo(mails);
      assertThat(showAll(imported)).hasSize((int) imported.result().added());
      assertThat(log.from(Level.WARN)).isEmpty();
    } finally {
      Files.delete(mbox);
    }
  }

  private static Path unpack(Path packed, Path to) throws IOException {
    Process xz;
    try {
      xz =
          new ProcessBuilder("xz", "-dc", packed.toString())
              .redirectOutput(to.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "skipped: no xz on the path");
      throw e;
    }
    try {
      assertThat(xz.waitFor()).isZero();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return to;
  }

  /** Lines that begin with {@code From }: in mboxrd, no others do. */
  private static long countMails(Path mbox) throws IOException {
    byte[] begin = {'F', 'r', 'o', 'm', ' '};
    long mails = 0;
    int matched = 0;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(mbox), 1 << 16)) {
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b == '\n') {
          matched = 0;
        } else if (matched >= 0 && b == begin[matched]) {
          matched++;
          if (matched == begin.length) {
            mails++;
            matched = -1;
          }
        } else {
          matched = -1;
        }
      }
    }
    return mails;
  }
}
