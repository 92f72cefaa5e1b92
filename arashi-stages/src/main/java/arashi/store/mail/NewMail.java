package arashi.store.mail;

import java.time.Instant;
import java.util.Set;

/**
 * A mail to be stored, with what the MIME layer found in it. Texts that are longer than their
 * column are cut; the arrays must not change until the mail is stored.
 *
 * @param raw the mail as it came, byte for byte; not empty
 * @param receivedAt when it came; stored as not before 1970 and not after tomorrow
 * @param flags to begin with
 * @param from the sender, as shown
 * @param fromKey the sender, as sorted: lower case; the first 32 bytes count
 * @param subject the subject, as shown
 * @param subjectKey the subject, as sorted: lower case, without Re: and Fwd:; the first 32 bytes
 *     count
 * @param preview the beginning of its text
 * @param hasAttachment whether listings show a paper clip
 * @param messageIdHash hash of its Message-ID
 * @param thread hash of the Message-ID that began the conversation
 * @param display what a reader is shown; at most 16 MiB
 * @param terms by which it is found; the first 66 bytes of each count
 * @param reading what else its parser found
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
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

  /** The same mail with other flags. */
  public NewMail withFlags(Set<Flag> others) {
    return with(others, hasAttachment, terms, reading);
  }

  /** The same mail, found by other terms. */
  public NewMail withTerms(Set<String> others) {
    return with(flags, hasAttachment, others, reading);
  }

  /** The same mail, of which its parser found something else. */
  public NewMail withReading(Reading other) {
    return with(flags, hasAttachment, terms, other);
  }

  /** The same mail, shown with a paper clip or without. */
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
