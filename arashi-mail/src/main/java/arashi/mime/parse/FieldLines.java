package arashi.mime.parse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.view.MailProblem.Kind;
import java.util.function.Supplier;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.stream.DefaultFieldBuilder;
import org.apache.james.mime4j.stream.RawField;
import org.apache.james.mime4j.util.ByteArrayBuffer;

/**
 * Builds fields for mime4j and truncates them at the limit. Keeps lines that are not fields as
 * stray text of the current part.
 */
final class FieldLines extends DefaultFieldBuilder {
  private static final int KEPT_STRAY = 64 << 10;
  private static final int BYTES_PER_STEP = 64;

  private final MimeLimits limits;
  private final Problems problems;
  private final WorkBudget budget;
  private final Supplier<MimePart> current;
  private int length;

  FieldLines(MimeLimits limits, Problems problems, WorkBudget budget, Supplier<MimePart> current) {
    super(-1);
    this.limits = limits;
    this.problems = problems;
    this.budget = budget;
    this.current = current;
  }

  @Override
  public void reset() {
    super.reset();
    length = 0;
  }

  @Override
  public void append(ByteArrayBuffer line) {
    budget.spend(1 + line.length() / BYTES_PER_STEP);
    int room = limits.maxHeaderBytes() - length;
    length += line.length();
    if (line.length() <= room) {
      getRaw().append(line.buffer(), 0, line.length());
    } else if (room > 0) {
      problems.add(Kind.LONG_HEADER, "part " + current.get().n);
      getRaw().append(line.buffer(), 0, room);
    }
  }

  @Override
  public RawField build() {
    if (length == 0) {
      // the blank line that ends the header
      return null;
    }
    if (getRaw().indexOf((byte) ':') <= 0) {
      stray(getRaw().toByteArray()); // avoids an exception per line: there may be a million
      return null;
    }
    try {
      return super.build();
    } catch (MimeException notAField) {
      stray(getRaw().toByteArray());
      return null;
    }
  }

  private void stray(byte[] line) {
    String start = new String(line, 0, Math.min(6, line.length), US_ASCII);
    if (start.startsWith("From ") || start.startsWith(">From ")) {
      return;
    }
    problems.add(Kind.MALFORMED_HEADER, "part " + current.get().n);
    if (current.get().stray.size() < KEPT_STRAY) {
      current.get().stray.writeBytes(line);
    }
  }
}
