package arashi.front;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.ServiceFixture.Browser;
import arashi.store.account.NameTakenException;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * Contract of a POST that names messages, by {@code /mail/{folder}/ACTION} and {@code
 * /search/ACTION}. A refused POST changes nothing.
 */
public abstract class MessagesPostContract {
  private static final String FOREIGN = "https://evil.example/";

  /** A user with two mails in Inbox and one each in Sent and Trash. */
  protected long account;

  protected long inbox;
  protected long sent;
  protected long trash;
  protected List<Long> uids;
  protected long sentUid;
  protected long trashUid;
  protected Browser browser;

  protected abstract ServiceFixture service();

  /** Returns the last part of the paths. */
  protected abstract String action();

  /** Returns the form's other fields, such that it changes both mails of Inbox. */
  protected abstract String fields();

  @BeforeEach
  void addMail() {
    account = service().stored.account();
    inbox = service().stored.inbox(account);
    sent = service().stored.folder(account, FolderRole.SENT);
    trash = service().stored.folder(account, FolderRole.TRASH);
    uids = service().stored.add(account, inbox, mail("one").build(), mail("two").build());
    sentUid = service().stored.add(account, sent, mail("three").flags(Flag.SEEN).build()).get(0);
    trashUid = service().stored.add(account, trash, mail("four").build()).get(0);
    browser = service().signedIn(account);
  }

  /** Returns folder, uid and flags of each mail. */
  protected final List<String> items() throws SQLException {
    return items(account);
  }

  private List<String> items(long owner) throws SQLException {
    return service()
        .stored
        .rows("SELECT folder, uid, flags FROM item WHERE account = " + owner + " ORDER BY message");
  }

  /** Returns the entry of {@link #items} at this place. */
  protected final String item(long folder, long uid) throws SQLException {
    return items().stream()
        .filter(item -> item.startsWith(folder + " " + uid + " "))
        .findFirst()
        .orElseThrow();
  }

  /** Asserts that the first mail of Inbox alone was changed or moved. */
  private void hasChangedTheFirstOnly(List<String> before) throws SQLException {
    assertThat(before).hasSize(4);
    List<String> others = new ArrayList<>(before);
    others.removeIf(item -> item.startsWith(inbox + " " + uids.get(0) + " "));
    assertThat(others).hasSize(3);
    assertThat(items()).hasSize(4).containsAll(others).isNotEqualTo(before);
    service().stored.assertConsistent(account);
  }

  /** The POST for messages of one folder. */
  protected final HttpResponse post(long folder, String form) {
    return browser.post("/mail/" + folder + "/" + action(), form + "&" + fields());
  }

  /** The POST for messages of several folders. */
  protected final HttpResponse postFound(String form) {
    return browser.post("/search/" + action(), form + "&" + fields());
  }

  private static String uidFields(List<Long> named) {
    return named.stream().map(uid -> "uid=" + uid).collect(Collectors.joining("&"));
  }

  @Test
  void changesTheMessagesThatItNamesAndNoOther() throws SQLException {
    List<String> before = items();

    HttpResponse answer = post(inbox, "uid=" + uids.get(0));

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location")).isEqualTo("/mail/" + inbox);
    hasChangedTheFirstOnly(before);
  }

  @Test
  void changesAMessageThatItNamesTwiceOnce() throws SQLException {
    List<String> before = items();

    assertThat(post(inbox, uidFields(List.of(uids.get(0), uids.get(0)))).status()).isEqualTo(303);

    hasChangedTheFirstOnly(before);
  }

