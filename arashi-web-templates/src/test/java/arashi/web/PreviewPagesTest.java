package arashi.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PreviewPagesTest {

  @Test
  void writesPagesThatFindTheirAssetsBesideThem() throws IOException {
    Path folder = Path.of("target/preview");
    PreviewPages.write(folder);
    assertThat(Files.readString(folder.resolve("message-en.html"))).contains("href=\"app.css\"");
    assertThat(folder.resolve("app.css")).isNotEmptyFile();
  }
}
