package arashi.deploy.torture;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A mail that is written, and its required state by the answers to its writer. Each of its texts
 * has a number.
 *
 * <pre>
 *   save acknowledged ──► kept ──┐   one of kept and doubted is in the draft or in the outbox
 *   no answer, 504 ──► doubted ──┘
 *   send acknowledged ──► sent       once in the outbox, with this text
 *   409, it has left ──► corrected   in a draft, beside the mail that left
 *   503 ──► refused                  nowhere
 * </pre>
 *
 * <p>One client writes it; audit it when that client does not.
 */
final class Letter {
  private final String subject;
  private final Set<String> doubted = new HashSet<>();
  private final Set<String> doubtedSends = new HashSet<>();
  private final Set<String> refused = new HashSet<>();
  private String kept = "";
  private String sent = "";
  private String corrected = "";
  private int edits;

  Letter(String subject) {
    this.subject = subject;
  }

  String subject() {
    return subject;
  }

  /** Counter of the edits, as the page has it. */
  int edits() {
    return edits;
  }

  /** The whole text after the last edit. */
  String text() {
    return subject + " text " + edits + ".";
  }

  void edit() {
    edits++;
  }

  boolean mayHaveLeft() {
    return !doubtedSends.isEmpty();
  }

  void saved() {
    kept = text();
    doubted.clear();
    refused.remove(kept);
  }

  void sent() {
    sent = text();
    refused.remove(sent);
  }

  void corrected() {
    corrected = text();
    refused.remove(corrected);
  }

  void doubted(boolean sends) {
    doubted.add(text());
    refused.remove(text());
    if (sends) {
      doubtedSends.add(text());
    }
  }

  void refused() {
    if (!kept.equals(text()) && !doubted.contains(text())) {
      refused.add(text());
    }
  }

  /** Compares with the drafts and the outgoing mails of the account. */
  void compare(List<String> drafts, List<String> outgoing, Tally tally) {
    List<String> inDrafts = own(drafts);
    List<String> left = own(outgoing);
    String found = subject + ": drafts " + inDrafts + ", sent " + left + "; " + this;
    if (left.size() > 1 || inDrafts.size() > 1) {
      tally.fault(Fault.DOUBLED, found);
    }
    if (!sent.isEmpty() && !left.contains(sent)) {
      tally.fault(Fault.LOST, "a mail left with another text: " + found);
    }
    if (!corrected.isEmpty() && !inDrafts.contains(corrected)) {
      tally.fault(Fault.LOST, "a correction: " + found);
    }
    if (left.stream().anyMatch(text -> !text.equals(sent) && !doubtedSends.contains(text))
        || inDrafts.stream().anyMatch(refused::contains)) {
      tally.fault(Fault.REFUSED_BUT_DONE, found);
    }
    Set<String> all = new HashSet<>(inDrafts);
    all.addAll(left);
    boolean isLeft = !sent.isEmpty() || kept.isEmpty();
    if (!isLeft && !all.contains(kept) && doubted.stream().noneMatch(all::contains)) {
      tally.fault(Fault.LOST, "a saved text: " + found);
    }
  }

  private List<String> own(List<String> texts) {
    List<String> own = new ArrayList<>();
    for (String text : texts) {
      int at = text.indexOf(subject + " text ");
      if (at >= 0) {
        own.add(text.substring(at, text.indexOf('.', at) + 1));
      }
    }
    return own;
  }

  @Override
  public String toString() {
    return "kept "
        + kept
        + ", sent "
        + sent
        + ", corrected "
        + corrected
        + ", in doubt "
        + doubted
        + ", refused "
        + refused;
  }
}
