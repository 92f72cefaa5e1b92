package benchmarks.users;

import benchmarks.users.RunResult.Outcome;
import java.util.Arrays;

/**
 * The ended requests of a run in the order of their ends, as primitive columns in chunks: 22 bytes
 * a request. Millions of requests give the load generator's garbage collector nothing to trace, and
 * growth copies no column. One thread adds; other threads read a {@link #snapshot}.
 */
public final class Requests {
  /** Quality of an answer that states none. */
  public static final float FULL_QUALITY = 1;

  private static final int CHUNK_BITS = 16;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final UserRequestType[] TYPES = UserRequestType.values();
  private static final Outcome[] OUTCOMES = Outcome.values();

  private Chunk[] chunks = new Chunk[0];
  private int size;

  private static final class Chunk {
    final long[] endMicros = new long[CHUNK];
    final int[] micros = new int[CHUNK];
    final int[] user = new int[CHUNK];
    final byte[] type = new byte[CHUNK];
    final byte[] outcome = new byte[CHUNK];
    final float[] quality = new float[CHUNK];
  }

  /**
   * Adds a request.
   *
   * @param endMicros end, since the start of the run; not before the last request's
   * @param micros response time
   * @param user number of the user
   * @param quality of the answer, from 0 to 1
   */
  @SuppressWarnings("EnumOrdinal") // the columns do not outlive the process
  void add(
      long endMicros, long micros, int user, UserRequestType type, Outcome outcome, float quality) {
    if (size == chunks.length * CHUNK) {
      chunks = Arrays.copyOf(chunks, chunks.length + 1);
      chunks[chunks.length - 1] = new Chunk();
    }
    Chunk chunk = chunks[size >> CHUNK_BITS];
    int row = size % CHUNK;
    chunk.endMicros[row] = endMicros;
    chunk.micros[row] = (int) Math.min(micros, Integer.MAX_VALUE);
    chunk.user[row] = user;
    chunk.type[row] = (byte) type.ordinal();
    chunk.outcome[row] = (byte) outcome.ordinal();
    chunk.quality[row] = quality;
    size++;
  }

  /** The requests so far; later ones do not appear in it. It shares the columns. */
  Requests snapshot() {
    Requests snapshot = new Requests();
    snapshot.chunks = chunks;
    snapshot.size = size;
    return snapshot;
  }

  /** The number of requests. */
  public int size() {
    return size;
  }

  private Chunk chunk(int index) {
    return chunks[index >> CHUNK_BITS];
  }

  /** End of a request since the start of the run, in microseconds. */
  long endMicros(int index) {
    return chunk(index).endMicros[index % CHUNK];
  }

  /** Start of a request, from which its response time counts. */
  long startMicros(int index) {
    return endMicros(index) - chunk(index).micros[index % CHUNK];
  }

  /** Response time in milliseconds. */
  public double millis(int index) {
    return chunk(index).micros[index % CHUNK] / 1e3;
  }

  /** Number of a request's user. */
  int user(int index) {
    return chunk(index).user[index % CHUNK];
  }

  /** Type of a request. */
  public UserRequestType type(int index) {
    return TYPES[chunk(index).type[index % CHUNK]];
  }

  /** Outcome of a request. */
  public Outcome outcome(int index) {
    return OUTCOMES[chunk(index).outcome[index % CHUNK]];
  }

  /** Quality of an answer, from 0 to 1. */
  float quality(int index) {
    return chunk(index).quality[index % CHUNK];
  }

  /** Index of the first request that ended at a time or later. */
  int firstFrom(double seconds) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (endMicros(middle) < seconds * 1e6) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
