package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * A POST that was not done yet, with what its user typed. A script may submit it only if it is
 * {@code proven}; else a page shows what it would do, and only the user's press submits it.
 *
 * @param form the POST, without its token and passwords
 * @param action what it would do, as words of a button
 * @param details its content in the reader's words; empty for a form that only travels on
 * @param proven whether the browser said that a page of ours sent it, for a known account
 * @param account id of the account that the browser was last signed in to, or null if unknown
 */
public record KeptPost(
    PostForm form, MessageKey action, List<Detail> details, boolean proven, String account) {

  /**
   * A field of the form.
   *
   * @param label its name in the reader's words, or null if only programs know it
   * @param name its name
   * @param value its value
   */
  public record Detail(MessageKey label, String name, String value) {

    public Detail {
      Objects.requireNonNull(name);
      Objects.requireNonNull(value);
    }
  }

  /** Validates that a proven POST has an account. */
  public KeptPost {
    Objects.requireNonNull(form);
    Objects.requireNonNull(action);
    details = List.copyOf(details);
    if (proven && account == null) {
      throw new IllegalArgumentException("a proven POST is of an account");
    }
  }

  /** Returns the POST without its fields, for a page that has no room for them. */
  public KeptPost withoutContent() {
    PostForm bare = new PostForm(form.action(), List.of());
    return new KeptPost(bare, action, List.of(), proven, account);
  }

  /** True unless the POST is known to be of another account, whose ids it holds. */
  public boolean mayBeOf(long id) {
    return account == null || account.equals(Long.toString(id));
  }
}
