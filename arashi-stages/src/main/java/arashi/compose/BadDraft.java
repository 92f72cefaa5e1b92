package arashi.compose;

import arashi.mime.address.Wrong;
import java.util.List;

/** A draft that can't be sent. Its fields stay as typed for correction. */
public final class BadDraft extends Exception {
  private static final long serialVersionUID = 1L;

  /** What must be corrected. */
  public enum Problem {
    /** There is no recipient. */
    NO_RECIPIENT,
    /** Some recipients are malformed, see {@link BadDraft#wrong}. */
    WRONG_RECIPIENT,
    /** All fields together exceed the maximum of recipients. */
    TOO_MANY_RECIPIENTS,
    /** The identity's address or its reply address is malformed. */
    WRONG_SENDER,
    /** The mail can't be redirected: it has overlong lines or zeros. */
    UNFIT
  }

  /** The field to correct. */
  public enum Field {
    /** From. */
    FROM,
    /** To. */
    TO,
    /** Cc. */
    CC,
    /** Bcc. */
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

  /** The problem. */
  public Problem problem() {
    return problem;
  }

  /** The field to mark. */
  public Field field() {
    return field;
  }

  /** The malformed pieces of the field. */
  public List<Wrong> wrong() {
    return wrong;
  }
}
