/**
 * The snippets of {@code docs/kernel.md} as compiled and tested code, between {@code // snippet}
 * and {@code // end}. It uses only packages that the kernel exports. {@link guide.GuideTest}
 * compares both.
 */
package guide;
