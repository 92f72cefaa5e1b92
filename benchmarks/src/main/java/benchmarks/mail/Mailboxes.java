package benchmarks.mail;

import benchmarks.BenchmarkException;
import benchmarks.load.CpuMeter;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Product;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes accounts and fills them through {@code arashi import}. Blocks, for minutes. */
final class Mailboxes {
  private static final long SEED = 20_261_121;
  private static final Pattern SUMMARY =
      Pattern.compile("[\\d,]+ mails in ([\\d.,]+) s .*: ([\\d,]+) added.*");

  private final Product product;
  private final CpuMeter meter;
  private final List<Path> mboxes;
  private final String prefix;

  /**
   * Makes mailboxes in a product.
   *
   * @param meter of the product
   * @param mboxes real mail to fill them with; empty to write mail for it
   */
  Mailboxes(Product product, CpuMeter meter, List<Path> mboxes) {
    this.product = product;
    this.meter = meter;
    this.mboxes = mboxes;
    this.prefix = "bench-" + Long.toString(System.currentTimeMillis(), 36) + "-";
  }

  /** Makes an account whose inbox has so many mails. */
  Mailbox make(int size) throws IOException {
    String user = prefix + size;
    byte[] random = new byte[12];
    new Random(SEED + size).nextBytes(random);
    String password = HexFormat.of().formatHex(random);
    Path mbox = product.folder().resolve(size + ".mbox");
    try {
      write(size, mbox);
      product.run(password + "\n", List.of("user", "add", user, "--password-stdin"));
      return new Mailbox(size, user, password, SearchWords.of(mbox), bring(user, mbox));
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

  private Mailbox.Import bring(String user, Path mbox) throws IOException {
    Cpu before = meter.read();
    Product.Done done = product.run("", List.of("import", "--user", user, mbox.toString()));
    Duration database = meter.read().since(before).database();
    Matcher matcher = SUMMARY.matcher(done.lastLine());
    if (!matcher.matches()) {
      throw new BenchmarkException("import said: " + done.lastLine());
    }
    return new Mailbox.Import(
        Long.parseLong(matcher.group(2).replace(",", "")),
        Files.size(mbox) / 1e6,
        Double.parseDouble(matcher.group(1).replace(",", "")),
        done.cpu(),
        database);
  }
}
