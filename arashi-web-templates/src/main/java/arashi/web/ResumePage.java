package arashi.web;

import java.util.Objects;

/**
 * Follows the login that a POST needed: the POST, to be sent again with a fresh token. If it is
 * proven, a script sends it at once; without scripts, a button does. Otherwise the page shows what
 * the POST would do, and asks.
 *
 * @param page the page frame, with an account
 * @param kept the POST
 */
public record ResumePage(PageFrame page, KeptPost kept) implements PageModel {

  public ResumePage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(kept);
  }

  @Override
  public String template() {
    return "resume";
  }
}
