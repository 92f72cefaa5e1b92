package arashi.mime.html;

/**
 * HTML that is safe under the content security policy of a mail body.
 *
 * @param html the serialised body; must not be edited any more
 * @param frame the document around it
 * @param blockedImages number of blocked remote images
 * @param cut whether a limit of depth, size or work left something out
 */
public record SanitizedHtml(String html, Frame frame, int blockedImages, boolean cut) {

  /**
   * The document around the body. All parts are sanitized and written unchanged.
   *
   * @param doctype document type of the mail, as markup
   * @param style rules for {@code <style>}, possibly empty
   * @param root attributes of {@code <html>}, each preceded by a space
   * @param body attributes of {@code <body>}, likewise
   * @param coloured whether the mail sets text or background colours, so that it needs the light
   *     background that its author assumed
   */
  public record Frame(String doctype, String style, String root, String body, boolean coloured) {}
}
