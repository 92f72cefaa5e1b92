package benchmarks.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreshWordsTest {
  private static final List<String> MAIL =
      List.of(
          "From a@b Sat Jan  1 00:00:00 2000",
          "Subject: words of the header stay",
          "",
          "one plain line of words",
          "> quoted words of somebody else",
          "another plain line of words",
          "U29tZXRoaW5nIHRoYXQgaXMgZW5jb2RlZA==");

  @Test
  void theVocabularyOfManyMailsIsThatOfRealMail() {
    long terms = 0;
    for (int n = 1; n <= 19_000; n++) {
      terms += FreshWords.of(n);
      if (n == 10_000) {
        assertThat(terms).isCloseTo(119_000, within(2L));
      }
    }
    assertThat(terms).isCloseTo(200_000, within(2_000L));
  }

  @Test
  void replacesWordsOfPlainTextAlone() {
    List<String> mail = new ArrayList<>(MAIL);
    new FreshWords(1).replaceIn(mail, 9);
    List<Integer> changed = new ArrayList<>();
    for (int i = 0; i < MAIL.size(); i++) {
      if (!mail.get(i).equals(MAIL.get(i))) {
        changed.add(i);
      }
    }
    assertThat(changed).containsExactly(3, 5);
    assertThat(mail.get(3).split(" ", -1)).hasSize(5);
  }

  @Test
  void neverMakesAWordTwice() {
    FreshWords words = new FreshWords(1);
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      List<String> mail = new ArrayList<>(MAIL);
      words.replaceIn(mail, 1);
      mail.stream()
          .flatMap(line -> Arrays.stream(line.split(" ", -1)))
          .filter(word -> word.endsWith("zq"))
          .forEach(made::add);
    }
    assertThat(made).hasSize(5_000).doesNotHaveDuplicates();
    assertThat(words.last()).isEqualTo(made.subList(4_980, 5_000));
  }
}
