package arashi.mime.parse;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.WorkBudget;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes the byte sizes of attached mails. The main walk cannot see them while it reads their
 * parts, so this class walks the mail again, once per nesting level, at most {@value #MAX_LEVELS}
 * times. For one use on one thread.
 */
final class AttachedSizes {
  private static final int MAX_LEVELS = 3;

  private final MimeLimits limits;
  private final WorkBudget budget;

  AttachedSizes(MimeLimits limits, WorkBudget budget) {
    this.limits = limits;
    this.budget = budget;
  }

  void tell(byte[] raw, MimePart root) {
    for (int level = 0; level < MAX_LEVELS; level++) {
      List<MimePart> known = mails(root, level);
      if (known.isEmpty()) {
        return;
      }
      PartWalker walker =
          new PartWalker(limits, new Problems(), PartWalker.NO_CONTENT, budget).closedMails(level);
      walker.walk(raw);
      List<MimePart> sized = mails(walker.root(), level);
      for (int i = 0; i < Math.min(known.size(), sized.size()); i++) {
        known.get(i).size = sized.get(i).size;
        known.get(i).octets = sized.get(i).octets;
        known.get(i).lines = sized.get(i).lines;
      }
    }
  }

  private static List<MimePart> mails(MimePart root, int level) {
    List<MimePart> found = new ArrayList<>();
    collect(root, level, found);
    return found;
  }

  private static void collect(MimePart part, int level, List<MimePart> found) {
    if (part.isMessage() && part.mailsAround() == level) {
      found.add(part);
      return;
    }
    part.children.forEach(child -> collect(child, level, found));
  }
}
