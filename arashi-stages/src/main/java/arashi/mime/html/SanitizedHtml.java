package arashi.mime.html;

/**
 * HTML that is safe to show under the content security policy of a mail body.
 *
 * @param html serialised once; must not be edited any more
 * @param blockedImages how many remote images were taken out
 * @param cut whether something was left out at a limit of depth, size or work
 */
public record SanitizedHtml(String html, int blockedImages, boolean cut) {}
