/**
 * Decodes bytes in any charset to Unicode text that is safe to store and show.
 *
 * <p><b>Threads.</b> Pure, thread-safe functions; CPU-bound work, linear in the input.
 */
package arashi.mime.text;
