package arashi.deploy;

import arashi.compose.Draft;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import java.util.List;
import java.util.Map;

/** A service at which people with addresses write to each other; mail leaves within a second. */
record Writers(TestService service) implements AutoCloseable {
  private static final String DOMAIN = "writers.example";

  static Writers start() {
    return start(Map.of("mail.outbox.hold", "1 s", "mail.outbox.poll", "50 ms"));
  }

  /** With settings of its own. */
  static Writers start(Map<String, Object> settings) {
    TestService service = TestService.with(settings);
    service.store().people().addressEdit().addDomain(DOMAIN);
    return new Writers(service);
  }

  TestUser add() throws AddressRefusedException {
    TestUser user = service.user();
    Address address = Address.parse(address(user));
    service.store().people().addressEdit().give(user.id(), address, Tombstone.IGNORE);
    return user;
  }

  static String address(TestUser user) {
    return user.name() + "@" + DOMAIN;
  }

  static List<Draft> drafts(TestUser user) {
    return user.store().outgoing().drafts().list(user.id()).stream()
        .flatMap(draft -> user.store().outgoing().drafts().find(user.id(), draft.id()).stream())
        .map(draft -> Draft.decode(draft.content()))
        .toList();
  }

  /** Fills the form of a new mail. */
  static void type(Browser browser, TestUser to, String subject, String text) {
    browser.find("#to").sendKeys(address(to));
    browser.find("#subject").sendKeys(subject);
    browser.find("#text").sendKeys(text);
  }

  @Override
  public void close() {
    service.close();
  }
}
