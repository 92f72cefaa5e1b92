package arashi.compose;

import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import java.util.List;
import java.util.Optional;

/** What has to be known of a mail to answer it. */
@SuppressWarnings({"DoNotCallSuggester", "UnusedMethod", "UnusedVariable"}) // bodies follow
public final class Original {
  private Original() {}

  /**
   * A mail without files.
   *
   * @param raw the mail, below the trace fields that delivery wrote if there are any; of it only
   *     the header is read
   * @param view what is shown of it
   * @param folder where it lies
   * @param uid in that folder
   */
  public static Original of(byte[] raw, MailView view, long folder, long uid) {
    throw new UnsupportedOperationException();
  }

  /**
   * The parts that go along when the mail is forwarded or edited as new: attachments, and images
   * within the text. Store each, make an {@link Attached} of it, and hand them to {@link
   * #withAttachments}. None for answers, and none for {@link AnswerKind#FORWARD_ATTACHED}.
   */
  public static List<PartInfo> carried(AnswerKind kind, MailView view) {
    throw new UnsupportedOperationException();
  }

  /** The same with the files that go along. */
  public Original withAttachments(List<Attached> files) {
    throw new UnsupportedOperationException();
  }

  /**
   * The same with the hash and size of the raw mail, for {@link AnswerKind#FORWARD_ATTACHED}; the
   * name comes from the subject.
   */
  public Original withWhole(String sha256, long size) {
    throw new UnsupportedOperationException();
  }

  /** The address of the mailing list that it came by, if it says so (RFC 2369, RFC 2919). */
  public Optional<Mailbox> list() {
    throw new UnsupportedOperationException();
  }
}
