package arashi.mime.parse;

import arashi.mime.view.MailProblem;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects the first few problems of each kind; one broken mail may have a million. */
final class Problems {
  private static final int MAX_PER_KIND = 3;

  private final Map<MailProblem.Kind, Integer> counts = new EnumMap<>(MailProblem.Kind.class);
  private final List<MailProblem> found = new ArrayList<>();

  void add(MailProblem.Kind kind, String detail) {
    MailProblem problem = new MailProblem(kind, detail);
    if (!found.contains(problem) && counts.merge(kind, 1, Integer::sum) <= MAX_PER_KIND) {
      found.add(problem);
    }
  }

  List<MailProblem> list() {
    return found;
  }
}
