package arashi.mime.parse;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.view.PartInfo;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.MimeTokenStream;

/**
 * Reads the content of parts from a stream of raw mail, one slice per call. Memory use is a few KiB
 * for a mail of any size. Parts are numbered and decoded as by {@link MailParser}. Not thread-safe;
 * it holds no thread between slices.
 *
 * <pre>
 *   read() ─► WORKING   end of the slice: no content of a wanted part so far
 *          ─► BYTES     content of part()
 *          ─► PART_END  part() is complete
 *          ─► MAIL_END  end of the mail
 * </pre>
 */
public final class PartStream implements Closeable {
  /** The start of the mail that is examined to decide whether it can be streamed. */
  private static final int START_BYTES = 64 << 10;

  /** Body bytes skipped per slice. */
  private static final int SLICE_BYTES = 1 << 20;

  private static final int SKIP_BYTES = 16 << 10;
  private static final int TOKENS = 1000;

  /** The outcome of a slice. */
  public enum Progress {
    /** The slice ended without content of a wanted part. */
    WORKING,
    /** Content of a wanted part was read. */
    BYTES,
    /** A wanted part is complete. */
    PART_END,
    /** The mail is complete. */
    MAIL_END
  }

  private final InputStream raw;
  private final PartWalker walker;
  private final MimeTokenStream tokens;
  private final IntPredicate wanted;
  private final Map<Integer, Integer> inside;
  private final Map<Integer, Integer> counted = new HashMap<>();
  private InputStream body; // null between bodies
  private int part;
  private int count;
  private boolean ended;

  private PartStream(
      InputStream raw,
      InputStream mail,
      MimeLimits limits,
      IntPredicate wanted,
      Map<Integer, Integer> inside) {
    this.raw = raw;
    this.wanted = wanted;
    this.inside = inside;
    this.walker = new PartWalker(limits, new Problems(), Set.of(), WorkBudget.unlimited());
    walker.keepWhole(wanted);
    this.tokens = walker.stream(mail);
  }

  /**
   * Opens a stream on a mail.
   *
   * @param raw the mail; the result owns it, otherwise it is closed
   * @param wanted numbers of the parts to read
   * @param inside entity counts of attached mails that are wanted whole, needed if later parts are
   *     wanted; see {@link #counted}
   * @return empty if the lines need repair, which requires the whole mail
   * @throws IOException if {@code raw} fails
   */
  public static Optional<PartStream> of(
      InputStream raw, MimeLimits limits, IntPredicate wanted, Map<Integer, Integer> inside)
      throws IOException {
    byte[] start = raw.readNBytes(START_BYTES);
    boolean whole = start.length < START_BYTES;
    byte[] readable = MailBytes.withEndedHeaders(MailBytes.withReadableLines(start));
    int header = MailBytes.headerStart(readable);
    if (!whole && (readable != start || !hasLines(start) || header > START_BYTES / 2)) {
      raw.close();
      return Optional.empty();
    }
    InputStream first = new ByteArrayInputStream(readable, header, readable.length - header);
    InputStream mail = whole ? first : new SequenceInputStream(first, new Source(raw));
    return Optional.of(new PartStream(raw, mail, limits, wanted, inside));
  }

  private static boolean hasLines(byte[] bytes) {
    for (byte b : bytes) {
      if (b == '\n') {
        return true;
      }
    }
    return false;
  }

  /** Returns the part of the last slice. */
  public int part() {
    return part;
  }

  /** Returns the number of bytes that the last slice wrote. */
  public int count() {
    return count;
  }

  /**
   * Whether the size in {@link PartInfo} is the size of the content. False for a part that holds
   * others.
   */
  public boolean isLeaf() {
    MimePart current = walker.current();
    return current != null && !current.isMultipart() && !current.isMessage();
  }

  /** Returns the entity count of each attached mail that was read but not wanted. */
  public Map<Integer, Integer> counted() {
    return counted;
  }

