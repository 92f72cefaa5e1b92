package benchmarks.mail;

import benchmarks.report.BenchmarkException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where the mail of benchmarks comes from.
 *
 * @param mboxes real mail, the first first; empty for made-up mail
 */
public record MailSupply(List<Path> mboxes) {

  /** Fails if one of the files can't be read. */
  public MailSupply {
    mboxes = List.copyOf(mboxes);
    for (Path mbox : mboxes) {
      if (!Files.isReadable(mbox)) {
        throw new BenchmarkException(mbox + " is not there or can't be read");
      }
    }
  }

  /**
   * Writes an mbox of a number of mails.
   *
   * @param seed of made-up mail; real mail is the same for every seed
   */
  public void write(int mails, long seed, Path mbox) throws IOException {
    if (mboxes.isEmpty()) {
      try (Writer writer = Files.newBufferedWriter(mbox)) {
        new MailGenerator(seed).write(mails, writer);
      }
      return;
    }
    try (OutputStream out = Files.newOutputStream(mbox)) {
      int left = mails;
      for (Path source : mboxes) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(source), 1 << 16)) {
          left = MboxHead.copy(in, left, out);
        }
      }
      if (left > 0) {
        throw new BenchmarkException("the files given by --mbox have too few mails for " + mails);
      }
    }
  }
}
