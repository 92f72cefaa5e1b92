package arashi.deploy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import arashi.ingest.ImportResult;
import arashi.ingest.Importer;
import arashi.ingest.Intake;
import arashi.ingest.MailSource;
import arashi.ingest.SourceLimits;
import arashi.mime.Corpus;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.store.blob.Sha256;
import arashi.store.mail.FolderRole;
import ch.qos.logback.classic.Level;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
  /** A sample has one mail in this number. */
  private static final int STEP = 20;

  private static final String NO_MAIL = ": not mail: text without a mail header";

  private final TestService service = TestService.shared();

  /** Outcome of an import of one source. */
  private record Imported(TestUser user, ImportResult result, List<String> skipped) {}

  private Imported load(List<Path> paths) {
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
            MailSource.of(paths, SourceLimits.DEFAULT),
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
    List<Path> mails = Corpus.sample("mail", STEP);
    Set<Sha256> files =
        mails.stream()
            .filter(file -> file.toFile().length() > 0)
            .map(CorpusTest::hash)
            .collect(Collectors.toSet());
    Set<Sha256> separated =
        mails.stream()
            .filter(CorpusTest::hasSeparator)
            .map(CorpusTest::hash)
            .collect(Collectors.toSet());
    try (LogCapture log = LogCapture.start(Level.WARN)) {
      Imported imported = load(mails);
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
    Path mbox = Path.of("target", name + ".mbox");
    try (LogCapture log = LogCapture.start(Level.WARN)) {
      long mails = unpack(packed, mbox, Corpus.isWhole() ? 1 : STEP);
      Imported imported = load(List.of(mbox));

      assertThat(imported.skipped()).isEmpty();
      assertThat(imported.result().failed()).isZero();
      assertThat(imported.result().added() + imported.result().duplicates()).isEqualTo(mails);
      assertThat(showAll(imported)).hasSize((int) imported.result().added());
      assertThat(log.from(Level.WARN)).isEmpty();
    } finally {
      Files.deleteIfExists(mbox);
    }
  }

  /**
   * Unpacks the first of every {@code step} mails, and says how many these are. A mail begins with
   * a line that begins with {@code From }: in mboxrd, no others do.
   */
  private static long unpack(Path packed, Path to, int step) throws IOException {
    Process xz;
    try {
      xz =
          new ProcessBuilder("xz", "-dc", packed.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "skipped: no xz on the path");
      throw e;
    }
    long mails = 0;
    try (InputStream in = new BufferedInputStream(xz.getInputStream(), 1 << 16);
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(to))) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int b = in.read(); b >= 0; b = in.read()) {
        line.write(b);
        if (b == '\n') {
          mails += line.toString(ISO_8859_1).startsWith("From ") ? 1 : 0;
          if (mails % step == 1 % step) {
            line.writeTo(out);
          }
          line.reset();
        }
      }
      assertThat(line.size()).as("the archive ends with a line end").isZero();
      assertThat(xz.waitFor()).isZero();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    System.out.printf("corpus: every %dth of %d in %s%n", step, mails, packed.getFileName());
    return (mails + step - 1) / step;
  }
}
