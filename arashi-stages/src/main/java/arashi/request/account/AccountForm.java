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
 * The form of the account page, as it is shown or was typed: nothing in it is checked.
 *
 * @param name of the user
 * @param language tag, or empty
 * @param zone time zone, or empty
 * @param theme in lower case
 * @param afterDelete in lower case
 * @param identities one for each address that the page shows
 */
record AccountForm(
    String name,
    String language,
    String zone,
    String theme,
    String afterDelete,
    List<Sender> identities) {

  /** Most addresses that the page shows. */
  static final int MAX_IDENTITIES = 100;

  /**
   * What goes with an address.
   *
   * @param signature lines end with LF
   */
  record Sender(String address, String name, String replyTo, String signature, boolean isDefault) {}

  AccountForm {
    identities = List.copyOf(identities);
  }

  /** As it is kept. */
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

  /** A constant as the form sends it. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Reads a form: its fields of the addresses come in the same order each. */
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
      throw new RequestProblem(Problem.BAD_REQUEST, "not as many fields as addresses");
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

  /** A browser sends CR LF; what ends a text in blank lines is not of it. */
  private static String lines(String typed) {
    return typed.replace("\r\n", "\n").replace('\r', '\n').stripTrailing();
  }
}
