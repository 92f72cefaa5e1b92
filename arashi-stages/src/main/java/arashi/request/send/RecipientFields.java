package arashi.request.send;

import arashi.compose.Draft;
import arashi.front.MailRequest;
import arashi.front.compose.ComposePages;
import arashi.front.compose.Marks;
import arashi.front.compose.Marks.Field;
import arashi.mime.address.AddressList;
import arashi.mime.address.Mailbox;
import arashi.mime.address.Wrong;
import arashi.store.outbox.Unreachable;
import arashi.web.ComposePage;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The recipients of a mail, by field. */
final class RecipientFields {
  private final Map<Field, String> typed = new EnumMap<>(Field.class);
  private final Map<Field, AddressList> read = new EnumMap<>(Field.class);

  RecipientFields(Draft draft) {
    read(Field.TO, draft.to());
    read(Field.CC, draft.cc());
    read(Field.BCC, draft.bcc());
  }

  private void read(Field field, String text) {
    typed.put(field, text);
    read.put(field, AddressList.parse(text, true)); // the relay decides whether it accepts them
  }

  boolean areNone() {
    return read.values().stream().allMatch(list -> list.mailboxes().isEmpty());
  }

  /** Returns the recipients that only Bcc names. */
  List<String> bcc() {
    Set<String> named = new HashSet<>();
    read.get(Field.TO).mailboxes().forEach(mailbox -> named.add(mailbox.key()));
    read.get(Field.CC).mailboxes().forEach(mailbox -> named.add(mailbox.key()));
    return read.get(Field.BCC).mailboxes().stream()
        .filter(mailbox -> !named.contains(mailbox.key()))
        .map(Mailbox::address)
        .toList();
  }

  /** Marks invalid addresses in place. */
  void markWrong(MailRequest request, ComposePages compose, Marks marks) {
    read.forEach(
        (field, list) -> {
          for (Wrong wrong : list.wrong()) {
            String sentence = compose.wrong(request, word(wrong.reason()), wrong.text());
            marks.mark(field, new ComposePage.Wrong(sentence, wrong.start(), wrong.end()));
          }
        });
  }

  private static String word(Wrong.Reason reason) {
    return switch (reason) {
      case NO_AT, NO_LOCAL_PART, LOCAL_PART -> "no_address";
      case NO_DOMAIN, DOMAIN -> "domain";
      case INTERNATIONAL -> "international";
      case TOO_MANY -> "many";
    };
  }

  /** Marks unreachable recipients in each field that names them. */
  void markUnreachable(
      MailRequest request, ComposePages compose, List<Unreachable> recipients, Marks marks) {
    for (Unreachable recipient : recipients) {
      String word =
          switch (recipient.why()) {
            case MALFORMED -> "no_address";
            case NO_DOMAIN -> "domain";
            case UNKNOWN -> "unknown";
            case NO_RELAY -> "elsewhere";
          };
      String sentence = compose.wrong(request, word, recipient.address());
      read.forEach(
          (field, list) -> {
            if (list.mailboxes().stream().anyMatch(one -> isSame(one, recipient))) {
              marks.mark(field, place(typed.get(field), recipient.address(), sentence));
            }
          });
    }
  }

  private static boolean isSame(Mailbox mailbox, Unreachable recipient) {
    return mailbox.address().equalsIgnoreCase(recipient.address());
  }

  /** Returns the position of an address, or the whole field if it was typed differently. */
  private static ComposePage.Wrong place(String text, String address, String sentence) {
    int at = text.toLowerCase(Locale.ROOT).indexOf(address.toLowerCase(Locale.ROOT));
    return at < 0
        ? new ComposePage.Wrong(sentence, 0, text.length())
        : new ComposePage.Wrong(sentence, at, at + address.length());
  }
}
