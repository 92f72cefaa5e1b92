package benchmarks.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowingMailTest {
  private static final int MAILS = 30;
  private static final Pattern WORD = Pattern.compile("[A-Za-z]{4,}");

  @TempDir private Path folder;

  private Path mbox(String name, int seed) throws IOException {
    Path mbox = folder.resolve(name);
    try (Writer out = Files.newBufferedWriter(mbox)) {
      new MailGenerator(seed).write(MAILS, out);
    }
    return mbox;
  }

  /** The mails that are written to an mbox, as texts. */
  private List<String> mails(GrowingMail supply, int wanted) throws IOException {
    Path mbox = folder.resolve("written");
    supply.write(wanted, mbox);
    String text = Files.readString(mbox, StandardCharsets.ISO_8859_1);
    return List.of(text.split("(?m)(?<=\\n\\n|\\A)(?=From )", -1));
  }

  private static List<String> ids(List<String> mails, String field) {
    List<String> ids = new ArrayList<>();
    Pattern pattern = Pattern.compile("(?m)^" + field + ": (<[^>]*>)");
    for (String mail : mails) {
      Matcher matcher = pattern.matcher(mail);
      if (matcher.find()) {
        ids.add(matcher.group(1));
      }
    }
    return ids;
  }

  private static Set<String> words(List<String> mails) {
    Set<String> words = new HashSet<>();
    mails.forEach(mail -> WORD.matcher(mail).results().forEach(word -> words.add(word.group())));
    return words;
  }

  @Test
  void realMailComesAsItIsAndThenInCopiesWithIdsOfTheirOwn() throws IOException {
    Path one = mbox("a.mbox", 1);
    Path two = mbox("b.mboxrd", 2);
    try (GrowingMail supply = new GrowingMail(MboxCycle.mboxes(folder), 1)) {
      List<String> first = mails(supply, 2 * MAILS);
      assertThat(String.join("", first)).isEqualTo(Files.readString(one) + Files.readString(two));
      assertThat(supply.rare()).isEmpty();

      List<String> copies = mails(supply, 2 * MAILS);
      assertThat(ids(copies, "Message-ID"))
          .hasSize(2 * MAILS)
          .doesNotHaveDuplicates()
          .isEqualTo(
              ids(first, "Message-ID").stream().map(id -> id.replace("<", "<copy1.")).toList());
      assertThat(ids(copies, "In-Reply-To")).isSubsetOf(ids(copies, "Message-ID"));
      List<String> both = new ArrayList<>(first);
      both.addAll(copies);
      assertThat(words(both).size() - words(first).size()).isGreaterThan(4 * MAILS);
      assertThat(supply.rare()).isNotEmpty();
    }
  }

  @Test
  void madeUpMailHasNoEnd() throws IOException {
    try (GrowingMail supply = new GrowingMail(List.of(), 1)) {
      assertThat(ids(mails(supply, 2_500), "Message-ID")).hasSize(2_500).doesNotHaveDuplicates();
      assertThat(new String(supply.one(), StandardCharsets.UTF_8)).startsWith("Received: ");
    }
  }

  @Test
  void refusesAFolderWithoutMail() {
    assertThatThrownBy(() -> MboxCycle.mboxes(folder))
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContaining(".mboxrd");
  }
}
