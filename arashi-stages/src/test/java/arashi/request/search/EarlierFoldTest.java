package arashi.request.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.ingest.RemakeLimits;
import arashi.ingest.Remaker;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.ParsedQuery;
import arashi.mime.term.QueryParser;
import arashi.mime.term.TermExtractor;
import arashi.store.StoreFixture;
import arashi.store.mail.Item;
import arashi.store.mail.NewMail;
import arashi.store.mail.Parties;
import arashi.store.mail.Parties.Person;
import arashi.store.mail.Reading;
import arashi.store.mail.SearchQuery;
import arashi.store.mail.SearchQuery.Earlier;
import arashi.store.mail.SearchQuery.Filter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Clock;

/** An account that an earlier version indexed, searched before, during and after its re-making. */
@Tag("database")
class EarlierFoldTest {
  /** What the previous release made of the mails below. */
  private static final Set<String> EARLIER_TERMS =
      Set.of("αθήνα", "s:αθήνα", "στην", "οδός", "ερμού", "ёлка", "grusse");

  private static final String BODY = "Στην οδός Ερμού, ёлка. Grüße!";
  private static final int OLD = QueryParser.FOLDED_SINCE - 1;

  private final Intake intake =
      new Intake(
          new MailParser(MimeLimits.DEFAULT),
          new TermExtractor(TermLimits.DEFAULT),
          Clock.system());
  private StoreFixture fixture;
  private long account;
  private long inbox;

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
    account = fixture.account();
    inbox = fixture.inbox(account);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private NewMail mail(int n) {
    byte[] raw =
        ("From: Αθηνά Ωνάση <ada@x.example>\nSubject: Αθήνα "
                + n
                + "\nMessage-ID: <"
                + n
                + "@x.example>\n"
                + "Content-Type: text/plain; charset=utf-8\n\n"
                + BODY
                + "\n")
            .getBytes(UTF_8);
    return intake.take(raw, Optional.of(StoreFixture.NOW.minusSeconds(n)), MailFlags.NONE).mail();
  }

  private NewMail old(int n) {
    NewMail mail = mail(n);
    Reading now = mail.reading();
    Reading reading =
        new Reading(OLD, now.sentAt(), now.references(), now.parties(), now.keywords());
    return mail.withTerms(EARLIER_TERMS).withReading(reading);
  }

  private void addOld(int from, int to) {
    List<NewMail> mails = new ArrayList<>();
    for (int n = from; n < to; n++) {
      mails.add(old(n));
    }
    fixture.add(account, inbox, mails);
  }

  private int hits(String typed) {
    ParsedQuery parsed = QueryParser.parse(typed, ZoneOffset.UTC, SearchQuery.MAX_TERMS);
    SearchQuery query =
        new SearchQuery(parsed.terms(), Filter.NONE, SearchQuery.FROM_NEWEST, 500, 100_000)
            .orEarlier(new Earlier(QueryParser.FOLDED_SINCE, parsed.earlierTerms()));
    List<Item> rows =
        new PhraseSearch(fixture.store, parsed.phrases(), 1_000).newest(account, query).rows();
    assertThat(rows).extracting(Item::message).isSortedAccordingTo((a, b) -> Long.compare(b, a));
    assertThat(rows).extracting(Item::message).doesNotHaveDuplicates();
    return rows.size();
  }

  private Remaker remaker() {
    return new Remaker(
        fixture.store,
        intake,
        fixture.time,
        1 << 20,
        new RemakeLimits(3, 1 << 20, Duration.ZERO),
        1);
  }

  private void remake() {
    Remaker remaker = remaker();
    while (remaker.step()) {
      // until nothing is left
    }
  }

  private String versions() throws SQLException {
    return String.join(
        " ", fixture.rows("SELECT parser, COUNT(*) FROM message GROUP BY parser ORDER BY parser"));
  }

  /** A batch of 80 is a segment, the others are fresh; each spelling finds both all the time. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Αθήνα",
        "subject:Αθήνα",
        "οδός Ερμού",
        "ёлка",
        "Grüße",
        "grusse",
        "\"οδός Ερμού ёлка\""
      })
  void whatWasFoundIsFoundAllTheTime(String typed) throws SQLException {
    addOld(0, 80);
    addOld(80, 90);
    fixture.add(account, inbox, mail(90));
    assertThat(fixture.count("search_segment", account)).isPositive();
    assertThat(hits(typed)).isEqualTo(91);

    Remaker remaker = remaker();
    boolean mixed = false;
    while (remaker.step()) {
      assertThat(hits(typed)).isEqualTo(91);
      mixed |= versions().startsWith(OLD + " 4");
    }
    assertThat(mixed).as("searched half-way").isTrue();

    assertThat(versions()).isEqualTo(MailParser.VERSION + " 91");
    assertThat(hits(typed)).isEqualTo(91);
    fixture.assertConsistent(account);
  }

  @ParameterizedTest
  @ValueSource(strings = {"αθηνα", "ΑΘΗΝΑ", "subject:ΑΘΗΝΑ", "ΟΔΟΣ", "елка", "\"ΟΔΟΣ ΕΡΜΟΥ\""})
  void otherSpellingsAreFoundAsMailIsMadeAnew(String typed) {
    addOld(0, 80);
    addOld(80, 90);
    assertThat(hits(typed)).isZero();
    fixture.add(account, inbox, mail(90));
    assertThat(hits(typed)).isEqualTo(1);

    remake();

    assertThat(hits(typed)).isEqualTo(91);
  }

  @Test
  void earlierTermsAreLookedUpNoMoreWhenAllMailIsMadeAnew() {
    addOld(0, 2);
    remake();
    fixture.add(account, inbox, mail(3).withTerms(EARLIER_TERMS));
    assertThat(hits("Αθήνα")).isEqualTo(2);

    fixture.store.upkeep().remaking().mark(OptionalLong.of(account));
    assertThat(hits("Αθήνα")).as("scheduled again").isEqualTo(3);
  }

  /** Completion finds people by words that are stored. */
  @Test
  void wordsOfCorrespondentsAreMadeAnew() throws SQLException {
    NewMail mail = mail(1);
    Person person = new Person("ada@x.example", "Αθηνά Ωνάση", List.of("αθηνά", "ωνάση"));
    Parties parties = new Parties(Optional.of(person), List.of(), "", "");
    fixture.add(
        account,
        inbox,
        mail.withReading(new Reading(OLD, Optional.empty(), List.of(), parties, List.of())));
    assertThat(words()).doesNotContain("αθηνα");

    remake();

    assertThat(words()).contains("αθηνα", "ωναση", "ada@x.example");
  }

  private List<String> words() throws SQLException {
    return fixture.rows("SELECT CONVERT(word USING utf8mb4) FROM correspondent_word");
  }

  /** Its raw bytes are lost, so the terms come from what is shown of it. */
  @Test
  void mailThatCannotBeParsedAgainGetsItsTermsAnewAllTheSame() throws SQLException {
    addOld(0, 8);
    fixture.execute(
        """
        DELETE FROM `blob` WHERE sha256 IN (
          SELECT m.sha256 FROM message m JOIN item i ON i.message = m.message
          WHERE i.uid IN (3, 5))
        """);

    remake();

    assertThat(versions()).isEqualTo(OLD + " 2 " + MailParser.VERSION + " 6");
    assertThat(hits("αθηνα")).isEqualTo(8);
    assertThat(hits("Αθήνα")).isEqualTo(8);
  }
}
