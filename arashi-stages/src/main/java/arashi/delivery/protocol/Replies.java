package arashi.delivery.protocol;

import arashi.delivery.Reply;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The replies of sessions (RFC 5321, 4.2.2 and 4.2.3) with their status (RFC 3463, RFC 5248). */
final class Replies {
  static final Reply OK = new Reply(250, "2.0.0", "Ok");
  static final Reply SENDER_OK = new Reply(250, "2.1.0", "Sender ok");
  static final Reply RECIPIENT_OK = new Reply(250, "2.1.5", "Recipient ok");
  static final Reply GO_AHEAD = new Reply(354, "", "End data with <CR><LF>.<CR><LF>");
  static final Reply CHUNK_OK = new Reply(250, "2.0.0", "Chunk received");
  static final Reply BYE = new Reply(221, "2.0.0", "Bye");
  static final Reply START_TLS = new Reply(220, "2.0.0", "Ready to start TLS");
  static final Reply CANT_VERIFY =
      new Reply(252, "2.5.0", "Addresses are not verified, but mail for them may be sent");
  static final Reply HELP = new Reply(214, "2.0.0", "RFC 5321 and RFC 2033 say what is understood");

  static final Reply UNKNOWN = new Reply(500, "5.5.1", "Command not known");
  static final Reply WRONG_HELLO = new Reply(500, "5.5.1", "That greeting is of another protocol");
  static final Reply TOO_LONG = new Reply(500, "5.5.2", "Line too long");
  static final Reply NOT_UTF8 = new Reply(500, "5.5.2", "Line is not UTF-8");
  static final Reply CONTROLS =
      new Reply(500, "5.5.2", "Line has control characters; only CRLF ends a line");
  static final Reply SYNTAX = new Reply(501, "5.5.2", "Syntax error");
  static final Reply NO_ARGUMENT = new Reply(501, "5.5.4", "No argument is allowed");
  static final Reply NEEDS_NAME = new Reply(501, "5.5.4", "A greeting needs a name");
  static final Reply BAD_PARAMETER = new Reply(501, "5.5.4", "Bad parameter");
  static final Reply UNKNOWN_PARAMETER = new Reply(555, "5.5.4", "Parameter not known");
  static final Reply BAD_SENDER = new Reply(501, "5.1.7", "Bad address of the sender");
  static final Reply BAD_RECIPIENT = new Reply(501, "5.1.3", "Bad address of the recipient");
  static final Reply NEEDS_SMTPUTF8 =
      new Reply(553, "5.6.7", "Addresses beyond ASCII need SMTPUTF8");
  static final Reply NOT_IMPLEMENTED = new Reply(502, "5.5.1", "Command not implemented");
  static final Reply HELLO_FIRST = new Reply(503, "5.5.1", "A greeting comes first");
  static final Reply MAIL_FIRST = new Reply(503, "5.5.1", "MAIL comes first");
  static final Reply RECIPIENT_FIRST = new Reply(503, "5.5.1", "No valid recipients");
  static final Reply NESTED = new Reply(503, "5.5.1", "Another mail has begun");
  static final Reply IN_CHUNKS = new Reply(503, "5.5.1", "The mail comes in chunks");
  static final Reply HAS_TLS = new Reply(503, "5.5.1", "TLS is in use");
  static final Reply BAD_CHUNK = new Reply(501, "5.5.4", "BDAT needs a number, and maybe LAST");
  static final Reply TOO_LARGE = new Reply(552, "5.3.4", "Mail is larger than what is allowed");
  static final Reply BARE_LINE_END =
      new Reply(550, "5.6.0", "Mail has a CR or LF that does not belong to a CRLF");
  static final Reply NO_MEMORY = new Reply(452, "4.3.1", "No memory for the mail just now");
  static final Reply TOO_MANY_RECIPIENTS =
      new Reply(452, "4.5.3", "Too many recipients; send the mail to the others next");
  static final Reply NO_VERDICT = new Reply(451, "4.3.0", "Failed; try again later");

  static final Reply TOO_MANY_ERRORS = new Reply(421, "4.7.0", "Too many errors");
  static final Reply TOO_MANY_COMMANDS = new Reply(421, "4.7.0", "Too many commands");
  static final Reply NO_HTTP = new Reply(421, "4.7.0", "This is not HTTP");

  private Replies() {}

  /**
   * The one reply of SMTP for all recipients. If one was refused the client has to hear that; a
   * retry is not stored twice for the others. For now counts more than for ever: then the client
   * tries again, and hears what is left.
   */
  static Reply worst(List<Reply> all) {
    return Collections.max(all, Comparator.comparingInt(Replies::severity));
  }

  private static int severity(Reply reply) {
    return reply.accepted() ? 0 : isPermanent(reply) ? 1 : 2;
  }

  /** True if the client needn't try again (5xx). */
  static boolean isPermanent(Reply reply) {
    return reply.code() >= 500;
  }
}
