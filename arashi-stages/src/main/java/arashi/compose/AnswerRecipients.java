package arashi.compose;

import arashi.mime.address.AddressList;
import arashi.mime.address.Mailbox;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Recipients of an answer.
 *
 * <pre>
 *   a mail from others                        an own mail
 *     author = Mail-Reply-To, else              author = one of these if it is not own
 *              Reply-To, else From
 *   reply       author                        author, else To, else Cc
 *   reply all   Mail-Followup-To; else        author, To | Cc
 *               author, To | Cc
 *   reply list  the list
 * </pre>
 *
 * <p>Own and duplicate addresses are removed, unless no recipient would remain. The author of a
 * mail from others stays, even if it came from another of one's own addresses.
 */
final class AnswerRecipients {
  private final Original original;
  private final OwnAddresses own;
  private final Set<String> known = new HashSet<>();
  private final List<Mailbox> to = new ArrayList<>();
  private final List<Mailbox> cc = new ArrayList<>();

  private AnswerRecipients(Original original, OwnAddresses own) {
    this.original = original;
    this.own = own;
  }

  static AnswerRecipients of(AnswerKind kind, Original original, OwnAddresses own) {
    AnswerRecipients answer = new AnswerRecipients(original, own);
    Optional<Mailbox> list = original.list();
    if (kind == AnswerKind.REPLY_LIST && list.isPresent()) {
      answer.add(answer.to, List.of(list.get()), true);
    } else if (kind == AnswerKind.REPLY) {
      answer.reply();
    } else {
      answer.replyAll();
    }
    answer.fill();
    return answer;
  }

  List<Mailbox> to() {
    return to;
  }

  List<Mailbox> cc() {
    return cc;
  }

  private void reply() {
    add(to, author(), original.isFromOwn(own) && !original.isWritten(own));
    for (List<Mailbox> others : List.of(original.to(), original.cc())) {
      if (to.isEmpty() && original.isWritten(own)) {
        add(to, others, false);
      }
    }
  }

  private void replyAll() {
    add(to, original.followUpTo(), false);
    if (to.isEmpty()) {
      add(to, author(), original.isFromOwn(own) && !original.isWritten(own));
      add(to, original.to(), false);
      add(cc, original.cc(), false);
    }
  }

  /**
   * Returns where the author wants answers. An own mail may be from an address that is no longer an
   * own one, and names nobody then.
   */
  private List<Mailbox> author() {
    boolean elsewhere = original.replyTo().stream().anyMatch(mailbox -> !own.owns(mailbox));
    boolean known = original.isWritten(own) && !original.isFromOwn(own);
    return elsewhere ? original.replyTo() : known ? List.of() : original.from();
  }

  /** Fills an empty To; a mail from oneself to oneself alone is answered to oneself. */
  private void fill() {
    if (to.isEmpty() && !cc.isEmpty()) {
      to.addAll(cc);
      cc.clear();
    }
    for (List<Mailbox> others :
        List.of(original.replyTo(), original.to(), original.cc(), original.from())) {
      if (to.isEmpty() && (original.isWritten(own) || original.isFromOwn(own))) {
        add(to, others, true);
      }
    }
  }

  private void add(List<Mailbox> field, Collection<Mailbox> more, boolean evenOwn) {
    for (Mailbox mailbox : more) {
      boolean room = known.size() < AddressList.MAX_MAILBOXES;
      if (room && (evenOwn || !own.owns(mailbox)) && known.add(mailbox.key())) {
        field.add(mailbox);
      }
    }
  }
}
