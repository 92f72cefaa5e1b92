package arashi.mime.parse;

import arashi.mime.limit.WorkBudget;
import arashi.mime.text.CharsetRescue;
import arashi.mime.text.EscapedAddress;
import arashi.mime.text.TextCleaner;
import arashi.mime.unpack.CalendarReader;
import arashi.mime.unpack.CmsMessage;
import arashi.mime.unpack.PgpSignature;
import arashi.mime.view.DeliveryReport;
import arashi.mime.view.DeliveryReport.Outcome;
import arashi.mime.view.Invitation;
import arashi.mime.view.MailFacts;
import arashi.mime.view.Protection;
import arashi.mime.view.Protection.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Detects facts beside the text: encryption (RFC 3156, RFC 8551), signatures (RFC 1847), reports
 * (RFC 3464, RFC 8098) and invitations (RFC 6047). For one use on one thread.
 */
final class FactsReader {
  private static final int MAX_EACH = 20;
  private static final int MAX_REPORT = 64 << 10;
  private static final int MAX_REASON = 500;
  private static final int BYTES_PER_STEP = 64;
  private static final String PGP_MESSAGE = "-----BEGIN PGP MESSAGE-----";
  private static final String PGP_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----";

  private final WorkBudget budget;
  private final Set<Protection> protections = new LinkedHashSet<>();
  private final Set<DeliveryReport> reports = new LinkedHashSet<>();
  private final Set<Invitation> invitations = new LinkedHashSet<>();
  private boolean attached;

  FactsReader(WorkBudget budget) {
    this.budget = budget;
  }

  /** Reads the facts; {@code text} is the body as displayed. */
  MailFacts read(MimePart root, String text) {
    visit(root);
    inline(text);
    return new MailFacts(first(protections), first(reports), first(invitations), "");
  }

  private static <T> List<T> first(Set<T> all) {
    return all.stream().limit(MAX_EACH).toList();
  }

  private void visit(MimePart part) {
    switch (part.type.value()) {
      case "multipart/encrypted" -> encrypted(part);
      case "multipart/signed" -> signed(part);
      case "application/pgp-encrypted" -> part.shown = true;
      case "message/delivery-status", "message/global-delivery-status" -> deliveryStatus(part);
      case "message/disposition-notification" -> disposition(part);
      default -> {
        if (part.isCms()) {
          cms(part);
        } else if (part.isCalendar() && part.content.length > 0) {
          calendar(part);
        }
      }
    }
    boolean outer = attached;
    attached |= part.isMessage();
    part.children.forEach(this::visit);
    attached = outer;
  }

  /** Ignores attached mails: their protection says nothing about the outer mail. */
  private void add(Protection.Kind kind, Optional<String> signer) {
    if (!attached) {
      String address = TextCleaner.cut(TextCleaner.oneLine(signer.orElse("")), MAX_REASON);
      protections.add(new Protection(kind, address));
    }
  }

  private void encrypted(MimePart part) {
    boolean smime = part.type.get("protocol").toLowerCase(Locale.ROOT).contains("pkcs7");
    add(smime ? Kind.SMIME_ENCRYPTED : Kind.PGP_ENCRYPTED, Optional.empty());
  }

  private void signed(MimePart part) {
    if (part.children.size() < 2) {
      return;
    }
    MimePart signature = part.children.get(part.children.size() - 1);
    String protocol = part.type.get("protocol").toLowerCase(Locale.ROOT);
    budget.spend(1 + signature.content.length / BYTES_PER_STEP);
    if (protocol.contains("pkcs7") || signature.type.value().contains("pkcs7")) {
      add(Kind.SMIME_SIGNED, CmsMessage.signer(signature.content));
    } else if (protocol.contains("pgp") || signature.type.value().contains("pgp")) {
      add(Kind.PGP_SIGNED, PgpSignature.signer(latin(signature.content)));
    }
  }

  private void cms(MimePart part) {
    String told = part.type.get("smime-type").toLowerCase(Locale.ROOT);
    CmsMessage.Kind kind = CmsMessage.kind(part.content);
    if (kind == CmsMessage.Kind.SIGNED) {
      budget.spend(1 + part.content.length / BYTES_PER_STEP);
      add(Kind.SMIME_SIGNED, CmsMessage.signer(part.content));
    } else if (kind == CmsMessage.Kind.ENCRYPTED || told.contains("enveloped")) {
      add(Kind.SMIME_ENCRYPTED, Optional.empty());
    }
  }

