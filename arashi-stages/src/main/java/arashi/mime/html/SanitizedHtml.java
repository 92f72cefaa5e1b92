package arashi.mime.html;

/**
 * HTML that is safe to show under the content security policy of a mail body.
 *
 * @param html serialised once; must not be edited any more
 * @param frame what stands around it
 * @param blockedImages how many remote images were taken out
 * @param cut whether something was left out at a limit of depth, size or work
 */
public record SanitizedHtml(String html, Frame frame, int blockedImages, boolean cut) {

  /**
   * The document around the text. All of it is as safe as the text, and is written as it is.
   *
   * @param doctype of the mail, as markup
   * @param style rules for {@code <style>}, possibly empty
   * @param root attributes of {@code <html>}, each with a blank before it
   * @param body attributes of {@code <body>}, the same
   * @param coloured whether the mail sets colours of text or ground: then it needs the light ground
   *     that its writer has seen
   */
  public record Frame(String doctype, String style, String root, String body, boolean coloured) {}
}
