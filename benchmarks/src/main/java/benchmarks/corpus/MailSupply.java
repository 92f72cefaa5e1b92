package benchmarks.corpus;

import benchmarks.report.BenchmarkException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Where the mail of benchmarks comes from.
 *
 * @param mboxes real mail, the first first; empty for made-up mail
 */
public record MailSupply(List<Path> mboxes) {
  private static final byte[] FROM = "From ".getBytes(StandardCharsets.US_ASCII);

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
          left = copy(in, left, out);
        }
      }
      if (left > 0) {
        throw new BenchmarkException("the files given by --mbox have too few mails for " + mails);
      }
    }
  }

  /**
   * Copies the first mails.
   *
   * @return how many of {@code mails} are still wanted when the mbox has ended
   */
  static int copy(InputStream mbox, int mails, OutputStream out) throws IOException {
    int left = mails;
    boolean blank = true;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      line.reset();
      int b = mbox.read();
      while (b >= 0 && b != '\n') {
        line.write(b);
        b = mbox.read();
      }
      byte[] bytes = line.toByteArray();
      if (blank && Arrays.equals(bytes, 0, Math.min(5, bytes.length), FROM, 0, 5)) {
        if (left == 0) {
          return 0;
        }
        left--;
      }
      out.write(bytes);
      if (b < 0) {
        return left;
      }
      out.write('\n');
      blank = bytes.length == 0;
    }
  }
}