  /**
   * Processes one slice.
   *
   * @param into buffer that receives bytes from index {@code at}
   * @throws IOException if the raw mail cannot be read; malformed mail ends the stream instead
   */
  public Progress read(byte[] into, int at) throws IOException {
    if (ended) {
      return Progress.MAIL_END;
    }
    int left = SLICE_BYTES;
    try {
      for (int i = 0; i < TOKENS && left > 0; i++) {
        EntityState state = tokens.getState();
        if (state == EntityState.T_BODY) {
          MimePart current = walker.current();
          if (wanted.test(current.n)) {
            return content(current, into, at);
          }
          left -= skip(left);
        } else if (state == EntityState.T_END_OF_STREAM || !pass(state)) {
          ended = true;
          return Progress.MAIL_END;
        } else {
          tokens.next();
        }
      }
      return Progress.WORKING;
    } catch (SourceException e) {
      throw e.unwrapped();
    } catch (IOException | MimeException | RuntimeException broken) {
      return cutOff(); // a parser of hostile bytes may throw anything
    }
  }

  private boolean pass(EntityState state) throws IOException {
    MimePart current = walker.current();
    boolean entityEnds = state == EntityState.T_END_MESSAGE || state == EntityState.T_END_BODYPART;
    if (entityEnds && current.isMessage() && !wanted.test(current.n)) {
      counted.put(current.n, walker.count() - current.n - 1);
    }
    boolean goesOn = walker.token(state);
    if (entityEnds) {
      current.headers.clear(); // no longer needed, and a mail may have many
      current.stray.reset();
    }
    return goesOn;
  }

  private Progress content(MimePart current, byte[] into, int at)
      throws IOException, MimeException {
    if (walker.isFile()) {
      ended = true; // this encoding needs the whole body
      return Progress.MAIL_END;
    }
    if (body == null) {
      body = withStray(current, decoded());
    }
    part = current.n;
    count = body.readNBytes(into, at, into.length - at);
    if (count > 0) {
      return Progress.BYTES;
    }
    body = null;
    walker.countInside(inside.getOrDefault(current.n, 0));
    tokens.next();
    return Progress.PART_END;
  }

  private InputStream decoded() {
    InputStream encoded = tokens.getInputStream();
    return walker.current().isMultipart() ? encoded : walker.decoded(encoded);
  }

  /** Prepends text that was found in place of a header. */
  private static InputStream withStray(MimePart part, InputStream body) {
    boolean stray = part.stray.size() > 0 && part.isReadable() && !part.isHtml();
    return stray
        ? new SequenceInputStream(new ByteArrayInputStream(part.stray.toByteArray()), body)
        : body;
  }

  /** Skips at most {@code most} bytes of a body and returns their number. */
  private int skip(int most) throws IOException, MimeException {
    if (body == null) {
      body = decoded();
    }
    byte[] passed = new byte[SKIP_BYTES];
    int skipped = 0;
    while (skipped < most) {
      int n = body.read(passed);
      if (n < 0) {
        body = null;
        tokens.next();
        return skipped;
      }
      walker.current().size += n;
      skipped += n;
    }
    return skipped;
  }

  /** Ends a mail that cannot be parsed further, and the part in progress. */
  private Progress cutOff() {
    ended = true;
    boolean within = body != null && walker.current() != null && wanted.test(walker.current().n);
    return within ? Progress.PART_END : Progress.MAIL_END;
  }

  @Override
  public void close() throws IOException {
    raw.close();
  }

  /** Wraps failures of the raw mail, to distinguish them from the parser's. */
  private static final class Source extends FilterInputStream {
    Source(InputStream raw) {
      super(raw);
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      try {
        return in.read(into, offset, length);
      } catch (IOException | RuntimeException e) {
        throw new SourceException(e);
      }
    }
  }

  private static final class SourceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SourceException(Exception cause) {
      super(cause);
    }

    IOException unwrapped() {
      if (getCause() instanceof RuntimeException e) {
        throw e;
      }
      return (IOException) getCause();
    }
  }
}
