package arashi.ingest;

import arashi.mime.address.Mailbox;
import arashi.mime.text.Folding;
import arashi.mime.view.Envelope;
import arashi.mime.view.SortKeys;
import arashi.store.mail.Parties;
import arashi.store.mail.Parties.Person;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Extracts the author and recipients of a mail, and their search words. Pure. */
final class PartiesReader {
  /** Recipients beyond this number are not recorded as correspondents. */
  private static final int MOST_ADDRESSEES = 100;

  private static final int MAX_NAME = 255;
  private static final int MOST_WORDS = 12;

  /** Excludes characters that separate addresses when typed, such as a fullwidth comma. */
  private static final Pattern ADDRESS =
      Pattern.compile("[^\\s\\p{Cntrl}@\"(),:;<>\\[\\]\\\\＠，；]{1,64}@[\\p{L}\\p{N}.-]{1,190}");

  /** Addresses of programs, which don't read mail. */
  private static final Pattern NOBODY =
      Pattern.compile(
          "(?i)(?:.*[._+-])?(?:no-?_?repl(?:y|ies)|do-?_?not-?_?reply|mailer-daemon|postmaster"
              + "|bounces?)(?:[._+=-].*)?@.*");

  private PartiesReader() {}

  /**
   * Returns the parties of a mail.
   *
   * @param resentTo recipients of an unchanged resend, which replace the mail's own; empty if it
   *     was not resent
   */
  static Parties of(Envelope envelope, List<Mailbox> resentTo) {
    String recipients = resentTo.isEmpty() ? envelope.recipientsLabel() : Envelope.label(resentTo);
    return new Parties(
        Optional.of(envelope.author()).flatMap(PartiesReader::person).filter(PartiesReader::reads),
        (resentTo.isEmpty()
                ? Stream.concat(envelope.to().stream(), envelope.cc().stream())
                : resentTo.stream())
            .limit(MOST_ADDRESSEES)
            .flatMap(one -> person(one).stream())
            .toList(),
        recipients,
        new String(SortKeys.label(recipients), StandardCharsets.UTF_8));
  }

  private static boolean reads(Person person) {
    return !NOBODY.matcher(person.address()).matches();
  }

  private static Optional<Person> person(Mailbox one) {
    if (!ADDRESS.matcher(one.address()).matches() || !Person.isShort(one.address())) {
      return Optional.empty();
    }
    String name = one.name().length() > MAX_NAME ? "" : one.name().strip();
    boolean repeats = name.equalsIgnoreCase(one.address());
    return Optional.of(
        new Person(one.address(), repeats ? "" : name, List.copyOf(words(name, one.address()))));
  }

  /** Returns the words by which a person is found, the whole address first. */
  private static Set<String> words(String name, String address) {
    Set<String> words = new LinkedHashSet<>();
    words.add(Folding.fold(address));
    words.addAll(SortKeys.words(name));
    words.addAll(SortKeys.words(address));
    return words.stream().limit(MOST_WORDS).collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
