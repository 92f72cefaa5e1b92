package benchmarks.corpus;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Words whose frequencies follow Zipf's law, as in real text: the word of rank r has a probability
 * proportional to 1/r. G. K. Zipf, <i>Human Behavior and the Principle of Least Effort</i>, 1949.
 */
final class Vocabulary {
  private static final String COMMON =
      "the to of and in that is for it on with be this as have are not you we but at from or an if"
          + " would can by was will so what there all they one about when more do which some their"
          + " out up time then has them other into only like just could also than new";

  private static final String[] ONSETS =
      "b br c ch cl d dr f fl g gr h j k l m n p pl pr r s sh sl st t th tr v w".split(" ");
  private static final String[] VOWELS = "a e i o u ai ea io ou".split(" ");
  private static final String[] ENDINGS = "n r s t l m nd rt st ck ng x".split(" ");

  private final List<String> words;
  private final double[] cumulative;

  /** {@code size} words, the same for the same seed. */
  Vocabulary(int size, long seed) {
    Random random = new Random(seed);
    Set<String> made = new LinkedHashSet<>(Arrays.asList(COMMON.split(" ")));
    while (made.size() < size) {
      made.add(word(random));
    }
    words = List.copyOf(made);
    cumulative = new double[size];
    for (int rank = 0; rank < size; rank++) {
      cumulative[rank] = (rank == 0 ? 0 : cumulative[rank - 1]) + 1.0 / (rank + 1);
    }
  }

  private static String word(Random random) {
    StringBuilder word = new StringBuilder();
    int syllables = 2 + random.nextInt(2);
    for (int i = 0; i < syllables; i++) {
      word.append(ONSETS[random.nextInt(ONSETS.length)]);
      word.append(VOWELS[random.nextInt(VOWELS.length)]);
    }
    return word.append(ENDINGS[random.nextInt(ENDINGS.length)]).toString();
  }

  /** A random word by Zipf's law. */
  String draw(Random random) {
    double at = random.nextDouble() * cumulative[cumulative.length - 1];
    int found = Arrays.binarySearch(cumulative, at);
    return words.get(found >= 0 ? found : -found - 1);
  }

  /** The word of a rank, from 0. */
  String word(int rank) {
    return words.get(rank);
  }
}
