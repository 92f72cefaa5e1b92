/**
 * Bytes in any charset to Unicode text that is safe to store and show.
 *
 * <p><b>Threads.</b> Pure functions, for any thread; CPU work in proportion to the input.
 */
package arashi.mime.text;
