package arashi.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import freemarker.template.TemplateHashModel;
import freemarker.template.TemplateModelException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageModelsTest {
  private static final MessageKey SEARCH = SamplePages.busy("search");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "javascript:alert(1)",
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "/\t/evil.example/",
        "/a b",
        "mail/1",
        " /mail"
      })
  void refuseAnAddressThatIsNotAPathInsideTheService(String url) {
    assertThatIllegalArgumentException().isThrownBy(() -> new PostForm(url, List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new MessageView.Attachment(
                    "a.png", "image/png", "1 KB", "/mail/inbox/1/part/2", url, null, null));
  }

  @Test
  void refuseABusyPageWithoutAWayToTryAgain() {
    PageFrame page = PageFrame.anonymous("t");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BusyPage(page, SEARCH, true, BusyCause.OVERLOAD, 3, null, null));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new BusyPage(page, SEARCH, true, BusyCause.OVERLOAD, 0, "/search?q=a", null));
  }

  @Test
  void refuseABodyWithNoTextOrTwo() {
    SafeHtml text = new SafeHtml("hello");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MessageView.Body(null, null, null, null, MessageView.Note.NONE));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new MessageView.Body(
                    text, "/mail/inbox/1/body", null, null, MessageView.Note.NONE));
  }

  @Test
  void keepMailOutOfLogs() {
    assertThat(new SafeHtml("<p>secret</p>")).hasToString("SafeHtml[13 chars]");
  }

  @Test
  void showTemplatesTheirComponentsAndNoMethods() throws TemplateModelException {
    TemplateHashModel model =
        (TemplateHashModel) new RecordWrapper().wrap(new Field("name", "value"));
    assertThat(model.get("name")).hasToString("name");
    assertThat(model.get("toString")).isNull();
    assertThat(model.get("class")).isNull();
  }

  @Test
  void areMadeOfKnownTypesOnly() {
    assertThatExceptionOfType(TemplateModelException.class)
        .isThrownBy(() -> new RecordWrapper().wrap(Instant.EPOCH))
        .withMessageContaining("java.time.Instant");
  }
}
