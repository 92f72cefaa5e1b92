package arashi.mime.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Properties that every text has; {@code FoldedSearchTest} has the table of spellings. */
class FoldingTest {
  private static final long SEED = 20_261_129;

  /** Characters that fold in context or beside each other. */
  private static final int[] DIFFICULT =
      ("aZ09 .'-@ßẞİıŉŀ·éêǅĳﬁﬀΑάςΣЙйёѐї\u0301\u0306\u0308\u030a\u0345\u034f\u00ad\u200b\u200d\ufe0f"
              + "أإةىـًّ\u0670ﻻﷺﷲ٣۷\u05b0\u05bcךםשׁ״׳क़क\u093cँं\u094dড়ো\u09c7\u09beൽല"
              + "เแก\u0e48\u0e49ำ\u0e4dາໍຳ\u0ec8ｶﾞﾊﾟガヷヾァッーㇰゔは\u3099\u309a"
              + "한\u1112\u1161\u11abㄱㅏㅀㅄﾡ\u115f\u3164中語\uf900⼀①⑩㈱㍿㌕²₂½Ⅷ🅰🄰𝐀𝛓𝟗😀")
          .codePoints()
          .toArray();

  private static IntStream characters() {
    return IntStream.rangeClosed(0, Character.MAX_CODE_POINT).filter(Character::isDefined);
  }

  private static String random(Random random, int most) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(most); length > 0; length--) {
      text.appendCodePoint(DIFFICULT[random.nextInt(DIFFICULT.length)]);
    }
    return text.toString();
  }

  @Test
  void foldingTwiceChangesNothing() {
    IntPredicate isUnstable =
        c -> {
          String once = Folding.fold(Character.toString(c));
          return !Folding.fold(once).equals(once);
        };
    assertThat(characters().filter(isUnstable).mapToObj(Character::getName)).isEmpty();
    Random random = new Random(SEED);
    for (int round = 0; round < 20_000; round++) {
      String text = random(random, 24);
      String once = Folding.fold(text);
      assertThat(Folding.fold(once)).as(() -> escaped(text)).isEqualTo(once);
    }
  }

  @Test
  void eachWordIsFoldedAsIfItWereAlone() {
    Random random = new Random(SEED);
    for (int round = 0; round < 20_000; round++) {
      String one = random(random, 12);
      String two = random(random, 12);
      assertThat(Folding.fold(one + " " + two))
          .as(() -> escaped(one) + " " + escaped(two))
          .isEqualTo(Folding.fold(one) + " " + Folding.fold(two));
    }
  }

  @Test
  void lengthIsBounded() {
    IntPredicate isLong = c -> Folding.fold(Character.toString(c)).length() > FoldTable.MAX_CHARS;
    assertThat(characters().filter(isLong).mapToObj(Character::getName)).isEmpty();
    assertThat(Folding.fold("ﷺ")).isEqualTo("ﷺ");
  }

  /** A composed letter and its pieces, in any case, are one. */
  @Test
  void formsOfUnicodeAndCaseDoNotMatter() {
    IntPredicate differs =
        c -> {
          String letter = Character.toString(c);
          String folded = Folding.fold("x" + letter + "x");
          String apart = Normalizer.normalize(letter, Normalizer.Form.NFD);
          String upper = Character.toString(Character.toUpperCase(c));
          return !Folding.fold("x" + apart + "x").equals(folded)
              || !Folding.fold("x" + upper + "x").equals(folded);
        };
    assertThat(characters().filter(Character::isLetter).filter(differs)).isEmpty();
  }

  @Test
  void asciiKeepsAllButItsCase() {
    StringBuilder all = new StringBuilder();
    for (char c = 0; c < 0x80; c++) {
      all.append(c);
    }
    String ascii = all.toString();
    String lower = ascii.toLowerCase(Locale.ROOT);
    assertThat(Folding.fold(ascii)).isEqualTo(lower);
    assertThat(Folding.fold(ascii + "é")).isEqualTo(lower + "e");
    assertThat(Folding.fold("folded already")).isSameAs("folded already");
  }

  /** A run of marks costs no more than its length. */
  @Test
  void longRunsOfMarksAreCut() {
    String zalgo = "a" + "\u0301\u0316".repeat(100_000) + "\u0e4d\u0e48".repeat(100_000);
    assertThat(Folding.fold(zalgo).length()).isLessThan(100);
  }

  @ParameterizedTest
  @CsvSource({"word¹, word", "H₂O, h o", "(①②), ()", "5㎏, 5"})
  void attachedDigitsCanBeLeftOut(String text, String apart) {
    assertThat(Folding.foldApart(text).orElseThrow().replaceAll(" +", " ").strip())
        .isEqualTo(apart.replace("()", "( )"));
    assertThat(Folding.foldApart(apart)).isEmpty();
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    text.chars().forEach(c -> out.append(String.format("\\u%04x", c)));
    return out.toString();
  }
}
