package arashi.compose;

import arashi.mime.text.TextCleaner;
import arashi.mime.view.SubjectPrefix;

/**
 * Subjects of answers. Programs write prefixes in many languages, so subjects collect {@code AW:
 * Re: SV:}; a leading run of prefixes becomes one.
 */
final class Subjects {
  private Subjects() {}

  /** Returns the subject with one {@code Re:}. */
  static String reply(String subject) {
    String rest = TextCleaner.oneLine(subject);
    return ("Re: " + rest.substring(SubjectPrefix.REPLY.behindAll(rest, 0))).strip();
  }

  /** Returns the subject with one {@code Fwd:}, followed by one {@code Re:} if it was an answer. */
  static String forward(String subject) {
    String rest = TextCleaner.oneLine(subject);
    boolean answer = false;
    int at = 0;
    for (int start = -1; start != at; ) {
      start = at;
      at = SubjectPrefix.FORWARD.behindAll(rest, at);
      int behindReplies = SubjectPrefix.REPLY.behindAll(rest, at);
      answer |= behindReplies > at;
      at = behindReplies;
    }
    return ("Fwd: " + (answer ? "Re: " : "") + rest.substring(at)).strip();
  }
}
