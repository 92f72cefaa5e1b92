package benchmarks.corpus;

import benchmarks.report.BenchmarkException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Mail of benchmarks: the first mails of mboxes, or generated.
 *
 * @param mboxes real mail, in this order; empty for generated mail
 */
public record MailSupply(List<Path> mboxes) {
  /** Throws if a file can't be read. */
  public MailSupply {
    mboxes = List.copyOf(mboxes);
    for (Path mbox : mboxes) {
      BenchmarkException.require(Files.isReadable(mbox), mbox + " is missing or not readable");
    }
  }

  /**
   * Writes an mbox of a number of mails.
   *
   * @param seed of generated mail; has no effect on real mail
   */
  public void write(int mails, long seed, Path mbox) throws IOException {
    try (MboxCycle source = new MboxCycle(mboxes, seed, Math.max(1, mails));
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(mbox))) {
      for (int i = 0; i < mails; i++) {
        MboxCycle.Mail mail = source.next();
        BenchmarkException.require(
            mail.copy() == 0, "the files given by --mbox have too few mails for " + mails);
        out.write(mail.bytes(true));
      }
    }
  }
}
