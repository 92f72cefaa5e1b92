package benchmarks.mail;

import benchmarks.BenchmarkException;
import benchmarks.load.Product;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes accounts and fills them through {@code arashi import}. Blocks, for minutes. */
final class Mailboxes {
  private static final long SEED = 20_261_121;
  private static final Pattern SUMMARY =
      Pattern.compile("([\\d,]+) mails in ([\\d.]+) s .*: ([\\d,]+) added.*");

  private final Product product;
  private final Path folder;
  private final List<Path> mboxes;
  private final String prefix;

  /**
   * Makes mailboxes in a product.
   *
   * @param folder for files that are needed for a while
   * @param mboxes real mail to fill them with; empty to write mail for it
   */
  Mailboxes(Product product, Path folder, List<Path> mboxes) {
    this.product = product;
    this.folder = folder;
    this.mboxes = mboxes;
    this.prefix = "bench-" + Long.toString(System.currentTimeMillis(), 36) + "-";
  }

  /** Makes an account whose inbox has so many mails. */
  Mailbox make(int size) throws IOException {
    String user = prefix + size;
    byte[] random = new byte[12];
    new Random(SEED + size).nextBytes(random);
    String password = HexFormat.of().formatHex(random);
    Path mbox = folder.resolve(size + ".mbox");
    try {
      write(size, mbox);
      product.run(password + "\n", List.of("user", "add", user, "--password-stdin"));
      String summary = product.run("", List.of("import", "--user", user, mbox.toString()));
      return new Mailbox(
          size, user, password, SearchWords.of(mbox), imported(summary, Files.size(mbox)));
    } finally {
      Files.deleteIfExists(mbox);
    }
  }

  /** Removes the account of a mailbox. */
  void remove(Mailbox mailbox) throws IOException {
    product.run("", List.of("user", "remove", mailbox.user()));
  }

  private void write(int size, Path mbox) throws IOException {
    if (mboxes.isEmpty()) {
      try (Writer writer = Files.newBufferedWriter(mbox)) {
        new MailGenerator(SEED + size).write(size, writer);
      }
      return;
    }
    try (var out = Files.newOutputStream(mbox)) {
      int left = size;
      for (Path source : mboxes) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(source), 1 << 16)) {
          left = MboxHead.copy(in, left, out);
        }
      }
      if (left > 0) {
        throw new BenchmarkException("the files given by --mbox have too few mails for " + size);
      }
    }
  }

  private static Mailbox.Import imported(String summary, long bytes) {
    Matcher matcher = SUMMARY.matcher(summary);
    if (!matcher.matches()) {
      throw new BenchmarkException("import said: " + summary);
    }
    return new Mailbox.Import(
        Long.parseLong(matcher.group(3).replace(",", "")),
        bytes / 1e6,
        Double.parseDouble(matcher.group(2).replace(",", "")));
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "mailboxes %s*", prefix);
  }
}
