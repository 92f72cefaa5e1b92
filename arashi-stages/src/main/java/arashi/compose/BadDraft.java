package arashi.compose;

import java.util.List;

/** A draft can't be sent as it is. Its fields stay as they are; the person corrects them. */
public final class BadDraft extends Exception {
  private static final long serialVersionUID = 1L;

  /** What has to be corrected. */
  public enum Problem {
    /** Nobody would receive it. */
    NO_RECIPIENT,
    /** {@link BadDraft#wrong} says which pieces of the field are no addresses. */
    WRONG_RECIPIENT,
    /** All fields of recipients together have more than a mail may have. */
    TOO_MANY_RECIPIENTS,
    /** The identity's own address, or the one for its answers, is none. */
    WRONG_SENDER,
    /** The mail that is to go on as it is may not: it has lines that are too long, or zeros. */
    UNFIT
  }

  /** Where it has to be corrected. */
  public enum Field {
    /** Who writes. */
    FROM,
    /** First recipients. */
    TO,
    /** Further recipients. */
    CC,
    /** Recipients that the others don't see. */
    BCC
  }

  private final Problem problem;
  private final Field field;
  private final transient List<Wrong> wrong;

  BadDraft(Problem problem, Field field, List<Wrong> wrong) {
    super(problem + " in " + field, null, false, false);
    this.problem = problem;
    this.field = field;
    this.wrong = List.copyOf(wrong);
  }

  /** What is wrong. */
  public Problem problem() {
    return problem;
  }

  /** The field to mark. */
  public Field field() {
    return field;
  }

  /** The pieces of that field that are no addresses. */
  public List<Wrong> wrong() {
    return wrong;
  }
}
