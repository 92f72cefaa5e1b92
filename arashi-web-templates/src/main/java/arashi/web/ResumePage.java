package arashi.web;

import java.util.Objects;

/**
 * After the login that an expired session asked for: the POST that it had interrupted, ready to be
 * sent again with a fresh token. A script sends it at once; without one, a button does.
 *
 * @param page the surroundings, now with an account
 * @param form the interrupted POST
 */
public record ResumePage(PageFrame page, PostForm form) implements PageModel {

  /** Checks that both are there. */
  public ResumePage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(form);
  }

  @Override
  public String template() {
    return "resume";
  }
}
