package arashi.deploy.peer;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A mail whose content was sent as a whole in a session of LMTP, and the answer for each of its
 * recipients.
 *
 * @param sender its envelope's
 * @param recipients the recipients that were accepted at {@code RCPT}
 * @param content without the dots of DATA
 * @param answers one for each recipient; fewer if the session ended before
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TappedMail(
    String sender, List<String> recipients, byte[] content, List<String> answers) {

  /** True if the service has said for this recipient that the mail is stored. */
  public boolean isAcknowledgedFor(String recipient) {
    int at = recipients.indexOf(recipient);
    return at >= 0 && at < answers.size() && answers.get(at).startsWith("250");
  }

  /** The mails of a session, from all octets of both sides. */
  static List<TappedMail> of(byte[] asked, byte[] said) {
    return new Reader(asked, said).read();
  }

  /** Goes through both sides in lockstep: each command has one reply, content one a recipient. */
  private static final class Reader {
    private final byte[] asked;
    private final byte[] said;
    private final List<TappedMail> mails = new ArrayList<>();
    private int in;
    private int out;

    private String sender = "";
    private List<String> recipients = new ArrayList<>();
    private ByteArrayOutputStream chunks = new ByteArrayOutputStream();

    Reader(byte[] asked, byte[] said) {
      this.asked = asked;
      this.said = said;
    }

    List<TappedMail> read() {
      reply(); // the greeting
      for (String command = command(); command != null; command = command()) {
        String verb = command.split(" ", 2)[0].toUpperCase(Locale.ROOT);
        switch (verb) {
          case "BDAT" -> chunk(command);
          case "DATA" -> {
            if (reply().startsWith("354")) {
              dotted();
            }
          }
          default -> envelope(verb, command, reply());
        }
      }
      return mails;
    }

    private void envelope(String verb, String command, String reply) {
      if (!reply.startsWith("250")) {
        return;
      }
      if (verb.equals("RCPT")) {
        recipients.add(path(command));
        return;
      }
      begin();
      if (verb.equals("MAIL")) {
        sender = path(command);
      }
    }

    private void begin() {
      sender = "";
      recipients = new ArrayList<>();
      chunks = new ByteArrayOutputStream();
    }

    private static String path(String command) {
      return command.substring(command.indexOf('<') + 1, command.indexOf('>'));
    }

    private void chunk(String command) {
      String[] words = command.split(" ", -1);
      int octets = Math.min(Integer.parseInt(words[1]), asked.length - in);
      chunks.write(asked, in, octets);
      boolean whole = octets == Integer.parseInt(words[1]);
      in += octets;
      if (words.length == 2) {
        reply();
      } else if (whole) {
        ends(chunks.toByteArray());
      }
    }

    private void dotted() {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      while (in < asked.length) {
        int end = lineEnd();
        if (end < 0) {
          in = asked.length;
          return; // it was cut off, so it may be unstored
        }
        boolean dot = asked[in] == '.';
        if (dot && end == in + 3) {
          in = end;
          ends(content.toByteArray());
          return;
        }
        content.write(asked, dot ? in + 1 : in, end - in - (dot ? 1 : 0));
        in = end;
      }
    }

    private void ends(byte[] content) {
      if (recipients.isEmpty()) {
        reply(); // of a chunk without recipients
        return;
      }
      List<String> answers = new ArrayList<>();
      for (int i = 0; i < recipients.size(); i++) {
        String reply = reply();
        if (!reply.isEmpty()) {
          answers.add(reply);
        }
      }
      mails.add(new TappedMail(sender, List.copyOf(recipients), content, answers));
      begin();
    }

    /** Behind the CRLF of the line that begins here; -1 if it has none. */
    private int lineEnd() {
      for (int i = in; i + 1 < asked.length; i++) {
        if (asked[i] == '\r' && asked[i + 1] == '\n') {
          return i + 2;
        }
      }
      return -1;
    }

    private String command() {
      int end = lineEnd();
      if (end < 0) {
        return null;
      }
      String line = new String(asked, in, end - 2 - in, StandardCharsets.UTF_8);
      in = end;
      return line;
    }

    /** The last line of the next reply; empty if none came. */
    private String reply() {
      String line = replyLine();
      while (line.length() > 3 && line.charAt(3) == '-') {
        line = replyLine();
      }
      return line;
    }

    private String replyLine() {
      int start = out;
      while (out < said.length && said[out] != '\n') {
        out++;
      }
      if (out == said.length) {
        return ""; // cut off: as if it had not come
      }
      out++;
      return new String(said, start, out - start, StandardCharsets.UTF_8).strip();
    }
  }
}
