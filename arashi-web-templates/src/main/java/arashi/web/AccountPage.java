package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /account}, and every response that redisplays its form: the user's settings for all
 * browsers, and the user's sender addresses.
 *
 * @param page the page frame
 * @param fields of the user
 * @param choices options of the fields with fixed choices
 * @param identities one per address, the default first; empty if the account has no address
 * @param more whether the account has more addresses than are shown
 * @param imageSenders addresses of senders whose remote images are always shown
 */
public record AccountPage(
    PageFrame page,
    Fields fields,
    Choices choices,
    List<Identity> identities,
    boolean more,
    List<ShownAddress> imageSenders)
    implements PageModel {

  public AccountPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(fields);
    Objects.requireNonNull(choices);
    identities = List.copyOf(identities);
    imageSenders = List.copyOf(imageSenders);
  }

  /**
   * A field with its stored value, or with the rejected input.
   *
   * @param value displayed value
   * @param error error message, or null
   */
  public record Input(String value, String error) {

    public Input {
      Objects.requireNonNull(value);
    }
  }

  /**
   * The user's fields.
   *
   * @param name display name for addresses without a name of their own
   * @param language tag, or empty
   * @param zone time zone (IANA), or empty
   * @param theme {@code system}, {@code light} or {@code dark}
   * @param afterDelete {@code list}, {@code older} or {@code newer}
   */
  public record Fields(Input name, Input language, Input zone, Input theme, Input afterDelete) {

    public Fields {
      Objects.requireNonNull(name);
      Objects.requireNonNull(language);
      Objects.requireNonNull(zone);
      Objects.requireNonNull(theme);
      Objects.requireNonNull(afterDelete);
    }
  }

  /**
   * The available choices.
   *
   * @param languages each named in itself
   * @param zones time zones (IANA)
   * @param serviceZone default zone of users without one, if scripts are disabled
   */
  public record Choices(List<Language> languages, List<String> zones, String serviceZone) {

    public Choices {
      languages = List.copyOf(languages);
      zones = List.copyOf(zones);
      Objects.requireNonNull(serviceZone);
    }
  }

  /**
   * A language of the pages.
   *
   * @param tag as it is sent
   * @param name in the language itself
   */
  public record Language(String tag, String name) {

    public Language {
      Objects.requireNonNull(tag);
      Objects.requireNonNull(name);
    }
  }

  /**
   * A sender address of the user.
   *
   * @param address as it is sent
   * @param error error message about the address, or null
   * @param isDefault whether new mail uses it
   * @param name shown beside the address
   * @param replyTo address for replies
   * @param signature appended to new mail, lines ended by {@code \n}
   */
  public record Identity(
      String address, String error, boolean isDefault, Input name, Input replyTo, Input signature) {

    public Identity {
      Objects.requireNonNull(address);
      Objects.requireNonNull(name);
      Objects.requireNonNull(replyTo);
      Objects.requireNonNull(signature);
    }
  }

  @Override
  public String template() {
    return "account";
  }
}
