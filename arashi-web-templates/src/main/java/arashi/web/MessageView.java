package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * A message as displayed.
 *
 * @param uid its number in its folder, in decimal
 * @param envelope sender, recipients, dates and subject
 * @param marks its flags
 * @param body its text
 * @param attachments its files
 * @param headers all header fields, or empty unless requested
 * @param conversation the other messages of the conversation, oldest first
 * @param links links from here
 * @param departure state of an outgoing mail, or null
 * @param list actions for its mailing list
 * @param facts signatures, reports and invitations
 * @param keywords the reader's labels
 */
public record MessageView(
    String uid,
    Envelope envelope,
    RowState marks,
    Body body,
    List<Attachment> attachments,
    List<Field> headers,
    List<MessageRow> conversation,
    Links links,
    Departure departure,
    ListWays list,
    MailFacts facts,
    List<String> keywords) {

  public MessageView {
    Objects.requireNonNull(uid);
    Objects.requireNonNull(envelope);
    Objects.requireNonNull(marks);
    Objects.requireNonNull(body);
    Objects.requireNonNull(links);
    Objects.requireNonNull(list);
    Objects.requireNonNull(facts);
    attachments = List.copyOf(attachments);
    headers = List.copyOf(headers);
    conversation = List.copyOf(conversation);
    keywords = List.copyOf(keywords);
  }

  /**
   * A person in a header field.
   *
   * @param name display name, or else the address
   * @param address mail address, or null if none could be parsed
   */
  public record Person(String name, String address) {

    public Person {
      Objects.requireNonNull(name);
    }
  }

  /**
   * The head of a message.
   *
   * @param subject subject, or empty
   * @param from authors; usually one
   * @param to recipients
   * @param cc recipients of copies
   * @param bcc recipients of blind copies, which only the writer's mail names
   * @param date date of sending
   * @param arrived date of arrival, or null unless it differs much from {@code date}
   * @param size displayed size
   */
  public record Envelope(
      String subject,
      List<Person> from,
      List<Person> to,
      List<Person> cc,
      List<Person> bcc,
      DisplayDate date,
      DisplayDate arrived,
      String size) {

    public Envelope {
      Objects.requireNonNull(subject);
      Objects.requireNonNull(date);
      Objects.requireNonNull(size);
      from = List.copyOf(from);
      to = List.copyOf(to);
      cc = List.copyOf(cc);
      bcc = List.copyOf(bcc);
    }
  }

  /** A limitation of how the text is shown; each note has a link to the original. */
  public enum Note {
    /** No limitation. */
    NONE,
    /** Parts of the mail are malformed. */
    MALFORMED,
    /** The search index does not contain all of its words. */
    PARTIAL,
    /** The mail is too large or too complex to be shown completely. */
    CUT,
    /** Like {@link #CUT}, and the search index does not contain all of its words. */
    TRUNCATED,
    /** The mail is too complex to be parsed; its source is shown. */
    SOURCE
  }

  /**
   * The font of plain text.
   *
   * @param fixed whether all letters have one width
   * @param otherUrl this page with the other font
   */
  public record Font(boolean fixed, String otherUrl) {
    /** Checks the address. */
    public Font {
      LocalPath.requireOrNull(otherUrl);
    }
  }

  /**
   * The text of a message. Exactly one of {@code text} and {@code frameUrl} is set.
   *
   * @param text plain text as a fragment, line ends kept; or null
   * @param frameUrl path of the HTML text, shown in a sandboxed frame; or null
   * @param otherUrl this page with the other version of the text (HTML or plain), or null if there
   *     is only one
   * @param images its remote images, or null if it has none
   * @param note limitation of how the text is shown
   * @param font font of the plain text, or null for HTML
   */
  public record Body(
      SafeHtml text, String frameUrl, String otherUrl, RemoteImages images, Note note, Font font) {

    /** Text without a choice of its font. */
    public Body(SafeHtml text, String frameUrl, String otherUrl, RemoteImages images, Note note) {
      this(text, frameUrl, otherUrl, images, note, null);
    }

    public Body {
      Objects.requireNonNull(note);
      if ((text == null) == (frameUrl == null)) {
        throw new IllegalArgumentException("either text or frameUrl");
      }
      LocalPath.requireOrNull(frameUrl);
      LocalPath.requireOrNull(otherUrl);
    }
  }

  /** Whether remote images are shown. */
  public enum RemoteState {
    /** Disabled in this service. */
    OFF,
    /** Hidden until the reader requests them. */
    HIDDEN,
    /** Shown for this mail at the reader's request. */
    SHOWN,
    /** Shown for all mail of this sender at the reader's request. */
    OF_SENDER;

    /** True if the images are shown. */
    public boolean areShown() {
      return this == SHOWN || this == OF_SENDER;
    }
  }

  /**
   * The remote images of a text.
   *
   * @param count number of images
   * @param state whether they are shown
   * @param showUrl this page with images
   * @param sender address of the sender whose images can be shown always, or null
   */
  public record RemoteImages(int count, RemoteState state, String showUrl, ShownAddress sender) {

    public RemoteImages {
      Objects.requireNonNull(state);
      LocalPath.require(showUrl);
    }
  }

  /**
   * The state of an outgoing mail.
   *
   * @param state overall state
   * @param maybeTwice whether an interruption may have caused duplicate delivery
   * @param recipients recipients with something to report
   * @param recall the POST that turns it back into a draft, or null if it is too late
   * @param later the scheduled time, or null
   */
  public record Departure(
      State state, boolean maybeTwice, List<Recipient> recipients, PostForm recall, Later later) {

    /** Progress of an outgoing mail. */
    public enum State {
      /** Held briefly, so that it can be recalled. */
      HELD,
      /** Waits for its scheduled time. */
      LATER,
      /** Waits until an operator releases the outbox. */
      PAUSED,
      /** Waits for its next attempt. */
      SCHEDULED,
      /** It is being sent. */
      SENDING,
      /** Transferred, but the server's acceptance is unknown. */
      IN_DOUBT,
      /** Accepted by the server. */
      SENT,
      /** Rejected permanently. */
      FAILED,
      /** Accepted for some recipients, rejected for others. */
      PARTLY,
      /** Accepted, then reported as undeliverable. */
      BOUNCED,
      /** Accepted, then reported as delayed. */
      DELAYED,
      /** Reported as delivered. */
      DELIVERED
    }

    /**
     * A scheduled time.
     *
     * @param at displayed time
     * @param value value of the input field, like {@code 2026-11-27T08:00}
     * @param zone zone of {@code value} if scripts are disabled (IANA)
     * @param change the POST that sets {@code send-at} anew
     */
    public record Later(DisplayDate at, String value, String zone, PostForm change) {

      public Later {
        Objects.requireNonNull(at);
        Objects.requireNonNull(value);
        Objects.requireNonNull(zone);
        Objects.requireNonNull(change);
      }
    }

    /**
     * A recipient.
     *
     * @param address as entered
     * @param state progress for this recipient
     * @param reply the server's last reply, possibly empty
     */
    public record Recipient(String address, State state, String reply) {

      public Recipient {
        Objects.requireNonNull(address);
        Objects.requireNonNull(state);
        Objects.requireNonNull(reply);
      }
    }

    public Departure {
      Objects.requireNonNull(state);
      recipients = List.copyOf(recipients);
    }
  }

  /**
   * Actions for a mailing list.
   *
   * @param takesReplies whether replies can go to the list
   * @param takesLeave whether a mail ends the subscription
   * @param takesOneClick whether a POST from this service ends it
   */
  public record ListWays(boolean takesReplies, boolean takesLeave, boolean takesOneClick) {}

  /**
   * An attachment.
   *
   * @param name displayed file name
   * @param type displayed media type
   * @param size displayed size
   * @param url download path
   * @param previewUrl path of an image that may be shown inline, or null
   * @param viewUrl path by which the browser shows it alone, or null
   * @param mailUrl path of its page if it is a mail, or null
   */
  public record Attachment(
      String name,
      String type,
      String size,
      String url,
      String previewUrl,
      String viewUrl,
      String mailUrl) {

    public Attachment {
      Objects.requireNonNull(name);
      Objects.requireNonNull(type);
      Objects.requireNonNull(size);
      LocalPath.require(url);
      LocalPath.requireOrNull(previewUrl);
      LocalPath.requireOrNull(viewUrl);
      LocalPath.requireOrNull(mailUrl);
    }
  }

  /**
   * Links from a message.
   *
   * @param self path of this page; the forms that answer the message are below it
   * @param here this page with the list's sort order
   * @param raw path of the original mail
   * @param headers this page with all header fields, or without if they are shown
   * @param newer the previous message in the list, or null
   * @param older the next message in the list, or null
   * @param onward page after the message has left its folder, or null for the list
   */
  public record Links(
      String self,
      String here,
      String raw,
      String headers,
      String newer,
      String older,
      String onward) {

    public Links {
      LocalPath.require(self);
      LocalPath.require(here);
      LocalPath.require(raw);
      LocalPath.require(headers);
      LocalPath.requireOrNull(newer);
      LocalPath.requireOrNull(older);
      LocalPath.requireOrNull(onward);
    }
  }
}
