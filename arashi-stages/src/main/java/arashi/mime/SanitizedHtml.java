package arashi.mime;

/**
 * HTML that is safe to show under the content security policy of a mail body.
 *
 * @param html serialised once; must not be edited any more
 * @param blockedImages how many remote images were taken out
 */
public record SanitizedHtml(String html, int blockedImages) {}
