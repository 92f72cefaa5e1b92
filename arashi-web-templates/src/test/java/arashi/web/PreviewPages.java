package arashi.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * Writes every sample page to {@code target/preview}, in each language and with its assets, for
 * viewing in a browser without a server.
 */
final class PreviewPages {

  private PreviewPages() {}

  /** Takes the target folder, by default {@code target/preview}. */
  public static void main(String[] arguments) throws IOException {
    write(Path.of(arguments.length > 0 ? arguments[0] : "target/preview"));
  }

  static void write(Path folder) throws IOException {
    Translations messages = Translations.load();
    Assets assets = Assets.load();
    Templates templates = new Templates(messages, assets);
    Files.createDirectories(folder);
    for (Assets.Asset asset : assets.all()) {
      byte[] bytes = new byte[asset.content().remaining()];
      asset.content().duplicate().get(bytes);
      Files.write(folder.resolve(asset.name()), bytes);
    }
    for (Locale locale : messages.locales()) {
      for (Map.Entry<String, PageModel> page : SamplePages.all().entrySet()) {
        String html =
            new String(templates.render(page.getValue(), locale), StandardCharsets.UTF_8)
                .replaceAll("/static/([a-z.]+)\\?v=\\w+", "$1")
                .replace("src=\"/mail/inbox/3998/part/2\"", "src=\"logo.svg\"")
                .replace("/mail/inbox/3998/body", "body-" + locale + ".html");
        Files.writeString(folder.resolve(page.getKey() + "-" + locale + ".html"), html);
      }
    }
  }
}
