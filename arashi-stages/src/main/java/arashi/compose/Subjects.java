package arashi.compose;

import arashi.mime.text.TextCleaner;
import arashi.mime.view.SubjectPrefix;

/**
 * Subjects of answers. Programs in other languages write prefixes of their own, and so a
 * conversation collects {@code AW: Re: SV:}; a run of them at the start becomes one.
 */
final class Subjects {
  private Subjects() {}

  /** With one {@code Re:}. */
  static String reply(String subject) {
    String rest = TextCleaner.oneLine(subject);
    return ("Re: " + rest.substring(SubjectPrefix.REPLY.behindAll(rest, 0))).strip();
  }

  /** With one {@code Fwd:}, and behind it one {@code Re:} if it was an answer. */
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
