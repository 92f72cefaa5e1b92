package arashi.deploy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.SingleBody;
import org.apache.james.mime4j.dom.TextBody;
import org.apache.james.mime4j.dom.address.Mailbox;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.openqa.selenium.json.Json;

/**
 * A mail as a parser has it that is not ours.
 *
 * @param from name and address, in one line each
 * @param text of the first part that is plain text, with LF
 * @param complaints what the parser finds wrong
 */
record ParsedByOthers(
    String subject,
    List<String> from,
    List<String> to,
    String text,
    List<ParsedFile> files,
    List<String> complaints) {

  /** An attachment. */
  record ParsedFile(String name, String type, String sha256) {}

  private static final String SCRIPT =
      """
      import email, email.policy, hashlib, json, sys
      with open(sys.argv[1], 'rb') as f:
          mail = email.message_from_binary_file(f, policy=email.policy.default)
      def people(field):
          found = mail[field]
          return [] if found is None else [a.display_name + ' <' + a.addr_spec + '>' for a in found.addresses]
      wrong = [repr(d) for p in mail.walk() for d in p.defects]
      wrong += [repr(d) for p in mail.walk() for v in p.values() for d in v.defects]
      text = mail.get_body(('plain',))
      files = [{'name': p.get_filename(), 'type': p.get_content_type(),
                'sha256': hashlib.sha256(p.get_payload(decode=True) or b'').hexdigest()}
               for p in mail.iter_attachments()]
      print(json.dumps({'subject': str(mail['subject']), 'from': people('from'), 'to': people('to'),
          'text': text.get_content().replace('\\r\\n', '\\n'), 'files': files, 'wrong': wrong}))
      """;

  /** Why Python can't be asked; empty if it can. */
  static Optional<String> pythonIsMissing() {
    try {
      Process process = new ProcessBuilder("python3", "--version").start();
      return process.waitFor() == 0 ? Optional.empty() : Optional.of("there is no python3");
    } catch (IOException e) {
      return Optional.of("there is no python3: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** By what Python brings for mail. */
  static ParsedByOthers byPython(Path mail) throws IOException {
    Process process =
        new ProcessBuilder("python3", "-X", "utf8", "-c", SCRIPT, mail.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Map<?, ?> facts = new Json().<Map<?, ?>>toType(said, Map.class);
    List<ParsedFile> files = new ArrayList<>();
    for (Object each : (List<?>) facts.get("files")) {
      Map<?, ?> file = (Map<?, ?>) each;
      files.add(new ParsedFile(text(file, "name"), text(file, "type"), text(file, "sha256")));
    }
    return new ParsedByOthers(
        text(facts, "subject"),
        texts(facts, "from"),
        texts(facts, "to"),
        text(facts, "text"),
        files,
        texts(facts, "wrong"));
  }

  private static String text(Map<?, ?> facts, String name) {
    return String.valueOf(facts.get(name));
  }

  private static List<String> texts(Map<?, ?> facts, String name) {
    return ((List<?>) facts.get(name)).stream().map(String::valueOf).toList();
  }

  /** By Apache James' mime4j, which our own parser does not use for this. */
  static ParsedByOthers byMime4j(Path mail) throws IOException {
    try (InputStream in = Files.newInputStream(mail)) {
      Message message = new DefaultMessageBuilder().parseMessage(in);
      List<Entity> leaves = new ArrayList<>();
      collect(message, leaves);
      String text = "";
      List<ParsedFile> files = new ArrayList<>();
      for (Entity leaf : leaves) {
        if (leaf.getBody() instanceof TextBody plain && leaf.getFilename() == null) {
          text = new String(plain.getInputStream().readAllBytes(), plain.getMimeCharset());
        } else {
          files.add(new ParsedFile(leaf.getFilename(), leaf.getMimeType(), sha256(leaf)));
        }
      }
      return new ParsedByOthers(
          message.getSubject(),
          message.getFrom().stream().map(ParsedByOthers::named).toList(),
          message.getTo().flatten().stream().map(ParsedByOthers::named).toList(),
          text.replace("\r\n", "\n"),
          files,
          List.of());
    }
  }

  private static void collect(Entity entity, List<Entity> leaves) {
    if (entity.getBody() instanceof Multipart multipart) {
      multipart.getBodyParts().forEach(part -> collect(part, leaves));
    } else {
      leaves.add(entity);
    }
  }

  private static String named(Mailbox mailbox) {
    String name = mailbox.getName() == null ? "" : mailbox.getName();
    return name + " <" + mailbox.getAddress() + ">";
  }

  /**
   * Returns the hash of a leaf; an attached mail, which is parsed, counts as empty, like in Python.
   */
  private static String sha256(Entity leaf) throws IOException {
    return leaf.getBody() instanceof SingleBody content
        ? sha256(content.getInputStream().readAllBytes())
        : sha256(new byte[0]);
  }

  /** Returns the form of the parsers' output. */
  static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
