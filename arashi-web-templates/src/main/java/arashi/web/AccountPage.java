package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /account}, and every answer that gives its form back: what a user sets for all
 * browsers, and the addresses that the user writes as.
 *
 * @param page the surroundings
 * @param fields of the user
 * @param choices for fields of which one value is chosen
 * @param identities one for each address, the default first; none if the account has no address
 * @param more whether the account has more addresses than are shown
 * @param imageSenders addresses of senders whose remote images are always shown
 */
public record AccountPage(
    PageFrame page,
    Fields fields,
    Choices choices,
    List<Identity> identities,
    boolean more,
    List<String> imageSenders)
    implements PageModel {

  /** Checks that all are there, and copies the lists. */
  public AccountPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(fields);
    Objects.requireNonNull(choices);
    identities = List.copyOf(identities);
    imageSenders = List.copyOf(imageSenders);
  }

  /**
   * A field as it is kept, or as it was typed.
   *
   * @param value shown in it
   * @param error what is wrong with it, or null
   */
  public record Input(String value, String error) {

    /** Checks that there is a value. */
    public Input {
      Objects.requireNonNull(value);
    }
  }

  /**
   * The fields of the user.
   *
   * @param name of mail from an address without a name of its own
   * @param language tag, or empty
   * @param zone time zone (IANA), or empty
   * @param theme {@code system}, {@code light} or {@code dark}
   * @param afterDelete {@code list}, {@code older} or {@code newer}
   */
  public record Fields(Input name, Input language, Input zone, Input theme, Input afterDelete) {

    /** Checks that all are there. */
    public Fields {
      Objects.requireNonNull(name);
      Objects.requireNonNull(language);
      Objects.requireNonNull(zone);
      Objects.requireNonNull(theme);
      Objects.requireNonNull(afterDelete);
    }
  }

  /**
   * What can be chosen.
   *
   * @param languages each in its own words
   * @param zones time zones (IANA)
   * @param serviceZone the zone of who has set none, where no scripts run
   */
  public record Choices(List<Language> languages, List<String> zones, String serviceZone) {

    /** Copies the lists. */
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

    /** Checks that both are there. */
    public Language {
      Objects.requireNonNull(tag);
      Objects.requireNonNull(name);
    }
  }

  /**
   * An address that the user writes as.
   *
   * @param address as it is sent
   * @param error what is wrong with the address, or null
   * @param isDefault whether new mail is written as it
   * @param name shown beside the address
   * @param replyTo where answers go
   * @param signature below each new mail, lines ended by {@code \n}
   */
  public record Identity(
      String address, String error, boolean isDefault, Input name, Input replyTo, Input signature) {

    /** Checks that the required parts are there. */
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
