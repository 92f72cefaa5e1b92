package arashi.mime.limit;

import com.typesafe.config.Config;

/**
 * How much of the HTML of a mail is shown. What lies beyond is left out, with a note on the page.
 *
 * @param maxDepth elements that are open at the same time; the text of deeper ones is shown without
 *     them. The work for a tag is proportional to it
 * @param maxFormats of these, formatting elements like {@code <b>}
 * @param maxElements elements in all; beyond it the document ends
 * @param maxOutputChars characters of the page, without the mail's own images
 * @param maxStyleChars characters of all {@code <style>} elements; one that goes beyond is left out
 * @param maxStyleRules rules in them
 */
public record HtmlLimits(
    int maxDepth,
    int maxFormats,
    int maxElements,
    int maxOutputChars,
    int maxStyleChars,
    int maxStyleRules) {
  /**
   * Long threads of quotations fit, and tables of some thousand rows. 50,000 elements take 50 ms,
   * and 4 MiB are four times the largest text that is kept. Style sheets of newsletters have 5 to
   * 40 KiB; 128 KiB take 300 ms.
   */
  public static final HtmlLimits DEFAULT =
      new HtmlLimits(200, 50, 50_000, 4 << 20, 128 << 10, 5_000);

  /** Refuses limits under which nothing could be shown, or that defeat their purpose. */
  public HtmlLimits {
    between("depth", maxDepth, 1, 250); // the balancer of the library drops text beyond 256
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
