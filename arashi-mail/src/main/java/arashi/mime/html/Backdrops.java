package arashi.mime.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Adds backgrounds behind text whose background image was removed. The mail chose its text colour
 * for that image, so white text could end up on white. The first pass records the text colours on
 * each such element; the second pass adds a background that keeps the text readable. For one mail
 * on one thread.
 */
final class Backdrops {
  static final int WHITE = 0xffffff;
  private static final int BLACK = 0;

  /** Contrast below which text on white is hard to read. */
  private static final double READABLE = 3;

  private static final String DARK = "#33383f";

  /** Grey with a contrast of 4.6 to both white and black. */
  private static final String MIDDLE = "#757575";

  private record Level(int colour, int lost) {}

  private final Map<Integer, Boolean> light = new HashMap<>();
  private final Map<Integer, Boolean> dark = new HashMap<>();
  private final Deque<Level> levels = new ArrayDeque<>();
  private int count;
  private boolean second;

  Backdrops() {
    levels.push(new Level(BLACK, -1));
  }

  /** Starts the second pass. Returns false if it would change nothing. */
  boolean again() {
    second = true;
    count = 0;
    levels.clear();
    levels.push(new Level(BLACK, -1));
    return !light.isEmpty();
  }

  /**
   * Opens an element.
   *
   * @param colour its text colour, if set
   * @param ground its own background colour, if set
   * @param lost whether its background image was removed
   * @return the background to add, or empty
   */
  String open(OptionalInt colour, OptionalInt ground, boolean lost) {
    Level outer = levels.getFirst();
    int number = ground.isPresent() ? -1 : lost ? count++ : outer.lost();
    levels.push(new Level(colour.orElse(outer.colour()), number));
    return second && lost && ground.isEmpty() ? ground(number) : "";
  }

  private String ground(int number) {
    if (!light.containsKey(number)) {
      return "";
    }
    return dark.containsKey(number) ? MIDDLE : DARK;
  }

  /** Closes the innermost element. */
  void close() {
    if (levels.size() > 1) {
      levels.pop();
    }
  }

  /** Records text in the innermost element. */
  void text() {
    Level here = levels.getFirst();
    if (here.lost() >= 0 && !second) {
      boolean onWhite = Colours.contrast(here.colour(), WHITE) >= READABLE;
      (onWhite ? dark : light).put(here.lost(), true);
    }
  }
}
