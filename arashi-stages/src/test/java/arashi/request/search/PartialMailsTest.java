package arashi.request.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.store.StoreFixture;
import arashi.store.mail.NewMail;
import arashi.store.mail.SearchQuery;
import arashi.store.mail.SearchQuery.Filter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

class PartialMailsTest {
  private static final TermLimits FEW_WORDS = new TermLimits(5, 1 << 20);
  private static final MailFlags UNREAD = new MailFlags(false, false, false);

  private final StoreFixture fixture = new StoreFixture();
  private final long account = fixture.account();
  private final long inbox = fixture.inbox(account);
  private final PartialMails partial = new PartialMails(fixture.store);
  private final Intake intake =
      new Intake(new MailParser(MimeLimits.DEFAULT), new TermExtractor(FEW_WORDS), Clock.system());

  @AfterEach
  void close() {
    fixture.close();
  }

  private void add(String text) {
    byte[] raw = ("Subject: x\n\n" + text + "\n").getBytes(UTF_8);
    NewMail mail = intake.take(raw, Optional.of(StoreFixture.NOW), UNREAD).mail();
    fixture.add(account, inbox, List.of(mail));
  }

  private static SearchQuery query(Filter filter) {
    return new SearchQuery(List.of("storm"), filter, SearchQuery.FROM_NEWEST, 5, 1_000);
  }

  private boolean mayBeMissed(Filter filter) {
    SearchQuery query = query(filter);
    long modSeq = fixture.store.mail().search().newest(account, query).modSeq();
    boolean answer = partial.mayBeMissedBy(query, account, modSeq);
    assertThat(partial.mayBeMissedBy(query, account, modSeq)).as("once more").isEqualTo(answer);
    return answer;
  }

  @Test
  void knowsOfAMailThatCameAfterThereWasNone() {
    add("short");
    assertThat(mayBeMissed(Filter.NONE)).isFalse();
    add("more words than five which are the most that are indexed here of one mail");
    assertThat(mayBeMissed(Filter.NONE)).isTrue();
  }

  @Test
  void asksAgainForAFilter() {
    add("more words than five which are the most that are indexed here of one mail");
    assertThat(mayBeMissed(Filter.NONE)).isTrue();
    assertThat(mayBeMissed(Filter.NONE.in(inbox))).isTrue();
    assertThat(mayBeMissed(Filter.NONE.in(inbox + 1))).isFalse();
  }
}
