package benchmarks.corpus;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Mail for a mailbox that grows: each mail comes once, with an id of its own and its share of new
 * words. Copies of real mail refer to copies of the same number, which preserves conversations.
 * Blocks on the disk; for one thread.
 */
public final class GrowingMail implements AutoCloseable {
  /** After this number, generated mail has drawn most of its own vocabulary. */
  private static final int GENERATED = 1_000;

  private final MboxCycle mails;
  private final boolean real;
  private final FreshWords words;
  private long count;

  /** Mail of these files; generated mail if there are none. */
  public GrowingMail(List<Path> mboxes, long seed) {
    this.mails = new MboxCycle(mboxes, seed, GENERATED);
    this.real = !mboxes.isEmpty();
    this.words = new FreshWords(seed);
  }

  /** Writes an mbox of the next mails. */
  public void write(int wanted, Path mbox) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(mbox), 1 << 16)) {
      for (int i = 0; i < wanted; i++) {
        out.write(next().bytes(true));
      }
    }
  }

  /** The next mail, without an mbox separator. */
  public byte[] one() throws IOException {
    return next().bytes(false);
  }

  /** Words of one mail each; empty before the first copy of real mail. */
  public List<String> rare() {
    return words.last();
  }

  private MboxCycle.Mail next() throws IOException {
    MboxCycle.Mail mail = mails.next();
    count++;
    if (mail.copy() > 0) {
      renumber(mail.lines(), mail.copy());
    }
    if (real ? mail.copy() > 0 : count > GENERATED) {
      words.replaceIn(mail.lines(), FreshWords.of(count));
    }
    return mail;
  }

  /** Three header fields have ids; they may be folded. */
  private static void renumber(List<String> lines, int copy) {
    boolean ids = false;
    for (int i = 1; i < lines.size() && !lines.get(i).isEmpty(); i++) {
      String line = lines.get(i);
      boolean folded = line.startsWith(" ") || line.startsWith("\t");
      ids = folded ? ids : line.matches("(?i)(message-id|in-reply-to|references):.*");
      if (ids) {
        lines.set(i, line.replace("<", "<copy" + copy + "."));
      }
    }
  }

  @Override
  public void close() throws IOException {
    mails.close();
  }
}
