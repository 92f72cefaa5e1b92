package benchmarks.mail;

import benchmarks.corpus.MailSupply;
import benchmarks.corpus.SearchWords;
import benchmarks.load.Accounts;
import benchmarks.load.CpuMeter;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Product;
import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes accounts and fills them through {@code arashi import}. Blocks, for minutes. */
public final class Mailboxes {
  private static final long SEED = 20_261_121;
  private static final Pattern SUMMARY =
      Pattern.compile("[\\d,]+ mails in ([\\d.,]+) s .*: ([\\d,]+) added.*");

  private final Product product;
  private final CpuMeter meter;
  private final MailSupply supply;
  private final String prefix;

  /**
   * Makes mailboxes in a product.
   *
   * @param meter of the product
   * @param supply to fill them with
   */
  public Mailboxes(Product product, CpuMeter meter, MailSupply supply) {
    this.product = product;
    this.meter = meter;
    this.supply = supply;
    this.prefix = "bench-" + Long.toString(System.currentTimeMillis(), 36) + "-";
  }

  /** Makes an account whose inbox is empty. */
  public Mailbox empty() throws IOException {
    return account(0);
  }

  private Mailbox account(int size) throws IOException {
    String user = prefix + size;
    product.addUser(user, Accounts.PASSWORD);
    SearchWords none = new SearchWords(List.of(), List.of(), List.of());
    return new Mailbox(size, user, none, Mailbox.Import.NONE);
  }

  /** Makes an account whose inbox has this number of mails. */
  Mailbox make(int size) throws IOException {
    Path mbox = product.folder().resolve(size + ".mbox");
    try {
      supply.write(size, SEED + size, mbox);
      Mailbox made = account(size);
      return made.with(size, SearchWords.of(mbox), bring(made.user(), mbox));
    } finally {
      Files.deleteIfExists(mbox);
    }
  }

  /** Removes the account of a mailbox. */
  public void remove(Mailbox mailbox) throws IOException {
    product.run("", List.of("user", "remove", mailbox.user()));
  }

  /** Imports an mbox into a user's inbox. */
  public Mailbox.Import bring(String user, Path mbox) throws IOException {
    Cpu before = meter.read();
    Product.Done done = product.run("", List.of("import", "--user", user, mbox.toString()));
    Duration database = meter.read().since(before).database();
    Matcher matcher =
        done.lines().stream()
            .map(SUMMARY::matcher)
            .filter(Matcher::matches)
            .findFirst()
            .orElseThrow(() -> new BenchmarkException("import said: " + done.lines()));
    return new Mailbox.Import(
        Long.parseLong(matcher.group(2).replace(",", "")),
        Files.size(mbox) / 1e6,
        Double.parseDouble(matcher.group(1).replace(",", "")),
        done.cpu(),
        database);
  }
}
