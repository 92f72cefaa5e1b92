package arashi.front.route;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.MailRequest;
import arashi.front.ServiceFixture;
import arashi.front.ServiceFixture.Browser;
import arashi.front.session.User;
import arashi.store.database.Transactions;
import arashi.target.RequestType;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpResponse;

/** Requests whose statements outlast their deadline, on a real database. */
@Tag("database")
class LateReadTest {
  /** Minutes of joins, after which the number of mails would be known. */
  private static final String SLOW =
      "SELECT COUNT(*) FROM information_schema.collations a, information_schema.collations b,"
          + " information_schema.collations c, information_schema.collations d"
          + " WHERE CONCAT(a.id, b.id, c.id, d.id) = 'late read test'";

  @AutoClose
  private static final ServiceFixture service =
      new ServiceFixture(
          new ReadLimits(1, Duration.ofMillis(1)), front -> List.of(new Count(front)));

  private record Counted(HttpExchange exchange, User user) implements MailRequest {}

  private static final class Count extends UserRequest<Counted> {
    static final RequestType TYPE =
        new RequestType(
            "count", "search", Duration.ofMillis(1), false, RequestType.Speed.CONFIGURED);

    Count(Front front) {
      super(
          TYPE,
          new CountHandler(front),
          Way.get("/drafts", (exchange, user, arguments) -> new Counted(exchange, user)),
          Way.post("/drafts", (exchange, user, arguments) -> new Counted(exchange, user)));
    }
  }

  private static final class CountHandler extends RequestHandler<Counted> {
    private final Transactions transactions;

    CountHandler(Front front) {
      super(front.pages(), front.pages().busyWords("search"));
      transactions =
          new Transactions(front.store().service().availability(), InstantSource.system());
    }

    @Override
    protected void answer(Counted request) {
      transactions.read(c -> c.numbers(SLOW));
      throw new AssertionError("all is counted");
    }
  }

  private static void isRefused(HttpResponse answer) throws SQLException {
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).isNotNull();
    assertThat(
            service.stored.rows(
                "SELECT info FROM information_schema.processlist"
                    + " WHERE info LIKE '%late read test%' AND id <> CONNECTION_ID()"))
        .as("statements that still run")
        .isEmpty();
  }

  @Test
  void aLateReadIsRefusedAndHasEndedInTheDatabase() throws SQLException {
    Browser browser = service.signedIn(service.stored.account());
    isRefused(browser.get("/drafts"));
    isRefused(browser.get("/drafts"));
  }

  @Test
  void aLatePostIsRefusedBeforeItsFirstCommit() throws SQLException {
    Browser browser = service.signedIn(service.stored.account());
    isRefused(browser.post("/drafts", "a=b"));
  }
}
