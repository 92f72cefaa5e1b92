package benchmarks.users;

import java.util.Arrays;
import java.util.function.Consumer;

/** Every request of a run, in the order in which they ended, in columns. For one thread. */
public final class Samples {
  private static final int FIRST = 1 << 14;

  private int size;
  private int[] endMillis = new int[FIRST];
  private int[] micros = new int[FIRST];
  private short[] user = new short[FIRST];
  private byte[] kind = new byte[FIRST];

  /** How a request ended. */
  public enum Outcome {
    OK,
    /** Answered with 503. */
    REFUSED,
    /** Not answered, or with an error. */
    FAILED
  }

  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final UserRequestType[] TYPES = UserRequestType.values();

  /**
   * One request.
   *
   * @param endMillis when it ended, since the run began
   * @param millis its response time
   * @param user number of the user
   */
  public record Request(
      int endMillis, double millis, int user, UserRequestType type, Outcome outcome) {}

  @SuppressWarnings("EnumOrdinal") // packed for the time of a run, never stored
  void add(long endNanos, long nanos, int who, UserRequestType type, Outcome outcome) {
    if (size == micros.length) {
      endMillis = Arrays.copyOf(endMillis, 2 * size);
      micros = Arrays.copyOf(micros, 2 * size);
      user = Arrays.copyOf(user, 2 * size);
      kind = Arrays.copyOf(kind, 2 * size);
    }
    endMillis[size] = (int) (endNanos / 1_000_000);
    micros[size] = (int) Math.min(Integer.MAX_VALUE, nanos / 1_000);
    user[size] = (short) who;
    kind[size] = (byte) (type.ordinal() * OUTCOMES.length + outcome.ordinal());
    size++;
  }

  /** How many. */
  public int size() {
    return size;
  }

  /**
   * Shows those that ended from one time to another, in milliseconds since the run began. What was
   * not answered by the end of the run failed after it.
   */
  public void between(double fromMillis, double toMillis, Consumer<Request> visitor) {
    for (int i = firstAt(fromMillis); i < size && endMillis[i] < toMillis; i++) {
      visitor.accept(
          new Request(
              endMillis[i],
              micros[i] / 1e3,
              user[i],
              TYPES[kind[i] / OUTCOMES.length],
              OUTCOMES[kind[i] % OUTCOMES.length]));
    }
  }

  private int firstAt(double millis) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (endMillis[middle] < millis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
