package arashi.web;

import java.util.Objects;

/**
 * The document in the sandboxed frame: {@code GET /mail/{folder}/{uid}/body}. Its own
 * Content-Security-Policy allows inline style and no script. It is never shown outside a sandbox.
 *
 * @param subject title of the document, possibly empty
 * @param frame the mail's document-level markup
 * @param body the mail's sanitised HTML
 * @param theme the reader's colours, for mail without colours of its own
 */
public record BodyPage(String subject, Frame frame, SafeHtml body, PageFrame.Theme theme)
    implements PageModel {

  public BodyPage {
    Objects.requireNonNull(subject);
    Objects.requireNonNull(frame);
    Objects.requireNonNull(body);
    Objects.requireNonNull(theme);
  }

  /**
   * The mail's document-level markup.
   *
   * @param doctype as markup
   * @param root attributes of {@code <html>}, each preceded by a blank; possibly empty
   * @param body attributes of {@code <body>}, in the same form
   * @param style its sanitised style sheet, possibly empty
   * @param coloured whether the mail sets colours; the background is then light
   */
  public record Frame(
      SafeHtml doctype, SafeHtml root, SafeHtml body, SafeHtml style, boolean coloured) {

    public Frame {
      Objects.requireNonNull(doctype);
      Objects.requireNonNull(root);
      Objects.requireNonNull(body);
      Objects.requireNonNull(style);
    }
  }

  @Override
  public String template() {
    return "body";
  }
}
