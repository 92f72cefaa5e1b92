package arashi.web;

import java.util.Objects;

/**
 * {@code GET /mail/{folder}/{uid}/body}: the document inside the sandboxed frame. It is sent with a
 * policy of its own that allows inline style and no script, and is never shown outside a sandbox.
 *
 * @param subject title of the document, possibly empty
 * @param frame what the mail sets of the document around its text
 * @param body the HTML of the mail, sanitised
 * @param theme colours that the reader has set, for mail without colours of its own
 */
public record BodyPage(String subject, Frame frame, SafeHtml body, PageFrame.Theme theme)
    implements PageModel {

  /** Checks that all are there. */
  public BodyPage {
    Objects.requireNonNull(subject);
    Objects.requireNonNull(frame);
    Objects.requireNonNull(body);
    Objects.requireNonNull(theme);
  }

  /**
   * What a mail sets of the document around its text.
   *
   * @param doctype as markup
   * @param root attributes of {@code <html>}, each with a blank before it; possibly empty
   * @param body attributes of {@code <body>}, the same
   * @param style its style sheet, sanitised; possibly empty
   * @param coloured whether it has colours of its own: then the ground is light
   */
  public record Frame(
      SafeHtml doctype, SafeHtml root, SafeHtml body, SafeHtml style, boolean coloured) {

    /** Checks that all are there. */
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
