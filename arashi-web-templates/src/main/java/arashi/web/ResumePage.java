package arashi.web;

import java.util.Objects;

/**
 * Follows the login after a session's expiry: the interrupted POST, to be sent again with a fresh
 * token. A script sends it at once; without scripts, a button does.
 *
 * @param page the page frame, with an account
 * @param form the interrupted POST
 */
public record ResumePage(PageFrame page, PostForm form) implements PageModel {

  public ResumePage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(form);
  }

  @Override
  public String template() {
    return "resume";
  }
}
