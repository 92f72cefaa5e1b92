package arashi.request.account;

import arashi.mime.address.AddressList;
import arashi.mime.address.Wrong;
import arashi.request.account.AccountForm.Sender;
import arashi.store.account.Preferences;
import arashi.store.account.Preferences.AfterDelete;
import arashi.store.account.Preferences.Theme;
import arashi.store.identity.IdentityRow;
import arashi.web.Translations;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Validates the account form, field by field. For one use on one thread. */
final class AccountCheck {
  private final AccountForm form;
  private final Translations messages;
  private final Locale locale;
  private final Map<String, String> wrong = new HashMap<>();

  AccountCheck(AccountForm form, Translations messages, Locale locale) {
    this.form = form;
    this.messages = messages;
    this.locale = locale;
  }

  AccountCheck run() {
    line("name", form.name(), Preferences.MAX_NAME);
    oneOf("language", language().isPresent() || form.language().isEmpty());
    oneOf("zone", form.zone().isEmpty() || TimeZones.has(form.zone()));
    oneOf("theme", theme().isPresent());
    oneOf("after", afterDelete().isPresent());
    for (int i = 0; i < form.identities().size(); i++) {
      Sender sender = form.identities().get(i);
      line("name-" + i, sender.name(), IdentityRow.MAX_NAME);
      line("reply-to-" + i, sender.replyTo(), IdentityRow.MAX_REPLY_TO);
      answers("reply-to-" + i, sender.replyTo());
      text("signature-" + i, sender.signature());
    }
    return this;
  }

  int count() {
    return wrong.size();
  }

  /** Returns the error of a field, by its id in the page, or null. */
  String of(String field) {
    return wrong.get(field);
  }

  /** Marks addresses that the user may no longer use as sender. */
  void markForeign(List<String> addresses) {
    for (int i = 0; i < form.identities().size(); i++) {
      if (addresses.contains(form.identities().get(i).address())) {
        mark("address-" + i, "foreign");
      }
    }
  }

  Preferences preferences() {
    return new Preferences(
        form.name(),
        language(),
        form.zone().isEmpty() ? Optional.empty() : Optional.of(ZoneId.of(form.zone())),
        theme().orElseThrow(),
        afterDelete().orElseThrow());
  }

  List<IdentityRow> identities() {
    return form.identities().stream()
        .map(
            one ->
                new IdentityRow(
                    one.address(), one.name(), one.signature(), one.replyTo(), one.isDefault()))
        .toList();
  }

  private Optional<Locale> language() {
    return messages.locales().stream()
        .filter(one -> one.toLanguageTag().equals(form.language()))
        .findFirst();
  }

  private Optional<Theme> theme() {
    return one(Theme.values(), form.theme());
  }

  private Optional<AfterDelete> afterDelete() {
    return one(AfterDelete.values(), form.afterDelete());
  }

  private static <E extends Enum<E>> Optional<E> one(E[] all, String word) {
    return Arrays.stream(all)
        .filter(constant -> AccountForm.word(constant).equals(word))
        .findFirst();
  }

  private void oneOf(String field, boolean right) {
    if (!right) {
      mark(field, "choice");
    }
  }

  /** Checks text that becomes part of a header, where line ends must not occur. */
  private void line(String field, String value, int most) {
    if (value.length() > most) {
      mark(field, "long", most);
    } else if (value.codePoints().anyMatch(AccountCheck::endsLine)) {
      mark(field, "line");
    }
  }

  private static boolean endsLine(int c) {
    return Character.isISOControl(c)
        || Character.getType(c) == Character.LINE_SEPARATOR
        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
  }

  private void answers(String field, String value) {
    if (value.isEmpty() || wrong.containsKey(field)) {
      return;
    }
    AddressList list = AddressList.parse(value);
    if (!list.wrong().isEmpty() || list.mailboxes().isEmpty()) {
      mark(field, "reply_to", list.wrong().stream().map(Wrong::text).findFirst().orElse(value));
    }
  }

  private void text(String field, String value) {
    boolean control =
        IntStream.range(0, value.length())
            .map(value::charAt)
            .anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t');
    if (value.length() > IdentityRow.MAX_SIGNATURE) {
      mark(field, "long", IdentityRow.MAX_SIGNATURE);
    } else if (control) {
      mark(field, "text");
    }
  }

  private void mark(String field, String word, Object... arguments) {
    wrong.put(field, messages.text(locale, "account.wrong." + word, arguments));
  }
}
