package arashi.mime.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Grounds for texts whose background image was left out. The mail has chosen the colour of the text
 * for the image, so white text would stand on white. The text is gone through twice: the first time
 * the colours are noted of the texts that stand on such an element, the second time it gets a
 * ground on which they can be read. One mail, one thread.
 */
final class Backdrops {
  static final int WHITE = 0xffffff;
  private static final int BLACK = 0;

  /** Contrast below which a text on white is hard to read. */
  private static final double READABLE = 3;

  private static final String DARK = "#33383f";

  /** White and black have a contrast of 4.6 to it. */
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

  /** Goes through the text again. Returns false if that would change nothing. */
  boolean again() {
    second = true;
    count = 0;
    levels.clear();
    levels.push(new Level(BLACK, -1));
    return !light.isEmpty();
  }

  /**
   * An element opens.
   *
   * @param colour of its text, if it says
   * @param ground of its own, if it says
   * @param lost whether it has an image for a ground, and that was left out
   * @return the ground to give to it, or empty
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

  /** The innermost element closes. */
  void close() {
    if (levels.size() > 1) {
      levels.pop();
    }
  }

  /** A text stands in the innermost element. */
  void text() {
    Level here = levels.getFirst();
    if (here.lost() >= 0 && !second) {
      boolean onWhite = Colours.contrast(here.colour(), WHITE) >= READABLE;
      (onWhite ? dark : light).put(here.lost(), true);
    }
  }
}
