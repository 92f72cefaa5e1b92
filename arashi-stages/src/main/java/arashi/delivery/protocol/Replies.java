package arashi.delivery.protocol;

import arashi.delivery.Reply;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Replies of sessions (RFC 5321, 4.2.2 and 4.2.3) with enhanced status (RFC 3463, RFC 5248). */
final class Replies {
  static final Reply OK = new Reply(250, "2.0.0", "Ok");
  static final Reply SENDER_OK = new Reply(250, "2.1.0", "Sender ok");
  static final Reply RECIPIENT_OK = new Reply(250, "2.1.5", "Recipient ok");
  static final Reply GO_AHEAD = new Reply(354, "", "End data with <CR><LF>.<CR><LF>");
  static final Reply CHUNK_OK = new Reply(250, "2.0.0", "Chunk received");
  static final Reply BYE = new Reply(221, "2.0.0", "Bye");
  static final Reply START_TLS = new Reply(220, "2.0.0", "Ready to start TLS");
  static final Reply CANT_VERIFY =
      new Reply(252, "2.5.0", "Cannot verify the address; mail for it may be accepted");
  static final Reply HELP = new Reply(214, "2.0.0", "See RFC 5321 and RFC 2033");

  static final Reply UNKNOWN = new Reply(500, "5.5.1", "Command not recognized");
  static final Reply WRONG_HELLO =
      new Reply(500, "5.5.1", "Wrong greeting: use LHLO for LMTP, EHLO or HELO for SMTP");
  static final Reply TOO_LONG = new Reply(500, "5.5.2", "Line too long");
  static final Reply NOT_UTF8 = new Reply(500, "5.5.2", "Line is not UTF-8");
  static final Reply CONTROLS =
      new Reply(500, "5.5.2", "Control characters in the line; only CRLF ends a line");
  static final Reply SYNTAX = new Reply(501, "5.5.2", "Syntax error");
  static final Reply NO_ARGUMENT = new Reply(501, "5.5.4", "This command takes no argument");
  static final Reply NEEDS_NAME = new Reply(501, "5.5.4", "The greeting needs a host name");
  static final Reply BAD_PARAMETER = new Reply(501, "5.5.4", "Malformed or repeated parameter");
  static final Reply UNKNOWN_PARAMETER = new Reply(555, "5.5.4", "Parameter not recognized");
  static final Reply BAD_SENDER = new Reply(501, "5.1.7", "Malformed sender address");
  static final Reply BAD_RECIPIENT = new Reply(501, "5.1.3", "Malformed recipient address");
  static final Reply NEEDS_SMTPUTF8 = new Reply(553, "5.6.7", "Non-ASCII addresses need SMTPUTF8");
  static final Reply NOT_IMPLEMENTED = new Reply(502, "5.5.1", "Command not implemented");
  static final Reply HELLO_FIRST = new Reply(503, "5.5.1", "Send LHLO, EHLO or HELO first");
  static final Reply MAIL_FIRST = new Reply(503, "5.5.1", "Send MAIL first");
  static final Reply RECIPIENT_FIRST = new Reply(503, "5.5.1", "No valid recipients");
  static final Reply NESTED = new Reply(503, "5.5.1", "A mail transaction is already open");
  static final Reply IN_CHUNKS = new Reply(503, "5.5.1", "BDAT has begun; continue with BDAT");
  static final Reply HAS_TLS = new Reply(503, "5.5.1", "TLS is already active");
  static final Reply BAD_CHUNK = new Reply(501, "5.5.4", "BDAT needs a size, optionally LAST");
  static final Reply TOO_LARGE = new Reply(552, "5.3.4", "Mail exceeds the size limit");
  static final Reply BARE_LINE_END =
      new Reply(550, "5.6.0", "Mail has a bare CR or LF; lines must end with CRLF");
  static final Reply NO_MEMORY = new Reply(452, "4.3.1", "No memory for the mail; try later");
  static final Reply TOO_MANY_RECIPIENTS =
      new Reply(452, "4.5.3", "Too many recipients; send to the rest in another mail");
  static final Reply NO_VERDICT = new Reply(451, "4.3.0", "Temporary failure; try again later");

  static final Reply TOO_MANY_ERRORS = new Reply(421, "4.7.0", "Too many errors");
  static final Reply TOO_MANY_COMMANDS = new Reply(421, "4.7.0", "Too many commands");
  static final Reply NO_HTTP = new Reply(421, "4.7.0", "This is not HTTP");

  private Replies() {}

  /**
   * Returns SMTP's single reply for all recipients. Any refusal must reach the client; a retry is
   * deduplicated for the other recipients. A temporary refusal outranks a permanent one: the retry
   * then reports the permanent one.
   */
  static Reply worst(List<Reply> all) {
    return Collections.max(all, Comparator.comparingInt(Replies::severity));
  }

  private static int severity(Reply reply) {
    return reply.accepted() ? 0 : isPermanent(reply) ? 1 : 2;
  }

  /** True if a retry is useless (5xx). */
  static boolean isPermanent(Reply reply) {
    return reply.code() >= 500;
  }
}
