package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * One message, as it is read.
 *
 * @param uid its number in its folder, in decimal
 * @param envelope who, to whom, when, about what
 * @param marks its flags
 * @param body its text
 * @param attachments its files
 * @param headers all header fields, or empty unless they were asked for
 * @param conversation the other messages of the conversation, oldest first
 * @param links where to go from here
 * @param departure how far it has left, or null if it is not of one's own sending
 * @param list what can be done about the mailing list that it came by
 * @param facts what it is beside its text
 * @param keywords labels that its reader gave it
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

  /** Checks that all are there and copies the lists. */
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
   * @param name display name, or the address again if there is none
   * @param address mail address, or null if the header field had none that could be read
   */
  public record Person(String name, String address) {

    /** Checks that there is a name. */
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
   * @param date when it was sent
   * @param arrived when it came, or null unless that was much earlier or later
   * @param size as shown
   */
  public record Envelope(
      String subject,
      List<Person> from,
      List<Person> to,
      List<Person> cc,
      DisplayDate date,
      DisplayDate arrived,
      String size) {

    /** Checks that all are there and copies the lists. */
    public Envelope {
      Objects.requireNonNull(subject);
      Objects.requireNonNull(date);
      Objects.requireNonNull(size);
      from = List.copyOf(from);
      to = List.copyOf(to);
      cc = List.copyOf(cc);
    }
  }

  /** What a reader must know of how a text is shown; beside each note is a link to the original. */
  public enum Note {
    /** It is shown as it was meant. */
    NONE,
    /** Parts of the mail are malformed. */
    MALFORMED,
    /** It is not found by all of its words. */
    PARTIAL,
    /** The mail is too large or too complex to be shown whole. */
    CUT,
    /** The same, and it is not found by all of its words either. */
    TRUNCATED,
    /** The mail is too complex to be read; its source is shown. */
    SOURCE
  }

  /**
   * The text of a message. Exactly one of {@code text} and {@code frameUrl} is given.
   *
   * @param text plain text as a fragment, line ends kept; or null
   * @param frameUrl path of the HTML text, shown in a sandboxed frame; or null
   * @param otherUrl this page with the other version of the text (HTML or plain), or null if the
   *     message has but one
   * @param images what is to be said of its remote images, or null if it has none
   * @param note what a reader must know of how the text is shown
   */
  public record Body(
      SafeHtml text, String frameUrl, String otherUrl, RemoteImages images, Note note) {

    /** Checks that there is one text, and the paths. */
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
    /** They never are, at this service. */
    OFF,
    /** They are if the reader asks for them. */
    HIDDEN,
    /** The reader has asked for those of this mail. */
    SHOWN,
    /** The reader has asked for those of all mail of this sender. */
    OF_SENDER;

    /** Whether they are. */
    public boolean areShown() {
      return this == SHOWN || this == OF_SENDER;
    }
  }

  /**
   * The remote images of a text.
   *
   * @param count how many there are
   * @param state whether they are shown
   * @param showUrl this page with them
   * @param sender address of the one whose images can be shown always, or null
   */
  public record RemoteImages(int count, RemoteState state, String showUrl, String sender) {

    /** Checks that the required parts are there, and the path. */
    public RemoteImages {
      Objects.requireNonNull(state);
      LocalPath.require(showUrl);
    }
  }

  /**
   * A mail of one's own on its way.
   *
   * @param state how far it is
   * @param maybeTwice whether an interruption may have sent it twice to somebody
   * @param recipients those for whom there is something to say
   * @param recall takes it back as a draft, or null if it is too late
   * @param later when it leaves, if its writer chose that, or null
   */
  public record Departure(
      State state, boolean maybeTwice, List<Recipient> recipients, PostForm recall, Later later) {

    /** How far a mail is. */
    public enum State {
      /** It leaves in a moment. */
      HELD,
      /** It waits for the moment that its writer chose. */
      LATER,
      /** It waits for its next attempt. */
      SCHEDULED,
      /** It is being sent. */
      SENDING,
      /** It was handed over, and whether it was taken is not known. */
      IN_DOUBT,
      /** It was accepted. */
      SENT,
      /** It was refused for good. */
      FAILED,
      /** It was accepted, and a report says that it did not arrive. */
      BOUNCED,
      /** It was accepted, and a report says that it has not arrived yet. */
      DELAYED,
      /** A report says that it has arrived. */
      DELIVERED
    }

    /**
     * The moment that its writer chose.
     *
     * @param at as shown
     * @param value as a field holds it, like {@code 2026-11-27T08:00}
     * @param zone in which that is, where no scripts run (IANA)
     * @param change the POST that sets {@code send-at} anew
     */
    public record Later(DisplayDate at, String value, String zone, PostForm change) {

      /** Checks that all are there. */
      public Later {
        Objects.requireNonNull(at);
        Objects.requireNonNull(value);
        Objects.requireNonNull(zone);
        Objects.requireNonNull(change);
      }
    }

    /**
     * One recipient.
     *
     * @param address as it was typed
     * @param state how far the mail is for this one
     * @param reply what its server said last, possibly empty
     */
    public record Recipient(String address, State state, String reply) {

      /** Checks that all are there. */
      public Recipient {
        Objects.requireNonNull(address);
        Objects.requireNonNull(state);
        Objects.requireNonNull(reply);
      }
    }

    /** Checks that there is a state, and copies the list. */
    public Departure {
      Objects.requireNonNull(state);
      recipients = List.copyOf(recipients);
    }
  }

  /**
   * What can be done about a mailing list.
   *
   * @param takesReplies whether a reply can go to the list
   * @param takesLeave whether a mail ends the subscription
   * @param takesOneClick whether a POST of ours ends it
   */
  public record ListWays(boolean takesReplies, boolean takesLeave, boolean takesOneClick) {}

  /**
   * A file in a message.
   *
   * @param name file name, as shown
   * @param type media type, as shown
   * @param size as shown
   * @param url path of the download
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

    /** Checks that the required parts are there, and the paths. */
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
   * Where to go from a message.
   *
   * @param self path of this page; the forms that answer the message are below it
   * @param here this page in the same order of the list
   * @param raw path of the mail as it came
   * @param headers this page with, or if they are shown without, all header fields
   * @param newer the message before it in the list, or null
   * @param older the message after it in the list, or null
   * @param onward where to go once the message has left its folder, or null for the list
   */
  public record Links(
      String self,
      String here,
      String raw,
      String headers,
      String newer,
      String older,
      String onward) {

    /** Checks the paths. */
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
