package arashi.store.mail;

import java.time.Instant;
import java.util.Set;

/**
 * A mail to store, with the output of the MIME layer. Texts longer than their column are truncated.
 * The arrays must not change until the mail is stored.
 *
 * @param raw the mail as received, byte for byte; not empty
 * @param receivedAt time of receipt; clamped to the range from 1970 to tomorrow
 * @param flags initial flags
 * @param from display text of the sender
 * @param fromKey sort key of the sender: lower case; the first 32 bytes count
 * @param subject display text of the subject
 * @param subjectKey sort key of the subject: lower case, without Re: and Fwd:; the first 32 bytes
 *     count
 * @param preview beginning of its text
 * @param hasAttachment whether listings show a paper clip
 * @param messageIdHash hash of its Message-ID
 * @param thread hash of the Message-ID that began the conversation
 * @param display data for the reading page; at most 16 MiB
 * @param terms search terms; the first 66 bytes of each count
 * @param reading further output of its parser
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record NewMail(
    byte[] raw,
    Instant receivedAt,
    Set<Flag> flags,
    String from,
    String fromKey,
    String subject,
    String subjectKey,
    String preview,
    boolean hasAttachment,
    long messageIdHash,
    long thread,
    byte[] display,
    Set<String> terms,
    Reading reading) {

  /** Returns the mail with other flags. */
  public NewMail withFlags(Set<Flag> others) {
    return with(others, hasAttachment, terms, reading);
  }

  /** Returns the mail with other search terms. */
  public NewMail withTerms(Set<String> others) {
    return with(flags, hasAttachment, others, reading);
  }

  /** Returns the mail with another reading. */
  public NewMail withReading(Reading other) {
    return with(flags, hasAttachment, terms, other);
  }

  /** Returns the mail with or without a paper clip. */
  public NewMail withAttachment(boolean shown) {
    return with(flags, shown, terms, reading);
  }

  private NewMail with(
      Set<Flag> newFlags, boolean attachment, Set<String> newTerms, Reading newReading) {
    return new NewMail(
        raw,
        receivedAt,
        newFlags,
        from,
        fromKey,
        subject,
        subjectKey,
        preview,
        attachment,
        messageIdHash,
        thread,
        display,
        newTerms,
        newReading);
  }
}
