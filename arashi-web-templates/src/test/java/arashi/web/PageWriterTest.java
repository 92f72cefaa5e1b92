package arashi.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PageWriterTest {

  private static final int[] POINTS = {
    'a', '<', 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x1f300, 0x10ffff
  };

  @Test
  void encodesAsTheLibraryDoesHoweverTheTextIsCut() {
    Random random = new Random(17);
    for (int round = 0; round < 500; round++) {
      String text = text(random);
      PageWriter writer = new PageWriter(1);
      int at = 0;
      while (at < text.length()) {
        int end = Math.min(text.length(), at + 1 + random.nextInt(5));
        if (random.nextBoolean()) {
          writer.write(text, at, end - at);
        } else if (end - at == 1) {
          writer.write(text.charAt(at));
        } else {
          writer.write(text.toCharArray(), at, end - at);
        }
        at = end;
      }
      assertThat(writer.bytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Returns characters of each encoded length, and some unpaired surrogates. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(60); i > 0; i--) {
      if (random.nextInt(8) == 0) {
        text.append(random.nextBoolean() ? '\ud83c' : '\udf00');
      } else {
        text.appendCodePoint(POINTS[random.nextInt(POINTS.length)]);
      }
    }
    return text.toString();
  }
}
