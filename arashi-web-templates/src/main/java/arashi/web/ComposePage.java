package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /compose} and related requests, and every response that redisplays the form. The form
 * holds the whole mail, so any node can save, send, refuse or redisplay it.
 *
 * @param page the page frame
 * @param draft hidden fields of the form
 * @param senders available sender addresses, the default first; empty if the account has no address
 * @param fields the input
 * @param files attached files
 * @param limits limits shown before an upload
 * @param other version that another window saved or that was sent, or null
 */
public record ComposePage(
    PageFrame page,
    Draft draft,
    List<Sender> senders,
    Fields fields,
    List<File> files,
    Limits limits,
    Other other)
    implements PageModel {

  public ComposePage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(draft);
    Objects.requireNonNull(fields);
    Objects.requireNonNull(limits);
    senders = List.copyOf(senders);
    files = List.copyOf(files);
  }

  /**
   * Another version of the mail, beside which the form is a draft of its own.
   *
   * @param path its page
   * @param wasSent true if it was sent; false if another window has saved it
   */
  public record Other(String path, boolean wasSent) {
    public Other {
      LocalPath.require(path);
    }
  }

  /**
   * Hidden fields of the form.
   *
   * @param key unique per mail within the account, the same each time its form is sent
   * @param id the draft's number in decimal, or empty if it was never saved
   * @param version version that the form is based on, in decimal; 0 if it was never saved
   * @param carried further fields: origin of the mail, page to return to
   * @param redirects whether the form redirects another mail unchanged; only recipients can be
   *     edited
   */
  public record Draft(
      String key, String id, String version, List<Field> carried, boolean redirects) {

    public Draft {
      Objects.requireNonNull(key);
      Objects.requireNonNull(id);
      Objects.requireNonNull(version);
      carried = List.copyOf(carried);
    }
  }

  /**
   * A sender address.
   *
   * @param address value sent by the form
   * @param label displayed name and address
   * @param signature text that a script puts below the mail's text, possibly empty; null leaves the
   *     text unchanged
   * @param chosen whether it is selected
   */
  public record Sender(String address, String label, String signature, boolean chosen) {

    public Sender {
      Objects.requireNonNull(address);
      Objects.requireNonNull(label);
    }
  }

  /**
   * The visible fields.
   *
   * @param to first recipients
   * @param cc further recipients
   * @param bcc hidden recipients
   * @param subject subject
   * @param sendAt time of a scheduled send, like {@code 2026-11-27T08:00}, or empty
   * @param zone zone of {@code sendAt} if scripts are disabled (IANA)
   * @param text the plain text, lines ended by {@code \n}
   */
  public record Fields(
      Typed to, Typed cc, Typed bcc, Typed subject, Typed sendAt, String zone, String text) {

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
   * A field.
   *
   * @param value the input
   * @param wrong errors, in the order of their positions
   */
  public record Typed(String value, List<Wrong> wrong) {

    public Typed {
      Objects.requireNonNull(value);
      wrong = List.copyOf(wrong);
    }

    /** Returns a field without errors. */
    public static Typed right(String value) {
      return new Typed(value, List.of());
    }
  }

  /**
   * An error in a part of a field.
   *
   * @param sentence message in the reader's language
   * @param start start of the part, in UTF-16 units, so that a script can select it
   * @param end end of the part
   */
  public record Wrong(String sentence, int start, int end) {

    public Wrong {
      Objects.requireNonNull(sentence);
    }
  }

  /**
   * An attached file; clearing its check box removes it.
   *
   * @param value the service's data about it, sent back by the form
   * @param name displayed file name
   * @param size displayed size
   */
  public record File(String value, String name, String size) {

    public File {
      Objects.requireNonNull(value);
      Objects.requireNonNull(name);
      Objects.requireNonNull(size);
    }
  }

  /**
   * Limits shown before an upload.
   *
   * @param bytes maximum size of all files of a mail
   * @param shown displayed form of {@code bytes}
   */
  public record Limits(long bytes, String shown) {

    public Limits {
      Objects.requireNonNull(shown);
    }
  }

  @Override
  public String template() {
    return "compose";
  }
}
