package arashi.deploy.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * An mbox of mails made of words that no other mbox has: common ones that many of its mails share,
 * and rare ones that make the dictionary grow with each mail.
 */
final class Prose {
  /** Begins each word, and no word of a mail's header. */
  private static final String MARK = "q";

  private static final int COMMON = 3_000;
  private static final int RARE_OF_MAIL = 8;
  private static final int WORDS_OF_LINE = 10;

  private final String name;
  private final int mails;
  private final int words;

  /**
   * Mails of about {@code words} words.
   *
   * @param name lower-case letters; part of each word
   */
  Prose(String name, int mails, int words) {
    this.name = name;
    this.mails = mails;
    this.words = words;
  }

  /** Writes the mails into a file of the folder. */
  Path writeTo(Path folder) {
    Random random = new Random(name.hashCode());
    StringBuilder text = new StringBuilder();
    for (int n = 0; n < mails; n++) {
      append(text, n, random);
    }
    try {
      return Files.writeString(folder.resolve(name + ".mbox"), text, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void append(StringBuilder text, int n, Random random) {
    String minute = String.format("%02d:%02d", n / 60 % 24, n % 60);
    text.append("From ada@example.org Fri Mar  1 08:00:00 2024\n")
        .append("From: Ada <ada@example.org>\nTo: Reader <reader@example.net>\n")
        .append("Subject: Mail " + n + "\nDate: Fri, 1 Mar 2024 " + minute + ":00 +0000\n")
        .append("Message-ID: <" + n + "." + name + "@example.org>\n")
        .append(n % 5 == 0 ? "" : "References: <" + n / 5 * 5 + "." + name + "@example.org>\n");
    for (int w = 0; w < words; w++) {
      double share = random.nextDouble();
      int word =
          w < RARE_OF_MAIL
              ? COMMON + n * RARE_OF_MAIL + w
              : (int) (COMMON * share * share * share); // the first are in most of the mails
      text.append(w % WORDS_OF_LINE == 0 ? '\n' : ' ').append(word(word));
    }
    text.append("\n\n");
  }

  private String word(int n) {
    StringBuilder letters = new StringBuilder(MARK).append(name);
    for (char digit : Integer.toString(n, 26).toCharArray()) {
      letters.append((char) ('a' + Character.digit(digit, 26)));
    }
    return letters.toString();
  }

  /** The words of a raw mail. */
  static Set<String> wordsOf(byte[] raw) {
    Set<String> found = new TreeSet<>();
    for (String token : new String(raw, StandardCharsets.ISO_8859_1).split("\\s+", -1)) {
      if (token.startsWith(MARK)) {
        found.add(token);
      }
    }
    return found;
  }
}