  private void inline(String text) {
    if (startsLine(text, PGP_MESSAGE)) {
      add(Kind.PGP_ENCRYPTED, Optional.empty());
    } else if (startsLine(text, PGP_SIGNED)) {
      int signature = text.indexOf("-----BEGIN PGP SIGNATURE-----");
      add(
          Kind.PGP_SIGNED,
          signature < 0 ? Optional.empty() : PgpSignature.signer(text.substring(signature)));
    }
  }

  private static boolean startsLine(String text, String what) {
    return text.startsWith(what) || text.contains("\n" + what);
  }

  private void calendar(MimePart part) {
    budget.spend(1 + part.content.length);
    byte[] lines = CalendarReader.unfolded(part.content);
    String calendar = CharsetRescue.decode(lines, charset(part), part.cut).text();
    CalendarReader.Events read = CalendarReader.read(calendar, part.type.get("method"));
    if (read.events().isEmpty()) {
      return;
    }
    invitations.addAll(read.events());
    // all its facts are displayed, so without a name it is not listed as a file
    part.shown |= read.complete() && part.fileName().isEmpty();
  }

  /** Defaults to UTF-8 for calendars (RFC 5545, 3.1.4). */
  private static String charset(MimePart part) {
    String declared = part.type.get("charset");
    return declared.isEmpty() ? "utf-8" : declared;
  }

  private void deliveryStatus(MimePart part) {
    for (Map<String, String> block : blocks(part)) {
      String action = block.getOrDefault("action", "").toLowerCase(Locale.ROOT);
      Optional<Outcome> outcome =
          switch (action.split("[^a-z]", 2)[0]) {
            case "failed" -> Optional.of(Outcome.FAILED);
            case "delayed" -> Optional.of(Outcome.DELAYED);
            case "delivered" -> Optional.of(Outcome.DELIVERED);
            case "relayed" -> Optional.of(Outcome.RELAYED);
            case "expanded" -> Optional.of(Outcome.EXPANDED);
            default -> Optional.empty();
          };
      String recipient =
          block.getOrDefault("original-recipient", block.getOrDefault("final-recipient", ""));
      String reason = behindType(block.getOrDefault("diagnostic-code", ""));
      String shown = reason.isEmpty() ? block.getOrDefault("status", "") : reason;
      outcome.ifPresent(
          what ->
              reports.add(
                  new DeliveryReport(EscapedAddress.plain(behindType(recipient)), what, shown)));
    }
  }

  private void disposition(MimePart part) {
    for (Map<String, String> block : blocks(part)) {
      String disposition = block.getOrDefault("disposition", "").toLowerCase(Locale.ROOT);
      String what = disposition.substring(disposition.indexOf(';') + 1).strip();
      String recipient =
          EscapedAddress.plain(
              behindType(
                  block.getOrDefault(
                      "original-recipient", block.getOrDefault("final-recipient", ""))));
      if (what.startsWith("displayed")) {
        reports.add(new DeliveryReport(recipient, Outcome.READ, ""));
      } else if (what.startsWith("deleted")) {
        reports.add(new DeliveryReport(recipient, Outcome.DELETED, ""));
      }
    }
  }

  /** Returns one map of fields, by lower-case name, for each block of lines. */
  private List<Map<String, String>> blocks(MimePart part) {
    List<Map<String, String>> blocks = new ArrayList<>();
    Map<String, String> block = new HashMap<>();
    String text = latin(part.content);
    budget.spend(1 + text.length() / BYTES_PER_STEP);
    String unfolded = text.replace("\r", "").replaceAll("\n[ \t]+(?=\\S)", " ");
    for (String line : unfolded.split("\n", -1)) {
      int colon = line.indexOf(':');
      if (line.isBlank()) {
        blocks.add(block);
        block = new HashMap<>();
      } else if (colon > 0) {
        String value =
            TextCleaner.cut(HeaderText.decodeText(line.substring(colon + 1)), MAX_REASON);
        block.putIfAbsent(
            line.substring(0, colon).strip().toLowerCase(Locale.ROOT), TextCleaner.oneLine(value));
      }
      if (blocks.size() > MAX_EACH) {
        break;
      }
    }
    blocks.add(block);
    return blocks;
  }

  /** Returns the value after {@code rfc822;} or {@code smtp;}. */
  private static String behindType(String value) {
    return value.substring(value.indexOf(';') + 1).strip();
  }

  private static String latin(byte[] content) {
    int length = Math.min(content.length, MAX_REPORT);
    return new String(content, 0, length, StandardCharsets.ISO_8859_1);
  }
}
