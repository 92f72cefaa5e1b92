package arashi.mime.limit;

import com.typesafe.config.Config;

/**
 * Limits of the HTML that is shown of a mail. The excess is left out, with a note on the page.
 *
 * @param maxDepth open elements at a time; deeper text is shown without its elements. The work per
 *     tag is proportional to it
 * @param maxFormats open formatting elements, like {@code <b>}, among these
 * @param maxElements total elements; the document ends there
 * @param maxOutputChars characters of the page, without the mail's own images
 * @param maxStyleChars characters of all {@code <style>} elements; an element that exceeds it is
 *     dropped
 * @param maxStyleRules rules in all {@code <style>} elements
 */
public record HtmlLimits(
    int maxDepth,
    int maxFormats,
    int maxElements,
    int maxOutputChars,
    int maxStyleChars,
    int maxStyleRules) {
  /**
   * Admits long threads of quotations and tables of some thousand rows. 50,000 elements take 50 ms,
   * and 4 MiB are four times the largest stored text. Newsletters have style sheets of 5 to 40 KiB;
   * 128 KiB take 300 ms.
   */
  public static final HtmlLimits DEFAULT =
      new HtmlLimits(200, 50, 50_000, 4 << 20, 128 << 10, 5_000);

  /** Rejects limits that would hide everything or protect nothing. */
  public HtmlLimits {
    between("depth", maxDepth, 1, 250); // the library's balancer drops text beyond 256
    between("formats", maxFormats, 1, 250);
    between("elements", maxElements, 1, 10_000_000);
    between("size", maxOutputChars, 1 << 10, 64 << 20);
    between("style-size", maxStyleChars, 0, 1 << 20);
    between("style-rules", maxStyleRules, 0, 100_000);
  }

  private static void between(String key, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "mail.html." + key + " = " + value + ", must be from " + least + " to " + most);
    }
  }

  /** Reads {@code mail.html}. */
  public static HtmlLimits of(Config config) {
    Config html = config.getConfig("mail.html");
    return new HtmlLimits(
        html.getInt("depth"),
        html.getInt("formats"),
        html.getInt("elements"),
        (int) Math.min(html.getBytes("size"), Integer.MAX_VALUE),
        (int) Math.min(html.getBytes("style-size"), Integer.MAX_VALUE),
        html.getInt("style-rules"));
  }
}