  @Test
  void leavesOutAMessageThatIsGone() throws SQLException {
    List<String> before = items();

    assertThat(post(inbox, "uid=4711&uid=" + uids.get(0)).status()).isEqualTo(303);

    hasChangedTheFirstOnly(before);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 999_999})
  void leavesOutAFolderThatIsGone(long gone) throws SQLException {
    List<String> before = items();

    HttpResponse answer = postFound("uid=" + gone + ":1&uid=" + inbox + ":" + uids.get(0));

    assertThat(answer.status()).isEqualTo(303);
    hasChangedTheFirstOnly(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "uid=4711", "all=0", "all=true"})
  void changesNothingIfItNamesNothingThatIsThere(String form) throws SQLException {
    List<String> before = items();

    assertThat(post(inbox, form).status()).isEqualTo(303);

    assertThat(items()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "", "-1", "+1", "1.5", "1 ", "%201", "0x1", "1:2", "99999999999999999999"})
  void refusesAGarbledUid(String uid) throws SQLException {
    List<String> before = items();

    assertThat(post(inbox, "uid=" + uids.get(0) + "&uid=" + uid).status()).isEqualTo(400);

    assertThat(items()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", ":", "1:", ":1", "1:-1", "1:x", "1:2:3:4", "1;2"})
  void refusesAGarbledPlace(String place) throws SQLException {
    List<String> before = items();

    HttpResponse answer = postFound("uid=" + inbox + ":" + uids.get(0) + "&uid=" + place);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(items()).isEqualTo(before);
  }

  @Test
  void takesAsManyMessagesAsAListMayNameAndRefusesOneMore() throws SQLException {
    List<Long> most =
        IntStream.range(0, Arguments.MAX_UIDS).mapToObj(i -> uids.get(0) + i).toList();
    List<String> before = items();
    String[] inInbox = {item(inbox, uids.get(0)), item(inbox, uids.get(1))};

    assertThat(post(inbox, uidFields(most) + "&uid=1").status()).isEqualTo(413);
    assertThat(items()).isEqualTo(before);

    assertThat(post(inbox, uidFields(most)).status()).isEqualTo(303);
    assertThat(items()).doesNotContain(inInbox);
  }

  @Test
  void takesAsManyPlacesAsAListMayNameAndRefusesOneMore() throws SQLException {
    String most =
        IntStream.range(0, Arguments.MAX_UIDS)
            .mapToObj(i -> "uid=" + inbox + ":" + (uids.get(0) + i))
            .collect(Collectors.joining("&"));
    List<String> before = items();
    String[] inInbox = {item(inbox, uids.get(0)), item(inbox, uids.get(1))};

    assertThat(postFound(most + "&uid=" + inbox + ":1").status()).isEqualTo(413);
    assertThat(items()).isEqualTo(before);

    assertThat(postFound(most).status()).isEqualTo(303);
    assertThat(items()).doesNotContain(inInbox);
  }

  @ParameterizedTest
  @ValueSource(strings = {"99", "x", "-1", "", "99999999999999999999"})
  void findsNoFolderThatIsNotThere(String folder) throws SQLException {
    List<String> before = items();

    String form = "uid=" + uids.get(0) + "&" + fields();
    assertThat(browser.post("/mail/" + folder + "/" + action(), form).status()).isEqualTo(404);

    assertThat(items()).isEqualTo(before);
  }

  @Test
  void findsNoFolderOfAnotherAccount() throws SQLException, NameTakenException {
    long other = service().stored.account();
    long folder = service().stored.store.mail().folders().create(other, 0, "hers").id();
    List<Long> hers = service().stored.add(other, folder, mail("hers").build());
    List<String> before = items(other);

    assertThat(post(folder, uidFields(hers)).status()).isEqualTo(404);
    assertThat(post(folder, "all=1").status()).isEqualTo(404);
    assertThat(postFound("uid=" + folder + ":" + hers.get(0)).status()).isEqualTo(404);

    assertThat(items(other)).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"csrf=forged&", "csrf=&", "''"})
  void refusesAFormWithoutTheTokenOfTheSession(String token) throws SQLException {
    List<String> before = items();
    String form = token + "uid=" + uids.get(0) + "&" + fields();
    HttpRequest forged = HttpRequest.of("POST", "/mail/" + inbox + "/" + action()).withForm(form);

    assertThat(browser.send(forged).status()).isEqualTo(403);

    assertThat(items()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE"})
  void takesNoOtherMethod(String method) throws SQLException {
    List<String> before = items();

    HttpResponse answer =
        browser.send(HttpRequest.of(method, "/mail/" + inbox + "/" + action() + "?all=1"));

    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("Allow")).isEqualTo("POST");
    assertThat(items()).isEqualTo(before);
  }

  @Test
  void goesBackToWhereItCameFrom() {
    HttpResponse answer = post(inbox, "uid=1&back=/mail/" + inbox + "?sort%3Dsize");

    assertThat(answer.header("Location")).isEqualTo("/mail/" + inbox + "?sort=size");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {FOREIGN, "//evil.example/", "/\\evil.example", "javascript:x", "/%0d%0aX:y"})
  void goesToNoOtherSite(String address) {
    assertThat(post(inbox, "back=" + address).header("Location")).isEqualTo("/mail/" + inbox);
    assertThat(post(inbox, "onward=" + address).header("Location")).isEqualTo("/mail/" + inbox);
    assertThat(postFound("back=" + address).header("Location")).isEqualTo("/search");
  }
}
