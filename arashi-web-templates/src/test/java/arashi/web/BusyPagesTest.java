package arashi.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** A prepared page is, byte for byte, what its template renders. */
class BusyPagesTest {
  private static final long CACHE_BYTES = 1 << 20;
  private static final String HOSTILE = "\"><script>x</script>'&amp;\u00e9\ud83d\ude00\ud83d";

  private final Translations messages = Translations.load();
  private final Templates templates = new Templates(messages, Assets.load());
  private final BusyPages pages = new BusyPages(templates, CACHE_BYTES);
  private final MessageKey words = messages.key("busy.refile.title");

  private static PageFrame frame(String token, PageFrame.Theme theme) {
    return new PageFrame(
        null, false, token, List.of(), "", null, new PageFrame.Look(theme, "Europe/Rome"));
  }

  private KeptPost kept(List<Field> fields, boolean proven) {
    PostForm form = new PostForm("/mail/1/refile?x='&y=\"", fields);
    return new KeptPost(form, words, List.of(), proven, "7");
  }

  private List<BusyPage> models() {
    List<BusyPage> models = new ArrayList<>();
    for (PageFrame.Theme theme : PageFrame.Theme.values()) {
      for (BusyCause cause : BusyCause.values()) {
        for (int wait : new int[] {1, 2, 61}) {
          PageFrame frame = frame(HOSTILE, theme);
          models.add(new BusyPage(frame, words, true, cause, wait, "/mail/1?q='\"<&", null));
          models.add(new BusyPage(frame, words, false, cause, wait, null, kept(List.of(), true)));
          List<Field> fields = List.of(new Field("uid", "5"), new Field(HOSTILE, HOSTILE));
          models.add(new BusyPage(frame, words, true, cause, wait, null, kept(fields, true)));
          models.add(new BusyPage(frame, words, true, cause, wait, null, kept(fields, false)));
        }
      }
    }
    return models;
  }

  @Test
  void everyPageIsWhatItsTemplateRenders() {
    for (Locale locale : messages.locales()) {
      for (int time = 0; time < 2; time++) { // at first prepared, then filled again
        for (BusyPage model : models()) {
          assertThat(text(pages.render(model, locale)))
              .isEqualTo(text(templates.render(model, locale)));
        }
      }
    }
  }

  @Test
  void thePageOfAKnownAccountIsRendered() {
    PageFrame frame = new PageFrame("ada", true, "t", List.of(), "", null);
    BusyPage model = new BusyPage(frame, words, true, BusyCause.OVERLOAD, 3, "/mail", null);

    assertThat(text(pages.render(model, Locale.ENGLISH)))
        .contains("ada")
        .isEqualTo(text(templates.render(model, Locale.ENGLISH)));
  }

  private static String text(byte[] page) {
    return new String(page, StandardCharsets.UTF_8);
  }
}
