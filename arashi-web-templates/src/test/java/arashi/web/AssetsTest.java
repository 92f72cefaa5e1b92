package arashi.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AssetsTest {

  private final Assets assets = Assets.load();

  @Test
  void servesEveryFileOfTheFolder() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/resources/arashi/web/static"))) {
      List<String> names = files.map(file -> file.getFileName().toString()).toList();
      assertThat(assets.all().stream().map(Assets.Asset::name))
          .containsExactlyInAnyOrderElementsOf(names);
    }
  }

  @Test
  void putsAHashOfTheContentIntoTheAddress() {
    Assets.Asset sheet = assets.find("app.css").orElseThrow();
    assertThat(sheet.url()).matches("/static/app\\.css\\?v=[0-9a-f]{12}").endsWith(sheet.version());
    assertThat(assets.url("app.css")).isEqualTo(sheet.url());
    assertThat(sheet.version()).isNotEqualTo(assets.find("app.js").orElseThrow().version());
  }

  @Test
  void knowsNothingOutsideItsFolder() {
    assertThat(assets.find("../messages/messages.properties")).isEmpty();
    assertThat(assets.find("")).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> assets.url("none.css"));
  }

  @Test
  void givesContentThatNobodyCanChange() {
    assertThat(assets.find("logo.svg").orElseThrow().content().isReadOnly()).isTrue();
  }

  @Test
  void theScriptsAreSmallAndMakeNoCodeOutOfText() {
    assertThat(text("app.js").length()).isLessThan(12_500);
    assertThat(text("job.js").length()).isLessThan(2_500);
    assertThat(text("open.js").length()).isLessThan(2_500);
    assertThat(text("place.js").length()).isLessThan(2_500);
    assertThat(text("found.js").length()).isLessThan(2_500);
    assertThat(text("live.js").length()).isLessThan(8_000);
    assertThat(text("drag.js").length()).isLessThan(3_000);
    assertThat(text("console.js").length()).isLessThan(2_000);
    assertThat(text("complete.js").length()).isLessThan(7_000);
    assertThat(text("draft.js").length()).isLessThan(5_000);
    assertThat(text("compose.js").length()).isLessThan(8_000);
    assertThat(text("attach.js").length()).isLessThan(5_000);
    assertThat(text("signature.js").length()).isLessThan(3_000);
    assertThat(text("login.js").length()).isLessThan(2_000);
    assertThat(scripts())
        .allSatisfy(
            script ->
                assertThat(text(script))
                    .doesNotContainPattern("eval\\(|new Function|innerHTML|document\\.write"));
  }

  @Test
  void theStyleSheetLoadsNothingFromElsewhere() {
    assertThat(text("app.css").replace("url(\"data:", "") + text("dark.css"))
        .doesNotContain("url(")
        .doesNotContain("@import");
  }

  private List<String> scripts() {
    return assets.all().stream()
        .map(Assets.Asset::name)
        .filter(name -> name.endsWith(".js"))
        .toList();
  }

  private String text(String name) {
    return StandardCharsets.UTF_8
        .decode(assets.find(name).orElseThrow().content().duplicate())
        .toString();
  }
}
