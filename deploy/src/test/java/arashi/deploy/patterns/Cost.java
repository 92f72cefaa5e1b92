package arashi.deploy.patterns;

import arashi.deploy.patterns.WorstInputs.Input;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The work of an expression on its worst input.
 *
 * @param reads characters read, up to the limit
 * @param length of the input
 * @param deep true if the stack was too small, because each repetition takes some of it
 * @param most reads above which the match is stopped
 * @param input the input
 */
record Cost(long reads, int length, boolean deep, long most, Input input) {
  /** Reads of each character above which an expression is not linear. */
  static final int MOST_READS = 64;

  /** Length at which a quadratic expression exceeds {@link #MOST_READS} on half of its input. */
  private static final int SAMPLE = 8 * MOST_READS;

  private static final int MOST_DEEP = 3;

  /** In bytes. So small that a sample shows which input needs stack for each character. */
  private static final long SMALL_STACK = 160 << 10;

  boolean isWithin() {
    return !deep && reads <= most;
  }

  /**
   * Finds the worst inputs in small, then feeds them in full length.
   *
   * @param anchored true if it is matched at one place only
   * @param length length of the longest input, in chars
   * @param allowed reads that are few enough, even if they are more than {@link #MOST_READS} times
   *     the length
   */
  static Cost of(String expression, boolean anchored, int length, long allowed) {
    Pattern pattern = Pattern.compile(expression);
    List<Cost> samples = inSmallStack(pattern, anchored);
    Cost worst = measure(pattern, anchored, samples.get(0).input(), length, allowed);
    List<Input> deep =
        samples.stream().filter(Cost::deep).map(Cost::input).limit(MOST_DEEP).toList();
    for (Input input : deep) {
      Cost cost = measure(pattern, anchored, input, length, allowed);
      worst = worst.isWithin() ? cost : worst;
    }
    return worst;
  }

  private static List<Cost> inSmallStack(Pattern pattern, boolean anchored) {
    List<Cost> samples = new ArrayList<>();
    FutureTask<Void> all =
        new FutureTask<>(
            () ->
                WorstInputs.of(pattern.pattern())
                    .forEach(input -> samples.add(measure(pattern, anchored, input, SAMPLE, 0))),
            null);
    new Thread(null, all, "small stack", SMALL_STACK).start();
    try {
      all.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(pattern.pattern(), e);
    }
    samples.sort(Comparator.comparingDouble((Cost one) -> -1.0 * one.reads() / one.length()));
    return samples;
  }

  private static Cost measure(
      Pattern pattern, boolean anchored, Input input, int length, long allowed) {
    String text = input.of(length);
    long most = Math.max(allowed, (long) MOST_READS * text.length());
    CountedText counted = new CountedText(text, most + 1);
    boolean deep = false;
    try {
      match(pattern.matcher(counted), anchored);
    } catch (CountedText.Exceeded e) {
      // the count says so
    } catch (StackOverflowError e) {
      deep = true;
    }
    return new Cost(counted.reads(), text.length(), deep, most, input);
  }

  private static void match(Matcher matcher, boolean anchored) {
    if (anchored) {
      matcher.lookingAt();
    } else {
      while (matcher.find()) {
        matcher.end();
      }
    }
    matcher.reset().matches();
  }
}
