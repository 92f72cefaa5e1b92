package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /compose} and its kin, and every answer that gives the form back: a mail that is being
 * written. The form holds the whole mail, so that it can be saved, sent, refused and given back by
 * whichever node takes it.
 *
 * @param page the surroundings
 * @param draft what the form says of itself, unseen
 * @param senders addresses that the mail may come from, the usual one first; none if it has no
 *     address
 * @param fields what was typed
 * @param files what goes with it
 * @param limits what is said before a file is sent
 * @param other path of the version that another window has saved, or null
 */
public record ComposePage(
    PageFrame page,
    Draft draft,
    List<Sender> senders,
    Fields fields,
    List<File> files,
    Limits limits,
    String other)
    implements PageModel {

  /** Checks that all are there, and copies the lists. */
  public ComposePage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(draft);
    Objects.requireNonNull(fields);
    Objects.requireNonNull(limits);
    senders = List.copyOf(senders);
    files = List.copyOf(files);
    LocalPath.requireOrNull(other);
  }

  /**
   * What the form says of itself in hidden fields.
   *
   * @param key tells this mail from all others of the account, however often its form is sent
   * @param id number of the draft in decimal, or empty if it was never saved
   * @param version that the form began from, in decimal; 0 if it was never saved
   * @param carried further fields: where the mail comes from, where to go back to
   * @param redirects whether another mail goes on as it is: only its recipients can be typed
   */
  public record Draft(
      String key, String id, String version, List<Field> carried, boolean redirects) {

    /** Copies the fields. */
    public Draft {
      Objects.requireNonNull(key);
      Objects.requireNonNull(id);
      Objects.requireNonNull(version);
      carried = List.copyOf(carried);
    }
  }

  /**
   * An address that the mail may come from.
   *
   * @param address what the form sends
   * @param label name and address, as shown
   * @param signature what a script puts below the text with it, possibly empty; null: whatever is
   *     there stays
   * @param chosen whether the mail comes from it
   */
  public record Sender(String address, String label, String signature, boolean chosen) {

    /** Checks that address and label are there. */
    public Sender {
      Objects.requireNonNull(address);
      Objects.requireNonNull(label);
    }
  }

  /**
   * The fields that are typed.
   *
   * @param to first recipients
   * @param cc further recipients
   * @param bcc recipients of whom the others do not learn
   * @param subject subject
   * @param sendAt when it is to be sent, if not at once, like {@code 2026-11-27T08:00}
   * @param zone in which that is, where no scripts run (IANA)
   * @param text the plain text, lines ended by {@code \n}
   */
  public record Fields(
      Typed to, Typed cc, Typed bcc, Typed subject, Typed sendAt, String zone, String text) {

    /** Checks that all are there. */
    public Fields {
      Objects.requireNonNull(to);
      Objects.requireNonNull(cc);
      Objects.requireNonNull(bcc);
      Objects.requireNonNull(subject);
      Objects.requireNonNull(sendAt);
      Objects.requireNonNull(zone);
      Objects.requireNonNull(text);
    }
  }

  /**
   * One field.
   *
   * @param value as it was typed
   * @param wrong what is wrong with it, in the order of the value
   */
  public record Typed(String value, List<Wrong> wrong) {

    /** Copies the list. */
    public Typed {
      Objects.requireNonNull(value);
      wrong = List.copyOf(wrong);
    }

    /** A field with which nothing is wrong. */
    public static Typed right(String value) {
      return new Typed(value, List.of());
    }
  }

  /**
   * What is wrong with a part of a field.
   *
   * @param sentence says it, in the reader's language
   * @param start where the part begins in the value, in UTF-16 units, so that a script can select
   *     it
   * @param end where it ends
   */
  public record Wrong(String sentence, int start, int end) {

    /** Checks that there is a sentence. */
    public Wrong {
      Objects.requireNonNull(sentence);
    }
  }

  /**
   * A file that goes with the mail unless its box is unticked.
   *
   * @param value all that the service must know of it; the form sends it back
   * @param name file name, as shown
   * @param size as shown
   */
  public record File(String value, String name, String size) {

    /** Checks that all are there. */
    public File {
      Objects.requireNonNull(value);
      Objects.requireNonNull(name);
      Objects.requireNonNull(size);
    }
  }

  /**
   * What is said before a file is sent.
   *
   * @param bytes most bytes of all files of a mail
   * @param shown the same as shown
   */
  public record Limits(long bytes, String shown) {

    /** Checks that it can be shown. */
    public Limits {
      Objects.requireNonNull(shown);
    }
  }

  @Override
  public String template() {
    return "compose";
  }
}
