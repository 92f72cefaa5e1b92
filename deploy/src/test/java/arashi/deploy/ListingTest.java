package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paging through a folder by the links of its pages. */
@Tag("database")
class ListingTest {
  private static final int MESSAGES = 230;

  private static TestService service;
  private static TestUser user;
  private static Client client;
  private static List<Long> uids;

  @BeforeAll
  static void fillAFolder() {
    service = TestService.shared();
    user = service.user();
    List<byte[]> mails = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      // equal values, so that pages break within them too
      mails.add(
          Mails.plain(
              i / 7, // seven of each date
              "Sender " + i % 3 + " <s" + i % 3 + "@example.org>",
              i % 5 == 0 ? "" : "Re: Subject " + i % 4,
              i + "x".repeat(i % 11)));
    }
    uids = user.receives(mails);
    client = service.signedIn(user);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "?dir=asc",
        "?sort=sender",
        "?sort=sender&dir=desc",
        "?sort=subject",
        "?sort=subject&dir=desc",
        "?sort=size",
        "?sort=size&dir=asc"
      })
  void showsEveryMessageExactlyOnce(String order) {
    List<String> forth = new ArrayList<>();
    Answer page = client.get(user.path(FolderRole.INBOX) + order);
    List<Answer> pages = new ArrayList<>(List.of(page));
    forth.addAll(page.rows());
    while (next(page, "next") != null) {
      page = client.get(next(page, "next"));
      forth.addAll(page.rows());
      pages.add(page);
      assertThat(pages.size()).isLessThan(10);
    }

    assertThat(forth).hasSize(MESSAGES).doesNotHaveDuplicates();
    assertThat(pages).hasSize(5);

    List<String> back = new ArrayList<>(reversed(page.rows()));
    while (next(page, "prev") != null) {
      page = client.get(next(page, "prev"));
      back.addAll(reversed(page.rows()));
    }
    assertThat(reversed(back)).isEqualTo(forth);
  }

  @Test
  void theOrderCanBeChangedWhileAMailIsOpen() {
    Answer list = client.get(user.path(FolderRole.INBOX) + "?sort=size");
    Answer open = client.get(list.rows().get(3));
    String mail = list.rows().get(3).replaceFirst("[?].*", "");
    assertThat(open.page().select(".sorts a[aria-current]").text()).startsWith("Size");
    String bySender = open.page().select(".sorts a:contains(Sender)").attr("href");
    assertThat(bySender).isEqualTo(mail + "?sort=sender");
    Answer sorted = client.get(bySender);
    assertThat(sorted.page().select("#message #subject").text())
        .isEqualTo(open.page().select("#message #subject").text());
    assertThat(sorted.page().select("#list .rows [aria-current]")).hasSize(1);
  }

  private static String next(Answer page, String rel) {
    var link = page.page().selectFirst(".pages a[rel=" + rel + "]");
    return link == null ? null : link.attr("href");
  }

  private static List<String> reversed(List<String> rows) {
    List<String> reversed = new ArrayList<>(rows);
    Collections.reverse(reversed);
    return reversed;
  }

  @Test
  void showsTheNewestFirst() {
    List<String> rows = client.get(user.path(FolderRole.INBOX)).rows();
    List<Long> newestFirst = new ArrayList<>(uids);
    Collections.reverse(newestFirst);

    assertThat(rows).isEqualTo(newestFirst.stream().limit(50).map(user::path).toList());
  }

  @Test
  void keepsItsPlaceWhenMailComesAndGoes() {
    TestUser reader = service.user();
    List<byte[]> mails = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      mails.add(Mails.plain(i, "Ada <ada@example.org>", "Mail " + i, "text"));
    }
    List<Long> all = reader.receives(mails);
    Client own = service.signedIn(reader);
    Answer first = own.get(reader.path(FolderRole.INBOX));
    String older = next(first, "next");

    reader.receives(Mails.plain(500, "Ada <ada@example.org>", "New", "text"));
    reader
        .store()
        .mail()
        .items()
        .delete(reader.id(), reader.folder(FolderRole.INBOX).id(), List.of(all.get(70)));

    List<String> second = own.get(older).subjects();
    assertThat(second).hasSize(50).startsWith("Mail 69").endsWith("Mail 20");
  }

  @Test
  void walksFromMessageToMessage() {
    String path = user.path(uids.get(uids.size() - 1));
    List<String> walked = new ArrayList<>();
    while (path != null && walked.size() < 60) {
      walked.add(path);
      path = client.get(path).page().select(".walk a[rel=next]").attr("href");
    }

    assertThat(walked).doesNotHaveDuplicates();
    assertThat(walked.subList(0, 50)).isEqualTo(client.get(user.path(FolderRole.INBOX)).rows());
  }

  @Test
  void namesTotalAndUnread() {
    assertThat(client.get(user.path(FolderRole.TRASH)).page().select("#list .empty")).hasSize(1);
    TestUser reader = service.user();
    List<Long> two =
        reader.receives(
            List.of(
                Mails.plain(1, "Ada <ada@example.org>", "One", "1"),
                Mails.plain(2, "Ada <ada@example.org>", "Two", "2")));
    Client own = service.signedIn(reader);
    assertThat(own.get(reader.path(FolderRole.INBOX)).page().select("#list .head p").text())
        .isEqualTo("2 messages, 2 unread");

    own.get(reader.path(two.get(0)));

    assertThat(own.get(reader.path(FolderRole.INBOX)).page().select("#list .head p").text())
        .isEqualTo("2 messages, 1 unread");
    assertThat(reader.counters(FolderRole.INBOX)).isEqualTo(new TestUser.Counters(2, 1));
  }
}
