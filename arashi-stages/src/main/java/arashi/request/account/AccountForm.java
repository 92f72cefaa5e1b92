package arashi.request.account;

import arashi.front.Arguments;
import arashi.front.RequestProblem;
import arashi.store.account.Preferences;
import arashi.store.identity.IdentityRow;
import arashi.web.ErrorPage.Problem;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import seda.netio.http.Form;

/**
 * The form of the account page, as shown or typed, not validated.
 *
 * @param name name of the user
 * @param language language tag, or empty
 * @param zone time zone, or empty
 * @param theme theme in lower case
 * @param afterDelete action after deletion, in lower case
 * @param identities one per address on the page
 */
record AccountForm(
    String name,
    String language,
    String zone,
    String theme,
    String afterDelete,
    List<Sender> identities) {

  /** Maximum number of addresses on the page. */
  static final int MAX_IDENTITIES = 100;

  /**
   * The settings of an address.
   *
   * @param signature text with lines ended by LF
   */
  record Sender(String address, String name, String replyTo, String signature, boolean isDefault) {}

  AccountForm {
    identities = List.copyOf(identities);
  }

  /** Creates the form of the stored settings. */
  static AccountForm of(Preferences kept, List<IdentityRow> identities) {
    return new AccountForm(
        kept.name(),
        kept.language().map(Locale::toLanguageTag).orElse(""),
        kept.zone().map(ZoneId::getId).orElse(""),
        word(kept.theme()),
        word(kept.afterDelete()),
        identities.stream()
            .limit(MAX_IDENTITIES)
            .map(
                row ->
                    new Sender(
                        row.address(), row.name(), row.replyTo(), row.signature(), row.isDefault()))
            .toList());
  }

  /** Returns a constant as the form sends it. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Reads a form whose address fields repeat in the same order. */
  static AccountForm read(Form form) throws RequestProblem {
    List<String> addresses = form.all("address");
    List<String> names = form.all("identity-name");
    List<String> replyTos = form.all("reply-to");
    List<String> signatures = form.all("signature");
    int count = addresses.size();
    if (count > MAX_IDENTITIES) {
      throw new RequestProblem(Problem.TOO_LARGE, count + " addresses");
    }
    if (names.size() != count || replyTos.size() != count || signatures.size() != count) {
      throw new RequestProblem(Problem.BAD_REQUEST, "each address needs all of its fields");
    }
    String usual = Arguments.first(form, "default");
    List<Sender> identities = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      identities.add(
          new Sender(
              addresses.get(i),
              names.get(i).strip(),
              replyTos.get(i).strip(),
              lines(signatures.get(i)),
              addresses.get(i).equals(usual)));
    }
    return new AccountForm(
        Arguments.first(form, "name").strip(),
        Arguments.first(form, "language"),
        Arguments.first(form, "zone"),
        Arguments.first(form, "theme"),
        Arguments.first(form, "after"),
        identities);
  }

  /** Converts the CR LF of browsers to LF and drops trailing blank lines. */
  private static String lines(String typed) {
    return typed.replace("\r\n", "\n").replace('\r', '\n').stripTrailing();
  }
}
