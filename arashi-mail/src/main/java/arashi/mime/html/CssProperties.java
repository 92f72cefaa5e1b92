package arashi.mime.html;

import java.util.Set;
import java.util.regex.Pattern;

/** Lists of CSS properties. Constants. */
final class CssProperties {
  /** Excludes animation, filters and cursors; positions are judged by their values. */
  private static final Set<String> ALLOWED =
      words(
          "align-content align-items align-self all aspect-ratio background background-attachment"
              + " background-blend-mode background-clip background-color background-image"
              + " background-origin background-position background-position-x"
              + " background-position-y background-repeat background-size block-size border"
              + " border-block border-block-color border-block-end border-block-end-color"
              + " border-block-end-style border-block-end-width border-block-start"
              + " border-block-start-color border-block-start-style border-block-start-width"
              + " border-block-style border-block-width border-bottom border-bottom-color"
              + " border-bottom-left-radius border-bottom-right-radius border-bottom-style"
              + " border-bottom-width border-collapse border-color border-end-end-radius"
              + " border-end-start-radius border-inline border-inline-color border-inline-end"
              + " border-inline-end-color border-inline-end-style border-inline-end-width"
              + " border-inline-start border-inline-start-color border-inline-start-style"
              + " border-inline-start-width border-inline-style border-inline-width border-left"
              + " border-left-color border-left-style border-left-width border-radius border-right"
              + " border-right-color border-right-style border-right-width border-spacing"
              + " border-start-end-radius border-start-start-radius border-style border-top"
              + " border-top-color border-top-left-radius border-top-right-radius border-top-style"
              + " border-top-width border-width bottom box-decoration-break box-shadow box-sizing"
              + " break-after break-before break-inside caption-side clear clip color column-count"
              + " column-fill column-gap column-rule column-rule-color column-rule-style"
              + " column-rule-width column-span column-width columns container container-name"
              + " container-type content counter-increment counter-reset counter-set direction"
              + " display empty-cells flex flex-basis flex-direction flex-flow flex-grow flex-shrink"
              + " flex-wrap float font font-family font-feature-settings font-kerning font-size"
              + " font-size-adjust font-stretch font-style font-synthesis font-variant"
              + " font-variant-caps font-variant-east-asian font-variant-ligatures"
              + " font-variant-numeric font-variation-settings font-weight gap grid grid-area"
              + " grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end"
              + " grid-column-gap grid-column-start grid-gap grid-row grid-row-end grid-row-gap"
              + " grid-row-start grid-template grid-template-areas grid-template-columns"
              + " grid-template-rows height hyphens inline-size inset inset-block inset-block-end"
              + " inset-block-start inset-inline inset-inline-end inset-inline-start isolation"
              + " justify-content justify-items justify-self left letter-spacing line-break"
              + " line-height list-style list-style-image list-style-position list-style-type"
              + " margin margin-block margin-block-end margin-block-start margin-bottom"
              + " margin-inline margin-inline-end margin-inline-start margin-left margin-right"
              + " margin-top max-block-size max-height max-inline-size max-width min-block-size"
              + " min-height min-inline-size min-width mix-blend-mode object-fit object-position"
              + " opacity order orphans outline outline-color outline-offset outline-style"
              + " outline-width overflow overflow-wrap overflow-x overflow-y padding padding-block"
              + " padding-block-end padding-block-start padding-bottom padding-inline"
              + " padding-inline-end padding-inline-start padding-left padding-right padding-top"
              + " page-break-after page-break-before page-break-inside place-content place-items"
              + " place-self position quotes right row-gap ruby-align ruby-position tab-size"
              + " table-layout text-align text-align-last text-combine-upright text-decoration"
              + " text-decoration-color text-decoration-line text-decoration-skip-ink"
              + " text-decoration-style text-decoration-thickness text-emphasis"
              + " text-emphasis-color text-emphasis-position text-emphasis-style text-indent"
              + " text-justify text-orientation text-overflow text-rendering text-shadow"
              + " text-size-adjust text-transform text-underline-offset text-underline-position"
              + " text-wrap top unicode-bidi vertical-align visibility white-space"
              + " white-space-collapse widows width word-break word-spacing word-wrap writing-mode"
              + " z-index zoom");

  /** Those that only have a name with this prefix. */
  private static final Set<String> WEBKIT =
      words(
          "-webkit-border-horizontal-spacing -webkit-border-vertical-spacing -webkit-box-align"
              + " -webkit-box-direction -webkit-box-flex -webkit-box-ordinal-group"
              + " -webkit-box-orient -webkit-box-pack -webkit-line-clamp"
              + " -webkit-margin-after -webkit-margin-before -webkit-margin-end"
              + " -webkit-margin-start -webkit-padding-after -webkit-padding-before"
              + " -webkit-padding-end -webkit-padding-start -webkit-text-fill-color"
              + " -webkit-text-stroke -webkit-text-stroke-color -webkit-text-stroke-width");

  /** Colours without {@code #} are read in quirks mode (Quirks Mode Standard, 3.1). */
  private static final Pattern QUIRKY_COLOUR =
      Pattern.compile("(?:background-|border-(?:top-|right-|bottom-|left-)?)?color");

  /** Numbers are pixels in quirks mode (Quirks Mode Standard, 3.2). */
  private static final Pattern QUIRKY_LENGTH =
      Pattern.compile(
          "background-position|border-spacing|border-(?:top-|right-|bottom-|left-)?width|top|right"
              + "|bottom|left|clip|font-size|(?:max-|min-)?(?:width|height)"
              + "|(?:margin|padding)(?:-top|-right|-bottom|-left)?|letter-spacing|text-indent"
              + "|vertical-align|word-spacing");

  private static final String PREFIX = "-webkit-";

  private CssProperties() {}

  static boolean isAllowed(String name) {
    return ALLOWED.contains(name)
        || WEBKIT.contains(name)
        || (name.startsWith(PREFIX) && ALLOWED.contains(name.substring(PREFIX.length())));
  }

  static boolean isBackground(String name) {
    return name.equals("background")
        || name.equals("background-color")
        || name.equals("background-image");
  }

  static boolean isTextColour(String name) {
    return name.equals("color") || name.equals("-webkit-text-fill-color");
  }

  static boolean isQuirkyColour(String name) {
    return QUIRKY_COLOUR.matcher(name).matches();
  }

  static boolean isQuirkyLength(String name) {
    return QUIRKY_LENGTH.matcher(name).matches();
  }

  private static Set<String> words(String words) {
    return Set.of(words.split(" ", -1));
  }
}
