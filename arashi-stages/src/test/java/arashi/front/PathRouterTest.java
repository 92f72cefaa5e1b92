package arashi.front;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import arashi.target.RequestType;
import arashi.web.Assets;
import arashi.web.Templates;
import arashi.web.Translations;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Errors at start, before any request. */
class PathRouterTest {
  private static final Translations MESSAGES = Translations.load();
  private static final Pages PAGES =
      new Pages(new Templates(MESSAGES, Assets.load()), MESSAGES, new Cookies(false), null, "");

  private static final class Handler extends RequestHandler<MailRequest> {
    Handler(String words) {
      super(PAGES, PAGES.busyWords(words));
    }

    @Override
    protected void answer(MailRequest request) {}
  }

  private static final class Lost extends UserRequest<MailRequest> {
    Lost(String words) {
      super(RequestType.of("lost", Duration.ofSeconds(1)), new Handler(words));
    }
  }

  @Test
  void refusesTwoRoutesForTheSamePaths() {
    Route one = Route.answered("GET", "/mail/{folder}", exchange -> {});
    Route post = Route.answered("POST", "/mail/{folder}", exchange -> {});
    Route other = Route.answered("GET", "/mail/{account}", exchange -> {});
    new PathRouter(List.of(one, post), PAGES, null, null);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PathRouter(List.of(one, post, other), PAGES, null, null))
        .withMessage("duplicate route: GET /mail/{}");
  }

  @Test
  void refusesARequestTypeWithoutARoute() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Lost("flag"))
        .withMessage("lost: a request needs at least one route");
  }

  @Test
  void refusesARequestTypeWithoutWords() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Lost("lost"))
        .withMessageContaining("busy.lost.title");
  }
}
